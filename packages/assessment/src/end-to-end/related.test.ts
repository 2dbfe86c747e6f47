import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadPacks } from '../packs/load-pack.ts'
import { scan } from '../runtime/scan.ts'

const packs = await loadPacks()
let root = ''
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'sluice-related-'))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

async function findingsIn(name: string, files: Readonly<Record<string, string>>) {
  const path = join(root, name)
  mkdirSync(path)
  for (const [file, content] of Object.entries(files)) writeFileSync(join(path, file), content)
  const { detections, statistics } = await scan(path, packs)
  return { found: detections.map(({ file, line, algorithm }) => `${file}:${line} ${algorithm}`), statistics }
}

const SEALER = `package acme;
import javax.crypto.Cipher;
public class Sealer {
  public static Cipher open(String how) throws Exception { return Cipher.getInstance(how); }
}
`

test('the other end of a wrapper is found in a file without a keyword', async () => {
  const { found, statistics } = await findingsIn('wrapper', {
    'Sealer.java': SEALER,
    'Orders.java': 'package acme;\nclass Orders {\n  Object o = Sealer.open("AES/GCM/NoPadding");\n}\n',
    'Other.java': 'package acme;\nclass Other {\n  String mention = "AES/GCM/NoPadding";\n}\n',
  })
  expect(found).toEqual(['Orders.java:3 AES', 'Sealer.java:4 AES'])
  expect(statistics).toMatchObject({ filesSeen: 3, filesRead: 3, filesParsed: 2 })
})

test('through a wrapper of a wrapper', async () => {
  const { found } = await findingsIn('twice', {
    'Sealer.java': SEALER,
    'Vault.java': 'package acme;\nclass Vault {\n  static Object lock(String how) { return Sealer.open(how); }\n}\n',
    'Orders.java': 'package acme;\nclass Orders {\n  Object o = Vault.lock("AES/CBC/PKCS5Padding");\n}\n',
  })
  expect(found).toContain('Orders.java:3 AES')
})

test('a class of the project is not taken for a library’s of the same name', async () => {
  const { found } = await findingsIn('namesake', {
    'Aes.cs': 'namespace Museum;\npublic class Aes { public static Aes Create() => new(); }\n',
    'Tour.cs': 'namespace Museum;\n// RSA.Create(2048) is gone\nclass Tour { object station = Aes.Create(); }\n',
  })
  expect(found).toEqual([])
})

test('a constant of a file without a keyword tells the algorithm', async () => {
  const { found } = await findingsIn('constant', {
    'settings.py': 'FAMILY_OF_TOKENS = "RS256"\n',
    'tokens.py':
      'import jwt\nfrom settings import FAMILY_OF_TOKENS\n\ndef issue(claims, key):\n    return jwt.encode(claims, key, algorithm=FAMILY_OF_TOKENS)\n',
  })
  expect(found).toEqual(['tokens.py:5 RSA'])
})
