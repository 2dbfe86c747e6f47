import fc from 'fast-check'
import { expect, test } from 'vitest'
import { languageOf } from '../languages.ts'
import { parserFor } from '../parser.ts'
import { readC } from './index.ts'
import { prepareC, prepareCpp } from './prepare.ts'

const parse = await parserFor('cpp')

function read(source: string, prepare = prepareCpp): ReturnType<typeof readC> {
  const text = prepare(source)
  return readC(
    parse(text, () => true),
    text,
    source,
  )
}

test.each([
  ['a.h', '#include "x.h"\nint f(int class);\n', 'c'],
  ['a.h', '#pragma once\nnamespace a {\n}\n', 'cpp'],
  ['a.h', 'struct s { std::string name; };', 'cpp'],
  ['a.h', '/* template for all */\n#ifdef __cplusplus\nextern "C" {\n#endif\n', 'c'],
  ['a.c', 'class', 'c'],
  ['a.hpp', '', 'cpp'],
])('%s that starts with %j is %s', (file, start, name) => {
  expect(languageOf(file, () => start)?.name).toBe(name)
})

test('methods stand in their class, also where the class is elsewhere', () => {
  const { body } = read('struct A { int f(int n = 3); };\nint A::f(int n) { return n; }\nint B::g() { return 1; }')
  const classes = body.flatMap((one) => (one.k === 'class' ? one.cls : []))
  expect(classes.map(({ name, methods }) => [name, methods.map((one) => one.name)])).toEqual([
    ['A', ['f']],
    ['B', ['g']],
  ])
  expect(classes[0]?.methods[0]?.params[0]).toMatchObject({ name: 'n', fallback: { k: 'num', v: 3 } })
})

test('a namespace names the module', () => {
  expect(read('namespace a::b { namespace c { int f() { return 1; } } }').package).toBe('a.b.c')
})

test('long chains of calls are read once', () => {
  expect(read(`void f() { a${'.b()'.repeat(60)}; }`).body).toHaveLength(1)
})

const words = fc.constantFrom(
  ...'int|class|struct|template<|>|A::|f(|)|{|}|;|,|=|*|&|x|"t"|1|#if X\n|#else\n|#endif\n|#define M(a) a\n|M(1)|return|new|switch (x)|case 1:|for (|[|]|.x|->|using namespace|typedef'.split(
    '|',
  ),
)

test('any text is read', () => {
  fc.assert(
    fc.property(fc.array(words, { maxLength: 50 }), fc.boolean(), (parts, isC) => {
      expect(Array.isArray(read(parts.join(' '), isC ? prepareC : prepareCpp).body)).toBe(true)
    }),
  )
})
