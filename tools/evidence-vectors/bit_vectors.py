"""Makes the vectors of the relation Bit over P-256 with the own program of draft-irtf-cfrg-sigma-protocols.

    python3 tools/evidence-vectors/bit_vectors.py POC > packages/evidence/src/sigma/vectors/bit_Shake128_P256.json

POC is the folder `poc` of https://github.com/mmaker/draft-irtf-cfrg-sigma-protocols; the committed vectors were made
with its sigma_protocols.py as of commit 0119ed2093c7707c1bb0f4d13dc16879249e6631, fiat_shamir.py as of
589d682ea48c4b2cab1d1b4b7bcdaf3285754202 and groups.py as of 563ecac5b3c716f25a15b7d322fa0f377d8ae220. Nothing of them
stands here. The drafts publish no vector of Bit. Before it makes any, this program lets theirs make the four compact
proofs of the draft's appendix again and compares every byte. Python 3 alone is needed.
"""

import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
VECTORS = os.path.join(HERE, "../../packages/evidence/src/sigma/vectors")
SUITE = "sigma-proofs_Shake128_P256"

sys.path.insert(0, sys.argv[1])
from fiat_shamir import DuplexSponge, decode_uint, derive_session_id  # noqa: E402
from groups import DeserializeError, P256Group  # noqa: E402
from sigma_protocols import (  # noqa: E402
    Equation,
    LinearRelation,
    SigmaError,
    image,
    linear_map,
    parse_statement,
    prove_compact,
    serialize_linear_relation,
    verify_compact,
)

GROUP = P256Group()


class Seeded:
    """The scalars of a tag, as the appendix of the draft draws them. Never for a real proof."""

    def __init__(self, tag):
        self.sponge = DuplexSponge(derive_session_id(tag.encode()))

    def random_scalar(self):
        return decode_uint(self.sponge.squeeze(GROUP.Ns + 16), GROUP.order)


def check_program():
    """Their program must make the proofs that the draft prints, or these files are not theirs."""
    with open(os.path.join(VECTORS, SUITE + ".json")) as file:
        vectors = [vector for vector in json.load(file)["vectors"] if vector["accepted"]]
    for vector in vectors:
        instance = parse_statement(GROUP, bytes.fromhex(vector["instance"]))
        witness = GROUP.scalar_deserialize(bytes.fromhex(vector["witness"]))
        nonces = Seeded(f"TestDRNG-SIGMA-PROOFS-CMPT-{SUITE}-{vector['id'].split('/')[2]}")
        proof = prove_compact(vector["tag"].encode(), instance, witness, nonces)
        assert proof.hex() == vector["proof"], vector["id"]


def bit_of(values, linked=None):
    """Bits with their commitments C = b*G + r*H, and where weights are given V = sum(w*b)*G + t*H.

    Elements: G, H, V where there is one, then each C. Scalars: b, r, s for each bit, then t.
    """
    random = Seeded(f"sluice bit vectors {values} {linked}")
    g, h = GROUP.generator(), GROUP.mul(random.random_scalar(), GROUP.generator())
    pedersen = lambda value, blinding: GROUP.add(GROUP.mul(value, g), GROUP.mul(blinding, h))
    blindings = [random.random_scalar() for _ in values]
    bits = [pedersen(value % GROUP.order, blinding) for value, blinding in zip(values, blindings)]
    first = 2 if linked is None else 3
    equations, witness = [], []
    for index, (value, blinding) in enumerate(zip(values, blindings)):
        scalar, element = 3 * index, first + index
        equations.append(Equation([(element, 1)], [(scalar, 0, 1), (scalar + 1, 1, 1)]))
        equations.append(Equation([(element, 1)], [(scalar, element, 1), (scalar + 2, 1, 1)]))
        witness += [value % GROUP.order, blinding, blinding * (1 - value) % GROUP.order]
    elements = [g, h, *bits]
    if linked is not None:
        blinding = random.random_scalar()
        total = sum(weight * value for weight, value in zip(linked, values))
        elements = [g, h, pedersen(total % GROUP.order, blinding), *bits]
        terms = [(3 * index, 0, weight) for index, weight in enumerate(linked)]
        equations.append(Equation([(2, 1)], [*terms, (3 * len(values), 1, 1)]))
        witness.append(blinding)
    return LinearRelation(GROUP, elements, equations), witness


def tag_of(name):
    return f"{name}-CMPT-with-{SUITE}"


def proof_of(name, instance, witness):
    return prove_compact(tag_of(name).encode(), instance, witness, Seeded(f"sluice bit vectors nonces {name}"))


def accepts(tag, instance, proof):
    try:
        return verify_compact(tag.encode(), parse_statement(GROUP, instance), proof)
    except (SigmaError, DeserializeError):
        return False


def altered(data, at):
    """The last bit of a byte is another."""
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1:]


VALID = [
    ("bit-0", "C = 0 * G + r * H", [0], None),
    ("bit-1", "C = 1 * G + r * H", [1], None),
    ("bits-1-2", "two bits, and V commits to 1 * b0 + 2 * b1 = 2", [0, 1], [1, 2]),
    ("bits-1-2-2", "three bits, and V commits to 1 * b0 + 2 * b1 + 2 * b2 = 5", [1, 1, 1], [1, 2, 2]),
]


def valid_vectors():
    for name, what, values, linked in VALID:
        instance, witness = bit_of(values, linked)
        assert linear_map(instance, witness) == image(instance), name
        yield {
            "id": f"bit/p256/{name}",
            "what": what,
            "tag": tag_of(name),
            "sessionId": derive_session_id(tag_of(name).encode()).hex(),
            "instance": serialize_linear_relation(instance).hex(),
            "witness": GROUP.scalar_serialize(witness).hex(),
            "proof": proof_of(name, instance, witness).hex(),
            "accepted": True,
        }


# Of the serialized instance: the number of equations, that of the image's terms, and index and coefficient of one.
IMAGE_COEFFICIENT = 4 + 4 + 4 + 31
# Then the number of the map's terms, and scalar, element and coefficient of one.
MAP_COEFFICIENT = IMAGE_COEFFICIENT + 1 + 4 + 4 + 4 + 31


def cases(name, relation, proof):
    """What is wrong, then the tag, the instance and the proof."""
    instance = serialize_linear_relation(relation)
    tag, end = tag_of(name), len(proof)
    points = len(instance) - (len(relation.elements) - 1) * GROUP.Ne
    order = GROUP.order.to_bytes(32, "big")
    yield "the challenge is altered", tag, instance, altered(proof, 31)
    for response in range(1, end // 32):
        yield f"response {response - 1} is altered", tag, instance, altered(proof, 32 * response + 31)
    yield "the first two responses are exchanged", tag, instance, proof[:32] + proof[64:96] + proof[32:64] + proof[96:]
    yield "the last element has the other sign", tag, altered(instance, len(instance) - 33), proof
    yield "H has the other sign", tag, altered(instance, points), proof
    yield "the first image is the identity", tag, altered(instance, IMAGE_COEFFICIENT), proof
    yield "the first scalar of the first equation has the coefficient 0", tag, altered(instance, MAP_COEFFICIENT), proof
    yield "the tag is that of another proof", tag + "x", instance, proof
    yield "the first response is the order of the group", tag, instance, proof[:32] + order + proof[64:]
    yield "the challenge is the order of the group", tag, instance, order + proof[32:]
    yield "the last response is missing", tag, instance, proof[:-32]
    yield "a byte is missing", tag, instance, proof[:-1]
    yield "a byte too many", tag, instance, proof + b"\0"
    yield "the proof is empty", tag, instance, b""


FALSE = [
    ("bit-2", "C = 2 * G + r * H: no bit", [2], None),
    ("bit-minus-1", "C = -1 * G + r * H: no bit", [-1], None),
    ("bits-sum", "the bits are 3 and -1, though their weighted sum is 1", [3, -1], [1, 2]),
]


def invalid_vectors():
    for name, _, values, linked in (VALID[1], VALID[3]):
        instance, witness = bit_of(values, linked)
        for number, (what, tag, *given) in enumerate(cases(name, instance, proof_of(name, instance, witness))):
            yield invalid(f"bit/p256/{name}/{number}", what, tag, *given)
    for name, what, values, linked in FALSE:
        instance, witness = bit_of(values, linked)
        # The best that there is: s = r * (1 - b) makes the second equation hold for 0 and 1 only.
        assert linear_map(instance, witness) != image(instance), name
        proof = proof_of(name, instance, witness)
        yield invalid(f"bit/p256/{name}", what, tag_of(name), serialize_linear_relation(instance), proof)
    # The sum is right, one bit is not that of the commitment: the link alone would hold.
    instance, _ = bit_of([1, 0], [1, 2])
    _, witness = bit_of([0, 1], [1, 2])
    proof = proof_of("bits-other", instance, witness)
    what = "the witness is that of other commitments"
    yield invalid("bit/p256/bits-other", what, tag_of("bits-other"), serialize_linear_relation(instance), proof)


def invalid(name, what, tag, instance, proof):
    assert not accepts(tag, instance, proof), name
    return {
        "id": name,
        "what": what,
        "tag": tag,
        "instance": instance.hex(),
        "proof": proof.hex(),
        "accepted": False,
    }


check_program()
vectors = [*valid_vectors(), *invalid_vectors()]
source = (
    "Made by the program of draft-irtf-cfrg-sigma-protocols (its folder poc); "
    "command and commits: tools/evidence-vectors/bit_vectors.py"
)
json.dump({"source": source, "vectors": vectors}, sys.stdout, indent=2)
sys.stdout.write("\n")
