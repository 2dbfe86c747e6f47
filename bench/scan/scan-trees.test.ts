import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fetchPublicTree, publicTreeSchema } from './fetch-public-tree.ts'
import manifest from './public-tree.json' with { type: 'json' }
import { writeTree } from './write-tree.ts'

let root = ''
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'sluice-trees-'))
})
afterEach(async () => await rm(root, { recursive: true, force: true }))

async function written(cryptoPercent: number, cryptoEveryMethod: number) {
  await writeTree(root, { files: 100, fileBytes: 5_000, cryptoPercent, cryptoEveryMethod, language: 'java' })
  const texts = await Promise.all(
    (await readdir(join(root, 'src/part0'))).map((file) => readFile(join(root, 'src/part0', file), 'utf8')),
  )
  const uses = texts.map((text) => text.match(/Cipher\.getInstance/g)?.length ?? 0)
  return {
    files: uses.filter((count) => count > 0).length,
    most: Math.max(...uses),
    methods: texts[0]?.match(/public int/g)?.length,
  }
}

it('writes as many files with cryptography as are asked for', async () => {
  expect(await written(5, 6)).toMatchObject({ files: 5, most: 2, methods: 7 })
})

it('writes files that are full of it', async () => {
  const { files, most, methods } = await written(15, 1)
  expect(files).toBe(15)
  expect(most).toBe(methods)
})

it('names the archives of the public tree by their hashes', () => {
  expect(publicTreeSchema.parse(manifest).sources.length).toBeGreaterThan(0)
})

it('does not write the public tree over something', async () => {
  await writeFile(join(root, 'mine.txt'), '')
  await expect(fetchPublicTree(root)).rejects.toThrow('is not empty')
})
