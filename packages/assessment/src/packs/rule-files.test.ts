import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { loadPacks } from './load-pack.ts'
import { ruleFileSchema } from './rule-format.ts'
import { settingRuleFileSchema } from './setting-rule-format.ts'
import { textRuleFileSchema } from './text-rule-format.ts'

const PACKS = fileURLToPath(new URL('../../packs/', import.meta.url))
const anyFileSchema = z.union([textRuleFileSchema, settingRuleFileSchema, ruleFileSchema])
const FILE = {
  language: 'go',
  library: 'box',
  source: 'https://example.org/box',
  checkedAgainst: null,
  keywords: ['box'],
  rules: [],
}

/** Their calls are seen only in programs that some other library's keyword led to. */
const WITHOUT_KEYWORD = [
  'any/jose',
  'javascript/fastify',
  'python/python-standard-library',
  'ruby/ruby-standard-library',
]

/** Files of rules whose names and argument places nothing has compared with a release. This number only falls. */
const NOT_CHECKED = 542

async function shippedFiles(): Promise<readonly { readonly place: string; readonly path: string }[]> {
  const found = await readdir(PACKS, { recursive: true })
  return found
    .filter((path) => /^[^/]+\/rules\/.*\.json$/.test(path))
    .map((path) => ({ path, place: relative(path.split('/').slice(0, 2).join('/'), path).replace('.json', '') }))
}

/** `@noble/curves` as `noble-curves`, `Crypto++` as `cryptopp`. */
function fileNameOf(library: string): string {
  const plain = library.toLowerCase().replaceAll('++', 'pp')
  return plain.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')
}

describe('files of rules', () => {
  test('each has the name of its one library, and a library has one name in all packs', async () => {
    const named = await Promise.all(
      (await shippedFiles()).map(async ({ path, place }) => {
        const { default: file } = await import(join(PACKS, path), { with: { type: 'json' } })
        return [place.split('/').at(-1), fileNameOf(anyFileSchema.parse(file).library)]
      }),
    )
    expect(named.filter(([name, wanted]) => name !== wanted)).toEqual([])
  })

  test('what no keyword leads to is known by name', async () => {
    const keywords = new Map<string, number>()
    for (const { path, place } of await shippedFiles()) {
      const { default: file } = await import(join(PACKS, path), { with: { type: 'json' } })
      keywords.set(place, (keywords.get(place) ?? 0) + anyFileSchema.parse(file).keywords.length)
    }
    const silent = [...keywords].filter(([, count]) => count === 0).map(([place]) => place)
    expect(silent.sort()).toEqual(WITHOUT_KEYWORD)
  })

  test.each([
    ['no source', { source: undefined }],
    ['a source that is no address', { source: 'the manual' }],
    ['a source that is a file', { source: 'file:///usr/include/box.h' }],
    ['no word on what it was checked against', { checkedAgainst: undefined }],
    ['a release without its version', { checkedAgainst: { package: 'box' } }],
    ['rules of another library', { rules: [{ id: 'a', call: ['a.b'], library: 'other' }] }],
  ])('%s is refused', (_name, change) => {
    expect(ruleFileSchema.safeParse(FILE).success).toBe(true)
    expect(ruleFileSchema.safeParse({ ...FILE, ...change }).success).toBe(false)
  })

  test('a file that nothing was compared with says so, and such files only become fewer', async () => {
    const rules = (await loadPacks(['extended'])).flatMap((pack) => pack.rules)
    expect(rules.filter(({ checkedAgainst }) => checkedAgainst === null).length).toBeLessThanOrEqual(NOT_CHECKED)
  })
})
