import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCheckpoint, writeCheckpoint } from './checkpoint.ts'
import { EMPTY_ROOT } from './hashes.ts'
import { readLogProof, writeLogProof } from './log-proof.ts'
import {
  cosignedAt,
  createVerifierKey,
  messageOf,
  readVerifierKey,
  type SignatureType,
  signersOf,
  type VerifierKey,
  withTime,
  writeVerifierKey,
} from './note-keys.ts'
import { InvalidNote, readNote, type SignedNote, writeNote } from './signed-note.ts'

const text = writeCheckpoint({ origin: 'example.org/log', size: 20_852_163, root: EMPTY_ROOT })

function keyFor(name: string, type: SignatureType) {
  const algorithm = type === 'cosignature-ml-dsa-44' ? 'ml-dsa-44' : 'ed25519'
  const { privateKey, publicKey } = generateKeyPairSync(algorithm as 'ed25519')
  const spki = publicKey.export({ format: 'der', type: 'spki' })
  const bytes = Uint8Array.from(spki.subarray(algorithm === 'ed25519' ? -32 : -1_312))
  return { privateKey, verifierKey: createVerifierKey(name, type, bytes) }
}

function signed(
  note: string,
  { privateKey, verifierKey }: { privateKey: KeyObject; verifierKey: VerifierKey },
  time = 1_679_315_147,
) {
  const message = messageOf(verifierKey, note, time)
  const signature = withTime(verifierKey.type, time, Uint8Array.from(sign(null, message, privateKey)))
  return { name: verifierKey.name, keyId: verifierKey.keyId, signature }
}

describe('a signed note', () => {
  it('is verified as others do: the example of Go, golang.org/x/mod/sumdb/note', () => {
    const key = readVerifierKey('PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW')
    const note =
      "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n\n" +
      '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n'
    expect(writeNote(readNote(note))).toBe(note)
    expect(signersOf(readNote(note), [key])).toEqual([key])
    const altered = readNote(note.replace('problem is', 'problem was'))
    expect(() => signersOf(altered, [key])).toThrow(InvalidNote)
  })

  it.each<SignatureType>(['note', 'cosignature', 'cosignature-ml-dsa-44'])('by a key for a %s counts', (type) => {
    const key = keyFor('witness.example/w1', type)
    const other = keyFor('witness.example/w1', type)
    expect(readVerifierKey(writeVerifierKey(key.verifierKey))).toEqual(key.verifierKey)
    const note: SignedNote = { text, signatures: [signed(text, key), signed(text, other)] }
    const read = readNote(writeNote(note))
    expect(read).toEqual(note)
    expect(signersOf(read, [key.verifierKey])).toEqual([key.verifierKey])
    expect(cosignedAt(read.signatures[0]!, key.verifierKey)).toBe(type === 'note' ? undefined : 1_679_315_147)

    // One key again and again costs as many verifications.
    const copies = Array.from({ length: 5 }, () => signed(text, key))
    expect(() => signersOf({ text, signatures: copies }, [key.verifierKey])).toThrow(InvalidNote)

    // Nobody who is known; and a known key with a signature of another text, or of another time.
    expect(signersOf({ text, signatures: [signed(text, other)] }, [key.verifierKey])).toEqual([])
    const forged = text.replace('20852163', '20852164')
    expect(() => signersOf({ ...read, text: forged }, [key.verifierKey])).toThrow(InvalidNote)
    if (type === 'note') return
    const later = Uint8Array.from(read.signatures[0]!.signature)
    later[7] = later[7]! ^ 1
    const moved = { text, signatures: [{ ...read.signatures[0]!, signature: later }] }
    expect(() => signersOf(moved, [key.verifierKey])).toThrow(InvalidNote)
  })

  it('by ML-DSA-44 is bound to the name of its cosigner, by Ed25519 it is not', () => {
    for (const [type, isBound] of [
      ['cosignature-ml-dsa-44', true],
      ['cosignature', false],
    ] as const) {
      const { privateKey, verifierKey } = keyFor('witness.example/w1', type)
      const renamed = createVerifierKey('witness.example/w2', type, verifierKey.publicKey)
      const { signature } = signed(text, { privateKey, verifierKey })
      const note = { text, signatures: [{ name: renamed.name, keyId: renamed.keyId, signature }] }
      if (isBound) expect(() => signersOf(note, [renamed])).toThrow(InvalidNote)
      else expect(signersOf(note, [renamed])).toEqual([renamed])
    }
  })

  it('signs the bytes that the specification gives as its example', () => {
    const example = 'example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n'
    const message = messageOf({ name: 'w', type: 'cosignature' }, example, 1_679_315_147)
    expect(new TextDecoder().decode(message)).toBe(`cosignature/v1\ntime 1679315147\n${example}`)
    const binary = Buffer.from(messageOf({ name: 'w', type: 'cosignature-ml-dsa-44' }, example, 5))
    expect(binary.toString('hex')).toBe(
      Buffer.from('subtree/v1\n\0\x01w').toString('hex') +
        '0000000000000005' +
        `1b${Buffer.from('example.com/behind-the-sofa').toString('hex')}` +
        '0000000000000000' +
        '00000000013e2dc3' +
        Buffer.from('CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=', 'base64').toString('hex'),
    )
  })

  it.each([
    ...['', '\n', 'a\n', 'a\n\n', 'a\n\n— w\n', 'a\n\n— w AAAA\n', 'a\n\n— w AAAAAA=\n', 'a\n\n- w AAAAAAAA\n'],
    ...[
      'a\n\n— w+x AAAAAAAA\n',
      'a\n\n— w AAAAAAAA',
      'a\r\n\n— w AAAAAAAA\n',
      'a\n\n— w AAAAAAB=\n',
      'a\n\n— w  AAAAAAAA\n',
    ],
  ])('is not %j', (note) => expect(() => readNote(note)).toThrow(InvalidNote))

  it.each(['', 'w', 'w+00000000+AQ==', 'w w+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'])(
    'has no key %j',
    (key) => expect(() => readVerifierKey(key)).toThrow(InvalidNote),
  )

  it('never makes its reader throw anything else', () => {
    const near = fc.stringMatching(/^[a\n— +AB=/]{0,40}$/)
    for (const read of [readNote, readCheckpoint, readLogProof, readVerifierKey]) {
      fc.assert(
        fc.property(fc.oneof(fc.string(), near), (input) => {
          try {
            read(input)
          } catch (error) {
            expect(error).toBeInstanceOf(InvalidNote)
          }
        }),
      )
    }
  })
})

describe('a checkpoint', () => {
  it('is read as it is written, extensions passed over', () => {
    const head = { origin: 'example.org/log', size: 7, root: EMPTY_ROOT }
    expect(readCheckpoint(writeCheckpoint(head))).toEqual(head)
    expect(readCheckpoint(`${writeCheckpoint(head)}extension\n`)).toEqual(head)
  })

  it.each([
    'o\n07\nR\n',
    'o\n-1\nR\n',
    'o\n1\nR',
    'o\n1\nR\n\n',
    '\n1\nR\n',
    'o\n1\nAAAA\n',
    'o\n99999999999999999\nR\n',
  ])('is not %j', (template) => {
    const checkpoint = template.replace('R', Buffer.from(EMPTY_ROOT).toString('base64'))
    expect(() => readCheckpoint(checkpoint)).toThrow(InvalidNote)
  })
})

describe('a proof file', () => {
  it.each([undefined, Uint8Array.of(1, 2, 3)])('is read as it is written, with extra %j', (extra) => {
    const proof = {
      index: 73_894,
      path: [EMPTY_ROOT, EMPTY_ROOT],
      checkpoint: `${text}\n— w AAAAAAAA\n`,
      ...(extra && { extra }),
    }
    const file = writeLogProof(proof)
    expect(file.startsWith('c2sp.org/tlog-proof@v1\n')).toBe(true)
    expect(readLogProof(file)).toEqual(proof)
  })
})

it('keys of ML-DSA-44 are those of Node', () => {
  // A private key that Node exports, and reads again: what operators keep in a file.
  const { privateKey } = keyFor('w', 'cosignature-ml-dsa-44')
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' })
  expect(createPrivateKey(pem).asymmetricKeyType).toBe('ml-dsa-44')
})
