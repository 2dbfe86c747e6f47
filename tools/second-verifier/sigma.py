"""The proof of docs/evidence-protocol.md, over libsodium's ristretto255. It shares no code with the product."""

import ctypes
import ctypes.util
import hashlib

_LIBRARY = ctypes.util.find_library("sodium")
if _LIBRARY is None:
    raise ImportError("libsodium is not installed")
_SODIUM = ctypes.CDLL(_LIBRARY)
if _SODIUM.sodium_init() < 0 or not hasattr(_SODIUM, "crypto_core_ristretto255_add"):
    raise ImportError("libsodium has no ristretto255")

L = 2**252 + 27742317777372353535851937790883648493
G = bytes.fromhex("e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76")
DST = b"sluice-evidence-v1 second generator"
SUITE = "sluice-sigma_Shake128_ristretto255"
IDENTITY = bytes(32)
WEIGHTS = [[], [1], [1, 1], [1, 2], [1, 2, 1], [1, 2, 2], [1, 2, 3], [1, 2, 4]]


class Refused(Exception):
    """What is judged is not what it must be. The message says why."""


def _call(name, *arguments):
    out = ctypes.create_string_buffer(32)
    status = getattr(_SODIUM, name)(out, *arguments)
    return out.raw, status


def _second_generator():
    def sha512(data):
        return hashlib.sha512(data).digest()

    # expand_message_xmd of RFC 9380 for the empty message and 64 bytes: one block behind the first.
    suffix = DST + bytes([len(DST)])
    first = sha512(bytes(128) + (64).to_bytes(2, "big") + b"\0" + suffix)
    block = sha512(first + b"\1" + suffix)
    return _call("crypto_core_ristretto255_from_hash", block)[0]


H = _second_generator()


def point(encoded):
    if len(encoded) != 32 or encoded == IDENTITY:
        raise Refused("a point is not one")
    if _SODIUM.crypto_core_ristretto255_is_valid_point(encoded) != 1:
        raise Refused("a point is not one")
    return encoded


def scalar(encoded):
    value = int.from_bytes(encoded, "little")
    if len(encoded) != 32 or value >= L:
        raise Refused("a scalar is not one")
    return value


def add(one, other):
    return _call("crypto_core_ristretto255_add", one, other)[0]


def subtract(one, other):
    return _call("crypto_core_ristretto255_sub", one, other)[0]


def times(factor, base):
    if factor % L == 0:
        return IDENTITY
    return _call("crypto_scalarmult_ristretto255", (factor % L).to_bytes(32, "little"), base)[0]


def verify_ed25519(signature, message, key):
    function = _SODIUM.crypto_sign_ed25519_verify_detached
    length = ctypes.c_ulonglong(len(message))
    return len(signature) == 64 and function(signature, message, length, key) == 0


def _le32(number):
    return number.to_bytes(4, "little")


def _framed(*fields):
    return b"".join(_le32(len(field)) + field for field in fields)


def tag_of(kind, origin, leaf_hash):
    names = ["sluice-evidence", "1", "CMPT", SUITE, kind, origin]
    return _framed(*[name.encode() for name in names], leaf_hash)


def session_id_of(tag):
    return hashlib.shake_128(b"irtf-cfrg-fiat-shamir/session-id" + bytes(136) + tag).digest(32)


def weights_of(kind, e):
    """The weights of the bits: of s (or c), of r, of c - r."""
    if kind != "clearance" and not (isinstance(e, int) and 0 <= e <= 7):
        raise Refused("there is no such level")
    if kind == "answered":
        return [WEIGHTS[e], WEIGHTS[7], WEIGHTS[7]]
    return [WEIGHTS[e] if kind == "refused" else WEIGHTS[7]]


class Relation:
    """Elements and equations. An equation is (image, map) with the terms of each in their order."""

    def __init__(self, kind, e, commitments, bits):
        groups = weights_of(kind, e)
        m, k = len(commitments), len(bits)
        self.elements = [G, H] + [point(masked) for masked, _ in commitments] + [point(bit) for bit in bits]
        self.equations = []
        for i in range(k):
            image = [(2 + m + i, 1)]
            self.equations.append((image, [(3 * i, 0, 1), (3 * i + 1, 1, 1)]))
            self.equations.append((image, [(3 * i, 2 + m + i, 1), (3 * i + 2, 1, 1)]))
        links = [self._terms(groups, [1, 8, 0] if kind == "answered" else [1])]
        if kind == "answered":
            links.append(self._terms(groups, [0, 1, 1]))
        for j, terms in enumerate(links):
            image = [(2 + j, 1), (0, scalar(commitments[j][1]))]
            self.equations.append((image, terms + [(3 * k + j, 1, 1)]))

    @staticmethod
    def _terms(groups, factors):
        terms, bit = [], 0
        for weights, factor in zip(groups, factors):
            for weight in weights:
                if factor:
                    terms.append((3 * bit, 0, weight * factor))
                bit += 1
        return terms

    def serialize(self):
        def coefficient(value):
            return value.to_bytes(32, "little")

        out = _le32(len(self.equations))
        for image, terms in self.equations:
            out += _le32(len(image)) + b"".join(_le32(element) + coefficient(c) for element, c in image)
            out += _le32(len(terms))
            out += b"".join(_le32(index) + _le32(element) + coefficient(c) for index, element, c in terms)
        return out + b"".join(self.elements[1:])

    def image(self, terms):
        total = IDENTITY
        for element, c in terms:
            total = add(total, times(c, self.elements[element]))
        if total == IDENTITY:
            raise Refused("an image is the identity")
        return total


def verify_proof(kind, e, commitments, origin, leaf_hash, proof):
    """Raises Refused where the proof does not hold. `commitments` are pairs of masked and shift."""
    k = sum(len(weights) for weights in weights_of(kind, e))
    m = len(commitments)
    if len(proof) != 32 * (k + 1 + 3 * k + m):
        raise Refused("the proof has another length")
    bits = [proof[32 * i : 32 * (i + 1)] for i in range(k)]
    relation = Relation(kind, e, commitments, bits)
    rest = proof[32 * k :]
    x = scalar(rest[:32])
    z = [scalar(rest[32 * i : 32 * (i + 1)]) for i in range(1, len(rest) // 32)]
    commitments_of_prover = b""
    for image, terms in relation.equations:
        total = IDENTITY
        for index, element, c in terms:
            total = add(total, times(z[index] * c, relation.elements[element]))
        total = subtract(total, times(x, relation.image(image)))
        if total == IDENTITY:
            raise Refused("a commitment is the identity")
        commitments_of_prover += total
    session_id = session_id_of(tag_of(kind, origin, leaf_hash))
    material = session_id + bytes(136) + relation.serialize() + commitments_of_prover
    challenge = int.from_bytes(hashlib.shake_128(material).digest(48), "little") % L
    if challenge != x:
        raise Refused("its proof is false")
    return relation
