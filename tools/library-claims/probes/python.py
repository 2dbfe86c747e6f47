"""Tells what installed Python packages declare. Reads claims as JSON from stdin, writes looks as JSON to stdout."""
import importlib
import importlib.metadata
import inspect
import json
import os
import sys
import warnings

warnings.simplefilter("ignore")
MISSING = object()


def load(path):
    """The object a dotted path names; MISSING where its module lacks it, None where no module of it is installed."""
    parts = path.split(".")
    for end in range(len(parts), 0, -1):
        try:
            found = importlib.import_module(".".join(parts[:end]))
        except BaseException:
            continue
        for part in parts[end:]:
            found = getattr(found, part, MISSING)
            if found is MISSING:
                return MISSING
        return found
    return None


def signature_of(target, drop_self):
    try:
        signature = inspect.signature(target)
    except (TypeError, ValueError):
        return None
    parameters, more = [], False
    for one in signature.parameters.values():
        if one.kind in (one.VAR_POSITIONAL, one.VAR_KEYWORD):
            more = True
        else:
            parameters.append({"name": one.name})
    if drop_self and parameters and parameters[0]["name"] in ("self", "cls"):
        parameters = parameters[1:]
    return {"parameters": parameters, "takesMore": more}


def look(claim):
    owner = load(claim["path"])
    if owner is None:
        return {"is": "untold"}
    if owner is MISSING:
        return {"is": "missing", "isTypeMissing": "member" in claim}
    target = owner
    if "member" in claim:
        if not inspect.isclass(owner):
            return {"is": "untold"}
        target = getattr(owner, claim["member"], MISSING)
        if target is MISSING:
            return {"is": "untold" if claim["kind"] == "property" else "missing"}
    if claim["kind"] in ("ref", "property") or not callable(target):
        return {"is": "declared"}
    found = signature_of(target, "member" in claim)
    return {"is": "declared"} if found is None else {"is": "declared", "signatures": [found]}


def package_of(path, distributions):
    root = path.split(".")[0]
    names = distributions.get(root)
    if names:
        return {"package": names[0], "version": importlib.metadata.version(names[0])}
    if root in sys.stdlib_module_names:
        return {"package": "python", "version": sys.version.split()[0]}
    return None


def configure_django():
    try:
        import django
        from django.conf import settings

        settings.configure(SECRET_KEY="claims", INSTALLED_APPS=[])
        django.setup()
    except BaseException:
        pass


output, sys.stdout = sys.stdout, open(os.devnull, "w")
configure_django()
distributions = importlib.metadata.packages_distributions()
answers = []
for claim in json.load(sys.stdin):
    try:
        answers.append({"look": look(claim), "package": package_of(claim["path"], distributions)})
    except BaseException:
        answers.append({"look": {"is": "untold"}, "package": None})
json.dump(answers, output)
