"""A second verifier of evidence, for comparison with the product's. It needs Python 3.9 and libsodium.

    python3 tools/second-verifier/verify.py BUNDLES|RANGE --root-keys FILE
    python3 tools/second-verifier/verify.py --vectors FILE      what it says of each vector, a line of JSON each

Exit codes: 0 nothing is wrong, 1 it was refused or a vector is judged otherwise, 2 the command was wrong, 3 it cannot be
judged here: a cosignature by ML-DSA-44 needs a library that neither Python nor libsodium has.
"""

import json
import sys

import evidence
import sigma
from log import CannotJudge, Log
from sigma import Refused


# A leaf that stands in several bundles counts once.
BEST_FIRST = ["proved", "opened", "no-request", "erased", "unproved", "pending"]


def verify_text(text, log):
    if text.startswith('{"range":'):
        return evidence.verify_range(text, log)
    lines = text.split("\n")
    if len(lines) > 1 and lines[-1] == "":
        lines.pop()
    outcomes, hashes = {}, {}
    for line in lines:
        index, outcome, leaves = evidence.verify_bundle(line, log)
        for leaf in leaves:
            evidence.require(hashes.setdefault(leaf.index, leaf.hash) == leaf.hash, "there are two leaves at one place")
        outcomes[index] = min(outcome, outcomes.get(index, outcome), key=BEST_FIRST.index)
    return {outcome: list(outcomes.values()).count(outcome) for outcome in BEST_FIRST if outcome in outcomes.values()}


def judge_statement(vector):
    """Whether a vector of a whole statement is accepted; and where it gives them, its tag and relation are ours."""
    statement, context = vector["statement"], vector["context"]
    kind = statement["kind"]
    commitments = [(bytes.fromhex(statement["masked"]), bytes.fromhex(statement["shift"]))]
    if kind == "answered":
        clearance = statement["clearance"]
        commitments.append((bytes.fromhex(clearance["masked"]), bytes.fromhex(clearance["shift"])))
    leaf_hash = bytes.fromhex(context["leafHash"])
    proof = bytes.fromhex(vector["proof"])
    level = statement.get("permittedLevel")
    try:
        relation = sigma.verify_proof(kind, level, commitments, context["logOrigin"], leaf_hash, proof)
    except Refused:
        return False
    tag = sigma.tag_of(kind, context["logOrigin"], leaf_hash)
    given = [vector.get("tag", tag.hex()), vector.get("relation", relation.serialize().hex())]
    session_id = sigma.session_id_of(tag).hex()
    return given == [tag.hex(), relation.serialize().hex()] and vector.get("sessionId", session_id) == session_id


def judge_case(case, log):
    try:
        return verify_text(case["text"], log)
    except Refused:
        return None
    except CannotJudge:
        return "cannot judge"


def verify_vectors(path):
    with open(path, encoding="utf-8") as file:
        vectors = json.load(file)
    if "cases" in vectors:
        log = Log(vectors["keys"])
        judged = [(case["what"], judge_case(case, log), case["counts"]) for case in vectors["cases"]]
    else:
        judged = [(each["what"], judge_statement(each), each["accepted"]) for each in vectors["vectors"]]
    for what, found, expected in judged:
        agrees = None if found == "cannot judge" else found == expected
        print(json.dumps({"what": what, "found": found, "agrees": agrees}))
    return 1 if any(found not in (expected, "cannot judge") for _, found, expected in judged) else 0


def main(arguments):
    if len(arguments) == 2 and arguments[0] == "--vectors":
        return verify_vectors(arguments[1])
    if len(arguments) != 3 or arguments[1] != "--root-keys":
        print(__doc__)
        return 2
    with open(arguments[2], encoding="utf-8") as file:
        log = Log(file.read())
    with open(arguments[0], encoding="utf-8", newline="") as file:
        text = file.read()
    try:
        print(json.dumps(verify_text(text, log)))
        return 0
    except Refused as refused:
        print(f"REFUSED: {refused}")
        return 1
    except CannotJudge as reason:
        print(f"Cannot be judged here: {reason}.")
        return 3


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
