import fc from 'fast-check'
import { expect, test } from 'vitest'
import { prepareKotlin } from './prepare.ts'

test.each([
  ['object A { val c = 1 }', 'object A { val c = 1;}'],
  ['object A : B("x", 1) { val c = 1 }', 'object A : B("x", 1) { val c = 1;}'],
  ['  data object A { fun f() = 1 }', '  data object A { fun f() = 1;}'],
  ['private sealed class A : B() { val c = 1 }  ', 'private sealed class A : B() { val c = 1;}  '],
  ['@Serializable class A { val c = 1 }', '@Serializable class A { val c = 1;}'],
  ['interface A { val c: Int }', 'interface A { val c: Int;}'],
  ['class A { val c = 1 }\r\nclass B', 'class A { val c = 1;}\r\nclass B'],
  [
    'object A { val c = 1 }\nobject B { val d = 2 }\nval e = 3',
    'object A { val c = 1;}\nobject B { val d = 2;}\nval e = 3',
  ],
])('the last member of a body on one line is ended: %j', (source, prepared) => {
  expect(prepareKotlin(source)).toBe(prepared)
})

test.each([
  '',
  '\n',
  'object A { }',
  'object A {}',
  'object A { val c = 1}',
  'object A {\n  val c = 1\n}',
  'fun f() { g() }',
  'val a = object : B { override fun c() = 1 }',
  'if (a) { b() }',
  '// object A { val c = 1 }',
  'objects { a() }',
  '}',
  ' }',
])('nothing else is touched: %j', (source) => {
  expect(prepareKotlin(source)).toBe(source)
})

const PIECES =
  'object |class |interface |enum |@Marked |private |companion |A|{|}| { | }|val c = 1|\n|\r\n|\t| |"|"""|//|/*|*/|;|é|😀'
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.array(fc.constantFrom(...PIECES.split('|')), { maxLength: 100 }).map((pieces) => pieces.join('')),
  fc
    .array(fc.constantFrom('object A { val c = 1 }', 'class B : C { fun f() = 1 } ', 'fun g() {', '}', '\n'), {
      maxLength: 40,
    })
    .map((lines) => lines.join('\n')),
)

test('whatever is read, only blanks before braces change, into semicolons', () => {
  fc.assert(
    fc.property(text, (source) => {
      const prepared = prepareKotlin(source)
      expect(prepared).toHaveLength(source.length)
      const changed = [...Array(source.length).keys()].filter((i) => source[i] !== prepared[i])
      expect(changed.map((i) => `${source.slice(i, i + 2)} becomes ${prepared.slice(i, i + 2)}`)).toEqual(
        changed.map(() => ' } becomes ;}'),
      )
      // What was ended once stays as it is.
      expect(prepareKotlin(prepared)).toBe(prepared)
    }),
    { numRuns: 1_000 },
  )
})

test.each([
  ['words', 'private '.repeat(50_000)],
  ['blanks', `${' '.repeat(400_000)}}`],
  ['braces', `object A ${'{ '.repeat(100_000)}${'} '.repeat(100_000)}`],
  ['marks', `${`@${'a'.repeat(60)} `.repeat(5_000)}class A { b }`],
])('a very long line of %s', (_, source) => {
  expect(prepareKotlin(source)).toHaveLength(source.length)
})
