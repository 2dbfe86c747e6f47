"""The log of docs/transparency-log.md: signed notes, checkpoints, inclusion. Source: the C2SP specifications."""

import base64
import hashlib
import re
from collections import namedtuple

import sigma
from sigma import Refused

Head = namedtuple("Head", "origin size root")
Key = namedtuple("Key", "name kind public key_id")
KINDS = {1: 32, 4: 32, 6: 1312}


class CannotJudge(Exception):
    """A signature of a kind that Python's own library and libsodium do not have (ML-DSA-44)."""


def _decode(text):
    try:
        data = base64.b64decode(text, validate=True)
    except ValueError:
        raise Refused("it is not Base64") from None
    if base64.b64encode(data).decode() != text:
        raise Refused("it is not Base64 in its only form")
    return data


def _read_key(line):
    name, _, rest = line.partition("+")
    key_id, _, encoded = rest.partition("+")
    data = _decode(encoded)
    if not data or KINDS.get(data[0]) != len(data) - 1:
        raise ValueError("a key is none")
    digest = hashlib.sha256(name.encode() + b"\n" + data).digest()[:4]
    if digest.hex() != key_id:
        raise ValueError("a key has another id")
    return Key(name, data[0], data[1:], digest)


class Log:
    """The keys that are trusted, and what they vouch for."""

    def __init__(self, keys_text):
        lines = [line.strip() for line in keys_text.split("\n")]
        lines = [line for line in lines if line and not line.startswith("#")]
        quorums = [int(line[7:]) for line in lines if re.fullmatch(r"quorum \d+", line)]
        keys = [_read_key(line) for line in lines if not re.fullmatch(r"quorum \d+", line)]
        self.log = [key for key in keys if key.name == keys[0].name]
        self.witnesses = [key for key in keys if key.name != keys[0].name]
        names = len({key.name for key in self.witnesses})
        self.quorum = quorums[0] if quorums else (names // 2 + 1 if names else 0)

    def read_checkpoint(self, note):
        if not isinstance(note, str) or not note.endswith("\n"):
            raise Refused("the checkpoint is none")
        body, gap, signatures = note.rpartition("\n\n")
        if not gap:
            raise Refused("the checkpoint has no signatures")
        text = body + "\n"
        signed = []
        for line in signatures[:-1].split("\n"):
            found = re.fullmatch("— ([^\\s+]+) (\\S+)", line)
            if not found:
                raise Refused("a signature is none")
            signed.append((found[1], _decode(found[2])))
        lines = text.split("\n")
        if len(lines) < 4 or not re.fullmatch("0|[1-9][0-9]{0,15}", lines[1]):
            raise Refused("the checkpoint is none")
        head = Head(lines[0], int(lines[1]), _decode(lines[2]))
        if len(head.root) != 32:
            raise Refused("the checkpoint is none")
        if not any(key.name == head.origin for key in self._signers(text, signed, self.log)):
            raise Refused("the checkpoint is not signed by the log")
        if len({key.name for key in self._signers(text, signed, self.witnesses)}) < self.quorum:
            raise Refused("too few witnesses have cosigned the checkpoint")
        return head

    def _signers(self, text, signed, keys):
        found = []
        for key in keys:
            own = [data[4:] for name, data in signed if name == key.name and data[:4] == key.key_id]
            for signature in own:
                if key.kind == 6:
                    raise CannotJudge("a cosignature is by ML-DSA-44")
                message = text.encode()
                if key.kind == 4:
                    time = int.from_bytes(signature[:8], "big")
                    message = f"cosignature/v1\ntime {time}\n".encode() + message
                    signature = signature[8:]
                if not sigma.verify_ed25519(signature, message, key.public):
                    raise Refused("a signature is false")
            found += [key] if own else []
        return found

    def read_proof(self, text):
        if not isinstance(text, str):
            raise Refused("the proof of the log is missing")
        head, gap, note = text.partition("\n\n")
        lines = head.split("\n")
        index = re.fullmatch("index (0|[1-9][0-9]{0,15})", lines[1]) if len(lines) > 1 else None
        if not gap or lines[0] != "c2sp.org/tlog-proof@v1" or not index:
            raise Refused("the proof of the log is none")
        path = [_decode(line) for line in lines[2:]]
        if any(len(each) != 32 for each in path):
            raise Refused("the proof of the log is none")
        return int(index[1]), path, self.read_checkpoint(note)

    @staticmethod
    def require_inclusion(leaf_hash, index, path, head):
        """RFC 9162, section 2.1.3.2."""
        node, last, digest = index, head.size - 1, leaf_hash
        if index >= head.size:
            raise Refused("the tree has no such leaf")
        for beside in path:
            if last == 0:
                raise Refused("it is not what the log has committed to")
            if node & 1 or node == last:
                digest = hashlib.sha256(b"\1" + beside + digest).digest()
                while not node & 1 and node:
                    node, last = node >> 1, last >> 1
            else:
                digest = hashlib.sha256(b"\1" + digest + beside).digest()
            node, last = node >> 1, last >> 1
        if last or digest != head.root:
            raise Refused("it is not what the log has committed to")
