import { describe, expect, test } from 'vitest'
import { analyseSource } from '../evaluate/analyse-source.ts'
import { linkProject } from '../link/link-project.ts'
import { prepareKnowledge } from './prepare-knowledge.ts'
import { namesFileSchema, type RuleFile, ruleFileSchema } from './rule-format.ts'

const NAMES = namesFileSchema.parse({ whole: {}, parts: { RSA: { algorithm: 'RSA' }, SHA1: { algorithm: 'SHA-1' } } })

const FILE = {
  language: 'javascript',
  library: 'box',
  source: 'https://example.org/box',
  checkedAgainst: null,
  keywords: ['box'],
}

/** The lines that one rule reports for `box.seal(...)`, with whatever condition. */
async function linesFor(when: unknown, source: readonly string[]): Promise<readonly number[]> {
  const rule = { id: 'box/seal', call: ['box.seal'], algorithm: 'RSA', ...(when === undefined ? {} : { when }) }
  return lines({ ...FILE, rules: [rule] }, source)
}

async function lines(file: unknown, source: readonly string[], isRelated = false): Promise<readonly number[]> {
  const rules: RuleFile = ruleFileSchema.parse(file)
  const knowledge = prepareKnowledge([
    { entries: [{ algorithm: 'RSA' }, { algorithm: 'SHA-1' }], names: NAMES, rules: [rules] },
  ])
  const summary = await analyseSource('a.js', ["import box from 'box'", ...source].join('\n'), knowledge, { isRelated })
  const found = linkProject(summary === undefined ? [] : [summary], { ...knowledge, maxDetections: 100 })
  return found.detections.map(({ line }) => line)
}

const CALLS = [
  "box.seal('x', { name: 'HMAC', size: 1 })", // line 2
  "box.seal('x', { name: 'OTHER' })", // line 3
  "box.seal('y')", // line 4
  'box.seal(one, two)', // line 5
]

describe('what must hold of a call', () => {
  test.each([
    ['nothing', undefined, [2, 3, 4, 5]],
    ['an argument is passed', { arg: 1 }, [2, 3, 5]],
    ['an argument is not passed', { arg: 1, isPassed: false }, [4]],
    ['one of several values', { arg: 0, is: ['y', 'z'] }, [4]],
    ['none of several values, as far as is known', { arg: 0, isNot: ['y'] }, [2, 3, 5]],
    ['a member is one of several values', { arg: 1, property: 'name', is: ['HMAC'] }, [2]],
    ['a member is none of several values', { arg: 1, property: 'name', isNot: ['HMAC'] }, [3, 4, 5]],
    ['a member is passed', { arg: 1, property: 'size' }, [2, 5]],
    [
      'all of several conditions',
      [
        { arg: 0, is: ['x'] },
        { arg: 1, property: 'name', isNot: ['HMAC'] },
      ],
      [3],
    ],
  ])('%s', async (_name, when, expected) => {
    expect(await linesFor(when, CALLS)).toEqual(expected)
  })

  test('a condition asks of one place', () => {
    const rule = { id: 'a', call: ['a.b'], when: { is: ['x'] } }
    expect(ruleFileSchema.safeParse({ ...FILE, rules: [rule] }).success).toBe(false)
  })
})

const ENTRIES = {
  ...FILE,
  keywords: [],
  rules: [
    { id: 'entry', entry: ['kind'], when: { arg: 'other', isPassed: false }, algorithm: { arg: 0, map: { r: 'RSA' } } },
    { id: 'property', call: ['box.DEFAULT='], algorithm: { arg: 0 } },
    { id: 'call', call: ['box.seal'], algorithm: { arg: 0, property: 'name' } },
  ],
}

describe('entries of maps, and properties of modules', () => {
  const source = [
    "const one = { kind: 'r' }",
    "const two = () => ({ kind: 'r', other: 1 })",
    "const three = () => ({ kind: 'R' })",
    'const four = () => ({ kind: one })',
    "box.seal({ name: 'none', kind: 'r' })",
    "box.DEFAULT = 'SHA1'", // line 7
    "one.DEFAULT = 'SHA1'",
    "export const five = () => ({ kind: 'r' })", // line 9
    "other.seal({ kind: 'r' })", // line 10
  ]

  test('an entry counts with its exact text, unless it is handed to a call that rules know', async () => {
    expect(await lines(ENTRIES, source)).toEqual([7, 9, 10])
  })

  test('entries of a file that only belongs to others do not count', async () => {
    expect(await lines(ENTRIES, source, true)).toEqual([7])
  })
})
