import { createHash, generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { detectInCase } from '../../testing/crypto-cases.ts'

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
const bytes = createHash('sha256').update('a key of 256 bits').digest()
const hex = bytes.toString('hex')
const base64 = bytes.toString('base64')
const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
const sec1 = ec.export({ format: 'pem', type: 'sec1' }).toString()
const oneLine = pem.replaceAll('\n', '\\n')
const jwk = JSON.stringify(privateKey.export({ format: 'jwk' }))
const phrase = 'correct horse battery staple'

const FILES: Readonly<Record<string, string>> = {
  'key.pem': pem,
  'ec.key': sec1,
  'key.json': `{ "private_key": "${oneLine}" }`,
  'jwk.json': jwk,
  'one-line.jwks': `{"keys":[${jwk}]}`,
  'secret.yaml': `data:\n  tls.key: |\n${pem.replaceAll(/^/gm, '    ')}`,
  'app.yml': `jwt: { algorithm: RS256, secret: ${hex} }\nciphers: AES128-SHA # ${base64}\n`,
  'web.config': `<c><machineKey decryption="AES" decryptionKey="${hex.toUpperCase()}" validation="HMACSHA256"/></c>`,
  'wg0.conf': `[Interface]\nPrivateKey = ${base64}\n`,
  'a.tf': `resource "tls_private_key" "y" {\n  algorithm = "RSA"\n  secret = "${base64}"\n}`,
  'A.java': `import javax.crypto.spec.*;\nimport java.util.*;\nclass A {\n Object a = new SecretKeySpec(Base64.getDecoder().decode("${base64}"), "AES");\n Object b = new SecretKeySpec("${phrase}".getBytes(), "AES");\n Object c = new SecretKeySpec(new byte[] {${[...bytes].join(', ')}}, "AES");\n}\n`,
  'a.py': `from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes\nc = Cipher(algorithms.AES(bytes.fromhex("${hex}")), modes.ECB())\nd = Cipher(algorithms.AES(b"${[...bytes].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')}"), modes.ECB())\ne = Cipher(algorithms.AES(b'${phrase}'), modes.ECB())\n`,
  'a.js': `import { createCipheriv, createSign } from 'node:crypto'\ncreateCipheriv('aes-256-cbc', Buffer.from('${hex}', 'hex'), iv)\ncreateSign('RSA-SHA256').sign('${oneLine}')\ncreateCipheriv('aes-256-cbc', '${phrase}', iv)\n`,
  'a.go': `package a\nimport "crypto/aes"\nvar c, _ = aes.NewCipher([]byte{${[...bytes].map((byte) => `0x${byte.toString(16).padStart(2, '0')}`).join(', ')}})\nvar d, _ = aes.NewCipher([]byte("${phrase}"))\n`,
}

/** Every piece of a secret of so many characters; a name of an algorithm is none of them. */
function piecesOf(secret: string): readonly string[] {
  const body = secret.replaceAll(/-----[A-Z ]+-----|\\n|\n/g, '')
  return Array.from({ length: Math.max(0, body.length - 11) }, (_, i) => body.slice(i, i + 12))
}

const SECRETS = new Set(
  [pem, sec1, hex, hex.toUpperCase(), base64, phrase, [...bytes].join(', ')]
    .flatMap(piecesOf)
    .concat(Object.values(privateKey.export({ format: 'jwk' })).flatMap((value) => piecesOf(String(value)))),
)

describe('findings tell nothing of a key', () => {
  test.each(Object.entries(FILES))('%s', async (path, content) => {
    const one = {
      language: 'keys',
      name: path,
      place: path,
      packs: ['extended'],
      expected: [],
      files: [{ path, content }],
    }
    const detections = await detectInCase(one)
    expect(detections.length).toBeGreaterThan(0)
    const shown = JSON.stringify(detections)
    const told = [...Array(Math.max(0, shown.length - 11)).keys()].filter((i) => SECRETS.has(shown.slice(i, i + 12)))
    expect(told.map((i) => shown.slice(i, i + 12))).toEqual([])
  })
})
