import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parserFor } from '../parser.ts'
import { readKotlin } from './index.ts'

const parse = await parserFor('kotlin')
const read = (source: string) =>
  readKotlin(
    parse(source, () => true),
    source,
  )

test.each([
  ['"a\\tb"', { k: 'str', v: 'a\tb' }],
  ['"""raw \\n"""', { k: 'str', v: 'raw \\n' }],
  [`"\${'$'}x"`, { k: 'str', v: '$x' }],
  ['"$a/b"', { k: 'add', parts: [{ v: '' }, { k: 'name', id: 'a' }, { v: '/b' }] }],
  [`"\${a.b}c"`, { k: 'add', parts: [{ v: '' }, { k: 'member', name: 'b' }, { v: 'c' }] }],
  ['ByteArray(16)', { k: 'bytes', count: { v: 16 } }],
  ['mapOf("a" to 1)', { k: 'map', entries: [{ key: { v: 'a' }, value: { v: 1 } }] }],
  ['f<Foo>("x")', { k: 'call', callee: { id: 'f' }, args: [{ value: { v: 'x' } }] }],
  ['4096.bits', { k: 'num', v: 4096 }],
])('the value of %s', (text, value) => {
  expect(read(`val x = ${text}`).body[0]).toMatchObject({ k: 'let', name: 'x', value })
})

test('a bare name in a block with a receiver may be its member', () => {
  const [first] = read('val x = y.apply { init(1) }').body
  expect(first).toMatchObject({
    value: { k: 'block', body: [{ k: 'let' }, { k: 'expr', e: { callee: { id: 'init', on: { k: 'name' } } } }] },
  })
})

test('names of nested blocks do not meet', () => {
  const [first] = read('val x = a.let { it.b.also { it.c() } }').body
  const ids = [...JSON.stringify(first).matchAll(/"id":"(it@\d+)"/g)].map(([, id]) => id)
  expect(new Set(ids).size).toBe(2)
})

test.each([
  ['fun String.seal(a: Int) = a', { k: 'func', fn: { name: 'seal', params: [{ name: 'a' }] } }],
  [
    'import a.Cipher\nfun Cipher.seal() = 1',
    { k: 'class', cls: { name: 'Cipher', isExtension: true, methods: [{ name: 'seal' }] } },
  ],
])('an extension: %s', (text, found) => {
  expect(read(text).body.at(-1)).toMatchObject(found)
})

const words =
  `class A object companion { } ( ) [ ] -> = : , . ?. ?: !! fun val var by lazy if else when is in as "s" "$x" "\${y}"
  <T> < > return throw try catch import a.b.* package x it this super init constructor enum sealed get() set(v) ; @X 1 'c' """ // /* */ ::`.split(
    /\s+/,
  )

test('nothing that is written makes it throw', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...words), { maxLength: 60 }), (soup) => {
      expect(read(soup.join(' ')).body).toBeInstanceOf(Array)
    }),
    { numRuns: 200 },
  )
})
