import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Language, Parser, type TreeCursor } from 'web-tree-sitter'
import { LANGUAGES } from './languages.ts'
import { GRAMMARS, type Grammar, parserFor } from './parser.ts'
import { MAX_TREE_DEPTH } from './read-tree.ts'
import type { SyntaxNode } from './syntax-node.ts'

const CASES = fileURLToPath(new URL('../../fixtures/scan/', import.meta.url))
const GO_ON = () => true

/** The same tree through the documented interface, node by node. */
function readByCursor(cursor: TreeCursor, depth = 1): SyntaxNode {
  const kids: SyntaxNode[] = []
  const { nodeType: type, currentFieldName, startIndex: start, endIndex: end } = cursor
  if (depth < MAX_TREE_DEPTH && cursor.gotoFirstChild()) {
    do {
      const kid = readByCursor(cursor, depth + 1)
      const isKept = cursor.nodeIsNamed && !cursor.nodeType.endsWith('comment')
      if (isKept || kid.field !== undefined) kids.push(kid)
    } while (cursor.gotoNextSibling())
    cursor.gotoParent()
  }
  return { type, field: currentFieldName ?? undefined, start, end, kids }
}

async function byCursor(grammar: Grammar): Promise<(source: string) => SyntaxNode> {
  await parserFor(grammar)
  const parser = new Parser()
  parser.setLanguage(await Language.load(createRequire(import.meta.url).resolve(GRAMMARS[grammar])))
  return (source) => {
    const tree = parser.parse(source)
    const cursor = tree?.walk()
    if (cursor === undefined) throw new Error('no tree')
    const read = readByCursor(cursor)
    cursor.delete()
    tree?.delete()
    return read
  }
}

/** Some text of each language: its cases, with their marks. */
function sourcesOf(name: string): readonly string[] {
  const folder = `${CASES}${name}/`
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.cases'))
    .flatMap((file) => readFileSync(folder + file, 'utf8').split(/^=== .*$/m))
}

const languages = LANGUAGES.flatMap((one) => ('grammar' in one ? [one] : []))

describe.each(languages)('the memory of a tree of $name by the grammar $grammar', ({ name, grammar, prepare }) => {
  test('holds what a cursor finds, in every case and in pieces of them', { timeout: 60_000 }, async () => {
    const [parse, expected] = [await parserFor(grammar), await byCursor(grammar)]
    for (const source of sourcesOf(name).map((text) => prepare?.(text) ?? text)) {
      expect(parse(source, GO_ON)).toEqual(expected(source))
      // Broken in the middle, so that trees have errors and nodes that are missing.
      const half = source.slice(source.length / 3, source.length / 2)
      expect(parse(half, GO_ON)).toEqual(expected(half))
    }
  })

  test('holds it for any text', { timeout: 60_000 }, async () => {
    const [parse, expected] = [await parserFor(grammar), await byCursor(grammar)]
    const tokens = fc.constantFrom(
      '{',
      '}',
      '(',
      ')',
      '[',
      ']',
      ';',
      ',',
      '.',
      '=',
      '"',
      "'",
      '\n',
      ' ',
      '//',
      '/*',
      '*/',
    )
    const words = fc.constantFrom(
      'class',
      'fn',
      'def',
      'if',
      'new',
      'a',
      'b1',
      '12',
      '0x1F',
      'é',
      '\u{1f511}',
      '<',
      '>',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(tokens, words), { maxLength: 60 }), (parts) => {
        const source = parts.join(parts.length % 2 === 0 ? ' ' : '')
        expect(parse(source, GO_ON)).toEqual(expected(source))
      }),
      { numRuns: 150 },
    )
  })
})

test('a tree that is deeper than readers look is cut where a cursor would be stopped', async () => {
  const [parse, expected] = [await parserFor('javascript'), await byCursor('javascript')]
  const source = `x = ${'['.repeat(500)}1${']'.repeat(500)}`
  // Too deep for a comparison of objects.
  expect(JSON.stringify(parse(source, GO_ON))).toBe(JSON.stringify(expected(source)))
})

test('a tree is not read on when time is used up', async () => {
  const parse = await parserFor('javascript')
  const source = 'a(1, 2, 3);\n'.repeat(20_000)
  expect(() => parse(source, GO_ON)).not.toThrow()
  expect(() => parse(source, () => false)).toThrow(RangeError)
})
