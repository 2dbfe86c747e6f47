import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parserFor } from '../parser.ts'
import { readCSharp } from './index.ts'

const parse = await parserFor('csharp')
const read = (source: string) =>
  readCSharp(
    parse(source, () => true),
    source,
  )

test.each([
  ['@"a\\b""c"', 'a\\b"c'],
  ['"a\\tb"', 'a\tb'],
  ['"abc"u8', 'abc'],
  ['"""raw \\n"""', 'raw \\n'],
  ["'x'", 'x'],
  ['nameof(A.B)', 'B'],
])('the text of %s', (literal, v) => {
  const [first] = read(`var x = ${literal};`).body
  expect(first).toMatchObject({ k: 'let', name: 'x', value: { k: 'str', v } })
})

test('a property that can be set has a setter, one that cannot has none', () => {
  const [first] = read(
    'class A { public string B { get; set; } public string C { get; } = "x"; string D => "y"; }',
  ).body
  expect(first).toMatchObject({
    k: 'class',
    cls: {
      methods: [{ name: 'B=', params: [{ name: 'B', isField: true }] }],
      fields: [{ name: 'B' }, { name: 'C', value: { v: 'x' } }, { name: 'D', value: { v: 'y' } }],
    },
  })
})

test('the namespace, whichever way it is written', () => {
  expect(read('namespace A.B;\nclass C {}').package).toBe('A.B')
  expect(read('namespace A { namespace B { class C {} } }').package).toBe('A')
})

const words =
  `class A namespace using static var x = ; { } ( ) [ ] => ? . ?. "s" $"{a}" new () is RSA r switch case : , < > get set
  _ 1 await async if else return #if #endif with ref out in this base : where T @"x" """ /* */ //`.split(/\s+/)

test('nothing that is written makes it throw', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...words), { maxLength: 60 }), (soup) => {
      expect(read(soup.join(' ')).body).toBeInstanceOf(Array)
    }),
    { numRuns: 200 },
  )
})
