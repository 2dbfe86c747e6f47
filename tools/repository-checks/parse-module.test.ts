import { expect, it } from 'vitest'
import { parseModule, specifiersOf } from './parse-module.ts'

it.each([
  ["import a from 'a'", ['a']],
  ["import { a, type B } from '@s/b/c'", ['@s/b/c']],
  ["import type { A } from 'types-only'", ['types-only']],
  ["export type { A } from 'types-again'", ['types-again']],
  ["export * from './all.ts'", ['./all.ts']],
  ["export { a } from './one.ts'", ['./one.ts']],
  ["import 'for-effect'", ['for-effect']],
  ["const a = await import('lazy')", ['lazy']],
  ["let a: import('in-a-type').A", ['in-a-type']],
  ["import a from 'twice'\nimport b from 'twice'", ['twice']],
  ["// import a from 'comment'\nconst s = \"import a from 'string'\"", []],
  ['const f = <T,>(x: T): x is T & { a: 1 } => /[\'"]/.test(String(x))', []],
])('reads the imports of %s', (text, expected) => {
  expect(specifiersOf(parseModule({ path: 'x.ts', text }))).toEqual(expected)
})
