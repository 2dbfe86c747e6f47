import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { macrosOf, prepareC, prepareCpp } from './prepare.ts'

/** Without blanks at the ends of lines, and without empty lines. */
function shown(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim().replace(/\s+/g, ' '))
    .filter((line) => line !== '')
    .join('\n')
}

describe('conditional groups', () => {
  test.each([
    [
      'whole statements keep their directives',
      '#ifdef A\na();\n#else\nb();\n#endif',
      '#if 1\na();\n#else\nb();\n#endif',
    ],
    [
      'values are alternatives',
      'f(\n#if A\nx()\n#elif B\ny()\n#else\nz()\n#endif\n);',
      'f(\nx()\n||\ny()\n||\nz()\n);',
    ],
    ['the end of a statement in each', 'x =\n#if A\n1;\n#else\n2;\n#endif', 'x =\n1\n||\n2;'],
    ['members of a list', 'int a[] = {\n#if A\n1,\n#else\n2,\n#endif\n3 };', 'int a[] = {\n1,\n2,\n3 };'],
    ['two heads of a function', '#if A\nint f(a)\n#else\nint f(b)\n#endif\n{ }', 'int f(a)\n;\nint f(b)\n{ }'],
    ['two ways to open a block', '#if A\nif (a) {\n#else\nif (b) {\n#endif\n}', 'if (a) {\nif (b) ;\n}'],
    ['two ways to open a call', '#if A\nif (f(a,\n#else\nif (g(b,\n#endif\nc)) d();', 'if (f(a,\ng,b,\nc)) d();'],
    ['what is never compiled', "#if 0\nit's {\n#else\na();\n#endif", 'a();'],
    ['an else of its own', 'if (a) b();\n#ifdef C\nelse c();\n#endif', 'if (a) b();\nelse c();'],
    ['a stray end', 'a();\n#endif\n#else\nb();', 'a();\nb();'],
    [
      'marks in comments and texts',
      'a("#if 0"); /*\n#if 0\n*/ b(); // {\nc(\'{\');',
      'a("#if 0"); /*\n#if 0\n*/ b(); // {\nc(\'{\');',
    ],
  ])('%s', (_, source, expected) => {
    expect(shown(prepareC(source))).toBe(expected)
  })
})

test('names that are keywords of C++ are changed in C alone', () => {
  expect(prepareC('int new = class->private;')).toBe('int neW = clasS->privatE;')
  expect(prepareCpp('auto p = new T();')).toBe('auto p = new T();')
})

test('macros are read over several lines, with their parameters', () => {
  const source = '#define A (1 \\\n + 2)\n# define B(x, ...) f(x)\n#if 0\n#define C 3\n#endif\n#define D\n'
  expect(macrosOf(source).map(({ name, params, body }) => [name, params, body.trim()])).toEqual([
    ['A', undefined, '(1 \\\n + 2)'],
    ['B', ['x', '...'], 'f(x)'],
    ['D', undefined, ''],
  ])
})

const pieces = fc.constantFrom(
  ...'#if 0|#ifdef A|#elif B|#else|#endif|#define X(a) a##b \\|(|)|{|}|[|]|;|,|=|if|x|"t|\'|/*|*/|//|R"d(|0x1\'0|\r'.split(
    '|',
  ),
)
const text = fc.array(fc.tuple(pieces, fc.constantFrom('\n', ' ')), { maxLength: 60 })

test('whatever is read, nothing moves', () => {
  fc.assert(
    fc.property(text, (parts) => {
      const source = parts.flat().join('')
      const prepared = prepareC(source)
      expect(prepared).toHaveLength(source.length)
      expect([...prepared.matchAll(/\n/g)].map(({ index }) => index)).toEqual(
        [...source.matchAll(/\n/g)].map(({ index }) => index),
      )
    }),
  )
})

test('many groups and brackets within each other', () => {
  const deep = `${'#if A\n'.repeat(50_000)}${'{('.repeat(50_000)}${'\n#endif'.repeat(50_000)}`
  expect(prepareC(deep)).toHaveLength(deep.length)
})
