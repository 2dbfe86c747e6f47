import { describe, expect, it } from 'vitest'
import { checkCommentWidth } from './check-comment-width.ts'
import { checkFileLength } from './check-file-length.ts'
import { checkFunctionLength } from './check-function-length.ts'
import { formatFault } from './fault.ts'
import { parseModule } from './parse-module.ts'

it.each([
  ['a.ts', 300, 0],
  ['a.ts', 301, 1],
  ['a.test.ts', 600, 0],
  ['a.test.ts', 601, 1],
])('counts the lines of %s: %i', (path, lines, faults) => {
  expect(checkFileLength([{ path, text: 'x\n'.repeat(lines) }])).toHaveLength(faults)
})

const body = (lines: number) => '  x()\n'.repeat(lines)
const faultsOf = (text: string) => checkFunctionLength([parseModule({ path: 'a.ts', text })]).map(formatFault)

describe('the lines of a function', () => {
  it.each([
    ['a function', `function f() {\n${body(73)}}`],
    ['blank lines', `function f() {\n${body(73)}${'\n'.repeat(50)}}`],
    ['two functions', `function f() {\n${body(73)}}\nconst g = () => {\n${body(73)}}`],
    ['a class', `class A {\n  f() {\n${body(60)}}\n  g() {\n${body(60)}}\n}`],
    ['a suite of tests', `describe('a', () => {\n${body(90)}})`],
    ['a test of a table', `it.each([1])('a', async () => {\n${body(90)}})`],
    ['a test of a template', `it.each\`a\`('a', function () {\n${body(90)}})`],
    ['a contract', `export function contract() {\n${body(60)}describe('a', () => {\n${body(90)}})\n}`],
  ])('are few enough: %s', (_name, text) => {
    expect(faultsOf(text)).toEqual([])
  })

  it.each([
    ['a function', `function f() {\n${body(74)}}`],
    ['a method', `class A { f() {\n${body(74)}} }`],
    ['an arrow', `const f = async () => {\n${body(74)}}`],
    ['a signature over lines', `function f(\n  a: string,\n) {\n${body(73)}}`],
    ['a closure inside', `function f() {\n${body(40)}return () => {\n${body(40)}}\n}`],
    ['a helper inside a suite of tests', `describe('a', () => { const f = () => {\n${body(74)}} })`],
  ])('are too many: %s', (_name, text) => {
    expect(faultsOf(text)).toEqual([expect.stringMatching(/^a\.ts:1: a function of \d+ lines/)])
  })
})

describe('the width of a comment', () => {
  const widthFaults = (text: string) => checkCommentWidth([parseModule({ path: 'a.ts', text })]).map(formatFault)
  const words = (columns: number) => 'x'.repeat(columns)

  it.each([
    ['120 columns', `// ${words(117)}`],
    ['columns, not bytes', `// ${'µ'.repeat(117)}`],
    ['an address', `// https://example.com/${words(120)}`],
    ['a string', `const a = '// ${words(120)}'`],
  ])('may be: %s', (_name, text) => {
    expect(widthFaults(text)).toEqual([])
  })

  it.each([
    ['a line', `const a = 1\n// ${words(118)}`],
    ['in a block', `/**\n * ${words(118)} */`],
    ['behind code', `const a = 1\nconst b = 2 // ${words(118)}`],
  ])('may not be more: %s', (_name, text) => {
    expect(widthFaults(text)).toEqual(['a.ts:2: a comment of more than 120 columns'])
  })
})
