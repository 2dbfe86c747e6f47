"""Bundles and ranges of docs/evidence-protocol.md. It shares no code with the product."""

import base64
import hashlib
import hmac
import json
import math
import re

import sigma
from sigma import Refused

B32 = re.compile(r"[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]")
REQUEST = ["endpoints", "permitted", "prompt", "restored", "residual", "masked", "shift", "opening", "layers"]
BASIS = ["id", "policies", "schema", "registry", "entities", "claims", "masked", "shift", "opening"]
DECISIONS = {"answered": ["answered", "failed", "aborted"], "refused": ["denied", "held", "failed", "aborted"]}
MAX_COUNT = 2**53 - 1


def require(condition, why):
    if not condition:
        raise Refused(why)


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def units(text):
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def is_well_formed(text):
    try:
        text.encode()
        return True
    except UnicodeEncodeError:
        return False


def is_count(value, least=0):
    return type(value) is int and least <= value <= MAX_COUNT


def is_name(value):
    return isinstance(value, str) and value != "" and units(value) <= 1024 and is_well_formed(value)


def number_text(value):
    """As ECMAScript writes it."""
    if type(value) is int:
        return str(value)
    require(math.isfinite(value), "a number is none")
    if value == int(value) and abs(value) < 1e21:
        return str(int(value))
    mantissa, _, exponent = repr(value).partition("e")
    sign, digits = ("-", mantissa[1:]) if mantissa.startswith("-") else ("", mantissa)
    whole, _, fraction = digits.partition(".")
    fraction = "" if fraction == "0" else fraction
    point = len(whole) + int(exponent or 0)
    figures = (whole + fraction).lstrip("0")
    point -= len(whole + fraction) - len(figures)
    figures = figures.rstrip("0")
    if 0 < point <= 21:
        body = figures.ljust(point, "0")
        return sign + body[:point] + ("." + body[point:] if body[point:] else "")
    if -6 < point <= 0:
        return sign + "0." + "0" * -point + figures
    e = point - 1
    return f"{sign}{figures[0]}{'.' + figures[1:] if figures[1:] else ''}e{'+' if e > 0 else '-'}{abs(e)}"


def write(value, order=lambda members: members):
    """JSON as JSON.stringify writes it; `order` gives the members of an object in their order."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, (int, float)):
        return number_text(value)
    if isinstance(value, str):
        text = json.dumps(value, ensure_ascii=False)
        return re.sub("[\ud800-\udfff]", lambda found: f"\\u{ord(found[0]):04x}", text)
    if isinstance(value, list):
        return "[" + ",".join(write(item, order) for item in value) + "]"
    members = order(list(value.items()))
    return "{" + ",".join(write(name) + ":" + write(member, order) for name, member in members) + "}"


def canonical(value):
    """RFC 8785."""
    return write(value, lambda members: sorted(members, key=lambda member: member[0].encode("utf-16-be", "surrogatepass")))


def parse(text, most):
    require(units(text) <= most, "it is too long")
    try:
        value = json.loads(text, parse_constant=lambda _: require(False, "a number is none"))
    except (ValueError, RecursionError):
        raise Refused("it is not JSON") from None
    require(isinstance(value, dict), "it is not an object")
    require(write(value) == text, "it is not in its only form")
    return value


def require_shallow(value, depth=64):
    if isinstance(value, (dict, list)):
        require(depth > 0, "it nests too deep")
        for member in value.values() if isinstance(value, dict) else value:
            require_shallow(member, depth - 1)


def take(members, required, optional=()):
    names = list(members)
    known = [name for name in required + list(optional) if name in names]
    require(names == known and all(name in names for name in required), "its members are not those that it has")


def b64(text, length=None, most=None):
    require(isinstance(text, str), "a text in Base64 is missing")
    try:
        data = base64.b64decode(text, validate=True)
    except ValueError:
        raise Refused("it is not Base64") from None
    require(base64.b64encode(data).decode() == text, "it is not Base64 in its only form")
    require(length is None or len(data) == length, "bytes have another length")
    require(most is None or len(data) <= most, "bytes are too many")
    return data


def b64url(text):
    require(isinstance(text, str) and B32.fullmatch(text) is not None, "it is not 32 bytes")
    return base64.urlsafe_b64decode(text + "=")


def to_b64url(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def read_part(text):
    require(isinstance(text, str), "there is no evidence part")
    part = parse(text, 65_536)
    require(part.get("v") == 1 and type(part["v"]) is int, "its version is unknown")
    kind = part.get("kind")
    require(kind in ("answered", "refused", "clearance", "other", "unopened"), "its kind is unknown")
    place = ["v", "kind", "tenant", "position", "id", "time"]
    session = ["session", "sequence", "events"] if "session" in part else []
    own = {"answered": ["decision", "basis"] + REQUEST, "refused": ["decision", "basis"] + REQUEST, "clearance": ["basis"]}
    take(part, place + session + own.get(kind, []))
    require(is_name(part["tenant"]) and is_name(part["id"]), "a name is none")
    require(is_count(part["position"], 1) and is_count(part["time"]), "a count is none")
    if session:
        counts = is_count(part["session"]) and is_count(part["sequence"], 1) and is_count(part["events"], 1)
        require(counts and is_count(part["sequence"] + part["events"]), "a count is none")
    if kind in DECISIONS:
        read_request(part)
    if kind == "clearance":
        require(isinstance(part["basis"], dict), "there is no basis")
        take(part["basis"], BASIS)
        require(part["basis"]["id"] == part["id"], "its basis is of another record")
        for name in BASIS[1:]:
            b64url(part["basis"][name])
    return part


def read_request(part):
    require(part["decision"] in DECISIONS[part["kind"]], "its decision is unknown")
    if part["basis"] is not None or part["kind"] == "answered":
        b64url(part["basis"])
    endpoints = part["endpoints"]
    require(isinstance(endpoints, list) and len(endpoints) <= 64, "its endpoints are none")
    for endpoint in endpoints:
        require(isinstance(endpoint, list) and len(endpoint) == 2 and is_name(endpoint[0]), "an endpoint is none")
        require(is_count(endpoint[1]) and endpoint[1] <= 7, "a level is none")
    require(len({name for name, _ in endpoints}) == len(endpoints), "an endpoint stands twice")
    lowest = min((level for _, level in endpoints), default=None)
    require(part["permitted"] == lowest and type(part["permitted"]) is type(lowest), "its permitted level is another")
    require(part["residual"] is None or is_count(part["residual"]), "a count is none")
    require(isinstance(part["layers"], list) and len(part["layers"]) <= 256, "its layers are none")
    for text in [part[name] for name in ("prompt", "restored", "masked", "shift", "opening")] + part["layers"]:
        b64url(text)


class Leaf:
    """A leaf as it is shown: of a bundle, beside one, or of a range."""

    def __init__(self, members, index):
        self.part = read_part(members["evidence"])
        self.kind = self.part["kind"]
        self.index = index
        self.record_digest = b64(members["record_digest"], 32)
        self.proof = None if members["proof"] is None else b64(members["proof"], most=8_192)
        self.hash = sha256(b"\0", sha256(sha256(members["evidence"].encode()), self.record_digest))
        self.opened = members.get("opened")
        # The clearance, or what might be restored, once its commitment was opened.
        self.level_opened = None

    def session(self):
        return self.part.get("session")

    def commitment(self):
        of = self.part["basis"] if self.kind == "clearance" else self.part
        return b64url(of["masked"]), b64url(of["shift"])

    def level(self):
        permitted = self.part.get("permitted")
        return 7 if permitted is None else permitted

    def verify(self, origin, clearance):
        commitments = [self.commitment()] + ([clearance.commitment()] if self.kind == "answered" else [])
        sigma.verify_proof(self.kind, self.level(), commitments, origin, self.hash, self.proof)


def judge(leaf, state, clearance, origin):
    """What is found of a leaf that is in the tree; `clearance` is a pair of a leaf and whether it is proved."""
    provable = leaf.kind in ("answered", "refused", "clearance")
    if clearance is not None:
        require_clearance(leaf, clearance[0])
    require(state in ("proved", "pending", "erased", "unproved"), "its state is unknown")
    require(provable or (leaf.proof is None and state in ("erased", "unproved")), "it has nothing to prove")
    require(state != "proved" or leaf.proof is not None, "its proof is missing")
    waits = state == "pending" and clearance is not None and not clearance[1]
    require(leaf.proof is None or state == "proved" or waits, "it has a proof, and its state says otherwise")
    opened = None if leaf.opened is None else check_opened(leaf)
    if opened and leaf.kind == "answered" and clearance is not None and clearance[0].level_opened is not None:
        require(leaf.level_opened <= clearance[0].level_opened, "more might be restored than the clearance permits")
    verified = leaf.proof is not None and (leaf.kind != "answered" or clearance is not None)
    if verified:
        leaf.verify(origin, clearance and clearance[0])
    if leaf.kind == "other":
        return "no-request"
    if verified and (leaf.kind != "answered" or clearance[1]):
        return "proved"
    if opened and leaf.kind != "clearance":
        return "opened"
    if leaf.proof is None:
        return state
    return "unproved" if clearance is None else "pending"


def require_clearance(leaf, clearance):
    require(leaf.kind == "answered", "a clearance stands beside what relies on none")
    require(clearance.kind == "clearance", "what stands beside it is no clearance")
    named = to_b64url(sha256(write(clearance.part["basis"]).encode()))
    require(named == leaf.part["basis"], "the clearance is not the one that it names")
    same = clearance.part["tenant"] == leaf.part["tenant"] and clearance.session() == leaf.session()
    require(same, "the clearance is of another tenant or session")
    before = clearance.index < leaf.index and clearance.part["position"] < leaf.part["position"]
    require(before, "the clearance stands behind it")


def check_opened(leaf):
    """Whether the commitment was opened, too."""
    opened, part = leaf.opened, leaf.part
    require(isinstance(opened, dict) and isinstance(opened.get("record"), dict), "no record is shown")
    take(opened, ["salt", "record"], ["secrets"])
    record = opened["record"]
    require_shallow(record)
    committed = {"position": part["position"], "record": record}
    if "sequence" in part:
        committed["sequence"] = part["sequence"]
    digest = sha256(b64(opened["salt"], most=32), canonical(committed).encode())
    require(digest == leaf.record_digest, "the record is not the one that was committed to")
    kinds = {"request": ("answered", "refused", "unopened"), "clearance": ("clearance", "unopened")}
    require(leaf.kind in kinds.get(record.get("kind"), ("other",)), "the record is of another kind")
    facts = [("id", "id"), ("time_ms", "time")] + ([("session_id", "session")] if "session" in part else [])
    facts += [("tenant", "tenant")] if "tenant" in record else []
    facts += [("outcome", "decision")] if "decision" in part else []
    require(all(record.get(one) == part[other] for one, other in facts), "the record says something else")
    if leaf.kind in DECISIONS:
        names = ["kind", "basis", "endpoints", "permitted", "residual", "masked", "shift"]
        published = {name: part[name] for name in names}
        require(canonical(record.get("evidence")) == canonical(published), "the record says something else")
    if leaf.kind == "clearance":
        require(canonical(record.get("basis")) == canonical(part["basis"]), "the record says something else")
    if "secrets" not in opened:
        return False
    check_secrets(leaf, record, opened["secrets"])
    return True


def check_secrets(leaf, record, secrets):
    require(leaf.kind not in ("other", "unopened") and isinstance(secrets, dict), "there is nothing to open")
    take(secrets, ["k", "a", "t"])
    k, a, t = [b64(secrets[name], 32) for name in ("k", "a", "t")]
    of = leaf.part["basis"] if leaf.kind == "clearance" else leaf.part

    def salted(name, *parts):
        return to_b64url(sha256(hmac.digest(k, name.encode(), "sha256"), *parts))

    require(salted("opening", a, t) == of["opening"], "the opening is another")
    masked = sigma.add(sigma.times(sigma.scalar(a), sigma.G), sigma.times(sigma.scalar(t), sigma.H))
    require(masked == b64url(of["masked"]), "the opening does not open it")
    n = (sigma.scalar(a) + sigma.scalar(b64url(of["shift"]))) % sigma.L
    if leaf.kind == "clearance":
        claims = ["sub", "username", "roles", "groups", "departments", "client", "clearance", "policy_version"]
        named = canonical({name: record[name] for name in claims if name in record})
        require(n <= 7 and n == record.get("clearance"), "the clearance is another")
        require(salted("claims", named.encode()) == of["claims"], "the claims are others")
        leaf.level_opened = n
        return
    s, r = n % 8, n // 8
    leaf.level_opened = r
    tile = record.get("tile")
    require(r <= 7 and s == (tile["level"] if isinstance(tile, dict) else 7), "the sensitivity is another")
    require(s <= leaf.level() and (leaf.kind == "answered" or r == 0), "a rule is broken")
    layers, violations = record.get("layers", []), record.get("violations", [])
    texts = [
        canonical({"event": event, "violations": [each for each in violations if each["layer"] == event["layer"]]})
        for event in layers
    ]
    digests = [salted(f"layer {index}", text.encode()) for index, text in enumerate(texts)]
    require(digests == leaf.part["layers"], "the layers are others")


def read_bundle(text):
    only = text[:-1] if text.endswith("\n") else text
    bundle = parse(only, 1_048_576)
    required = ["bundle", "evidence", "record_digest", "proof", "state", "log_proof", "clearance"]
    take(bundle, required, ["erasure", "opened", "attestation"])
    require(bundle["bundle"] == 1, "its version is unknown")
    require("attestation" not in bundle or isinstance(bundle["attestation"], dict), "its attestation is none")
    require_shallow(bundle.get("attestation"))
    return bundle


def verify_bundle(text, log):
    bundle = read_bundle(text)
    index, path, head = log.read_proof(bundle["log_proof"])
    leaf = Leaf(bundle, index)
    log.require_inclusion(leaf.hash, index, path, head)

    def companion(name):
        members = bundle.get(name)
        if members is None:
            return None
        require(isinstance(members, dict), f"its {name} is none")
        take(members, ["evidence", "record_digest", "index", "path", "proof"], ["opened"])
        require(is_count(members["index"]) and isinstance(members["path"], list), f"its {name} is none")
        one = Leaf(members, members["index"])
        log.require_inclusion(one.hash, one.index, [b64(each, 32) for each in members["path"]], head)
        return one

    clearance, erasure = companion("clearance"), companion("erasure")
    known = None
    if clearance is not None:
        require(clearance.kind == "clearance", "what stands beside it is no clearance")
        state = "pending" if clearance.proof is None else "proved"
        known = (clearance, judge(clearance, state, None, head.origin) == "proved")
    outcome = judge(leaf, bundle["state"], known, head.origin)
    require(leaf.kind != "answered" or known is not None, "its clearance is missing")
    require(bundle["state"] != "proved" or outcome == "proved", "it claims to be proved")
    if erasure is not None:
        require(erasure.kind == "other" and erasure.part["tenant"] == leaf.part["tenant"], "its erasure is none")
        erased = bundle["state"] == "erased" or leaf.proof is not None
        require(erasure.index > leaf.index and erased, "its erasure is none")
        judge(erasure, "unproved", None, head.origin)
        shown = erasure.opened is None or erasure.opened["record"].get("event") == "person.erased"
        require(shown, "its erasure is none")
    return index, outcome, [each for each in (leaf, clearance, erasure) if each is not None]


def subtrees(start, end):
    sizes = []
    while start < end:
        size = 1
        while start % (size * 2) == 0 and start + size * 2 <= end:
            size *= 2
        sizes.append(size)
        start += size
    return sizes


class Root:
    """Complete subtrees from left to right, each larger than the next."""

    def __init__(self):
        self.size, self.parts = 0, []

    def add(self, digest, count=1):
        self.size += count
        while self.parts and self.parts[-1][0] == count:
            digest = sha256(b"\1", self.parts.pop()[1], digest)
            count *= 2
        self.parts.append((count, digest))

    def root(self):
        digest = self.parts[-1][1]
        for _, left in reversed(self.parts[:-1]):
            digest = sha256(b"\1", left, digest)
        return digest


def verify_range(text, log):
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    require(len(lines) >= 2, "it is cut off")
    head = parse(lines[0], 1_048_576)
    take(head, ["range", "tenant", "from", "to", "size", "checkpoint", "left", "right"])
    require(head["range"] == 1 and is_name(head["tenant"]), "its head is none")
    require(all(is_count(head[name]) for name in ("from", "to", "size")), "its head is none")
    checkpoint = log.read_checkpoint(head["checkpoint"])
    start, end = head["from"], head["to"]
    require(head["size"] == checkpoint.size and start < end <= head["size"], "it is no range of the tree")
    before, behind = subtrees(0, start), subtrees(end, head["size"])
    left, right = [[b64(each, 32) for each in head[side]] for side in ("left", "right")]
    require(len(left) == len(before) and len(right) == len(behind), "it has other hashes beside it")
    root = Root()
    for size, digest in zip(before, left):
        root.add(digest, size)
    rows, counts = 0, {}
    order, clearances = Order(), {}
    for line in lines[1:-1]:
        members = parse(line, 1_048_576)
        require(root.size < end, "it has more leaves")
        if "evidence" not in members:
            take(members, ["gone", "entry"] if "gone" in members else ["entry"])
            root.add(sha256(b"\0", b64(members["entry"], 32)))
            if "gone" in members:
                require(is_count(members["gone"], 1), "a position is none")
                order.gone(members["gone"])
                rows += 1
            continue
        take(members, ["evidence", "record_digest", "proof", "state"], ["erasure", "opened"])
        leaf = Leaf(members, root.size)
        require(leaf.part["tenant"] == head["tenant"], "a leaf is of another tenant")
        root.add(leaf.hash)
        order.add(leaf.part)
        known = clearances.get(leaf.part["basis"]) if leaf.kind == "answered" else None
        outcome = judge(leaf, members["state"], known, checkpoint.origin)
        if "erasure" in members:
            erased = members["state"] == "erased" or leaf.proof is not None
            require(is_name(members["erasure"]) and erased, "it is not erased")
        if leaf.kind == "clearance":
            named = to_b64url(sha256(write(leaf.part["basis"]).encode()))
            clearances[named] = (leaf, outcome == "proved")
        counts[outcome] = counts.get(outcome, 0) + 1
        rows += 1
    last = parse(lines[-1], 1_048_576)
    take(last, ["rows"])
    require(root.size == end and last["rows"] == rows, "leaves are missing")
    for size, digest in zip(behind, right):
        root.add(digest, size)
    require(root.root() == checkpoint.root, "the root of the tree is another")
    return counts


class Order:
    """Positions of a tenant and events of its sessions have no gap."""

    def __init__(self):
        self.position, self.sessions = None, {}

    def gone(self, position):
        require(self.position is None or position == self.position + 1, "a record is missing or moved")
        self.position = position
        self.sessions = {}

    def add(self, part):
        require(self.position is None or part["position"] == self.position + 1, "a record is missing or moved")
        self.position = part["position"]
        if "session" not in part:
            return
        expected = self.sessions.get(part["session"])
        require(expected is None or part["sequence"] in (expected, 1), "an event is missing or moved")
        self.sessions[part["session"]] = part["sequence"] + part["events"]
