import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { evaluateCrypto } from './crypto.ts'

const CASES = `=== sizes [extended]
--- a.py
import hashlib
import ssl
from Crypto.Cipher import AES
AES.new(b"0123456789abcdef", AES.MODE_GCM) «AES keySize=128 mode=GCM»
AES.new(b"0123456789abcdef", AES.MODE_CBC) «AES keySize=256 mode=CBC»
context = ssl.create_default_context()
context.set_ciphers("AES256-GCM-SHA384:AES128-GCM-SHA256") «AES keySize=128 mode=GCM»
hashlib.sha384(b"a") «SHA-2 hash=SHA-384»
hashlib.sha256(b"a")
`

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-crypto-eval-'))
  await mkdir(join(folder, 'python'))
  await writeFile(join(folder, 'python', 'all.cases'), CASES)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('evaluateCrypto', () => {
  it('counts uses by family and line, whatever is known of them, and what is known apart', async () => {
    const { json, tables } = await evaluateCrypto([folder])
    expect(json.all).toMatchObject({ python: { expected: 4, found: 4, unexpected: 1, recall: 1 } })
    expect(json.parameters).toMatchObject({
      python: {
        // The second key is not that long, and a text with two suites says two sizes.
        keySize: { all: 3, found: 3, right: 1 },
        mode: { all: 3, right: 3 },
        hash: { all: 1, right: 1 },
        aesVerdict: { all: 3, right: 1 },
      },
    })
    const failures = tables.at(-1)?.rows.map(({ what, place }) => `${what} ${place}`)
    expect(failures).toEqual([
      'unexpected a.py:9',
      'size wrong a.py:5',
      'verdict wrong a.py:5',
      'size wrong a.py:7',
      'verdict wrong a.py:7',
    ])
  })
})
