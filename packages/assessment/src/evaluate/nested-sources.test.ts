import { beforeAll, describe, expect, test } from 'vitest'
import { loadPacks } from '../packs/load-pack.ts'
import { type Knowledge, prepareKnowledge } from '../packs/prepare-knowledge.ts'
import { LANGUAGES } from '../parse/languages.ts'
import { analyseSource } from './analyse-source.ts'

let knowledge: Knowledge
beforeAll(async () => {
  knowledge = prepareKnowledge(await loadPacks())
})

/** Where a statement may stand. */
const FUNCTIONS: Readonly<Partial<Record<string, string>>> = {
  java: 'class A { void f() {',
  csharp: 'class A { void f() {',
  kotlin: 'fun f() {',
  c: 'void f() {',
  cpp: 'void f() {',
  go: 'package a\nfunc f() {',
  rust: 'fn f() {',
  php: '<?php function f() {',
  swift: 'func f() {',
  javascript: 'function f() {',
  typescript: 'function f() {',
}

const times = (text: string, count: number) => text.repeat(count)

/** As programs write them, by hand or by generator; no grammar takes all of them. */
const SHAPES: Readonly<Record<string, (depth: number) => string>> = {
  'a long sum': (depth) => `x = ${times('"a" + ', depth)}"b";`,
  'a chain of calls': (depth) => `x = a${times('.b(1)', depth)};`,
  'calls in calls': (depth) => `x = ${times('f(', depth)}1${times(')', depth)};`,
  'lists in lists': (depth) => `x = ${times('[', depth)}1${times(']', depth)};`,
  'a ladder of else if': (depth) => `if (a) { b(); } ${times('else if (a) { b(); } ', depth)}`,
  'blocks in blocks': (depth) => `${times('if (a) { ', depth)}b(); ${times('}', depth)}`,
  'functions in functions': (depth) => `x = ${times('(y) => ', depth)}1;`,
  'choices in choices': (depth) => `x = ${times('a ? b : ', depth)}c;`,
  'types in types': (depth) => `${times('A<', depth)}B${times('>', depth)} x = y;`,
}

describe.each(LANGUAGES.map(({ name, suffixes: [suffix = ''] }) => ({ name, suffix })))(
  '$name ($suffix)',
  (language) => {
    test.each(Object.entries(SHAPES))('%s, 1,000 deep, does not throw', async (_name, shape) => {
      const start = FUNCTIONS[language.name] ?? ''
      const source = `${start}\n${shape(1_000)}\n${start === '' ? '' : '}'}\n`
      await expect(analyseSource(`a${language.suffix}`, source, knowledge)).resolves.not.toThrow()
    })
  },
)
