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

describe('what must hold of a truth value', () => {
  const calls = [
    'box.seal(false, { force: true })', // line 2
    'box.seal(true, { force: false })', // line 3
    'box.seal(unknown(), {})', // line 4
    "box.seal('false', { force: 'true' })", // line 5
  ]

  test.each([
    ['it is true as the call has it', { arg: 0, is: [true] }, [3]],
    ['it is not false, as far as is known', { arg: 0, isNot: [false] }, [3, 4, 5]],
    ['a member is true', { arg: 1, property: 'force', is: [true] }, [2]],
    ['a member is not false', { arg: 1, property: 'force', isNot: [false] }, [2, 4, 5]],
  ])('%s', async (_name, when, expected) => {
    expect(await linesFor(when, calls)).toEqual(expected)
  })
})

describe('what several arguments or members may say', () => {
  const found = async (algorithm: unknown, source: readonly string[]) =>
    await lines({ ...FILE, rules: [{ id: 'a', call: ['box.seal'], algorithm }] }, source)

  test('the first member that is there counts', async () => {
    const source = [
      "box.seal({ name: 'RSA', kind: 'none' })",
      "box.seal({ kind: 'RSA' })",
      "box.seal({ name: 'none', kind: 'RSA' })", // line 4
      "box.seal({ other: 'RSA' })", // line 5
    ]
    expect(await found({ arg: 0, property: ['name', 'kind'] }, source)).toEqual([2, 3])
  })

  test('an empty member is the argument itself, and of what callers pass it may be either', async () => {
    const source = [
      "box.seal('RSA')",
      "box.seal({ name: 'RSA' })",
      'const make = (how) => box.seal(how)', // line 4
      "export const one = () => make('RSA')",
      "export const two = () => make({ name: 'RSA' })",
      "box.seal({ RSA: 'other' })", // line 7
    ]
    expect(await found({ arg: 0, property: ['name', ''] }, source)).toEqual([2, 3, 4, 5, 6])
  })

  test('all arguments from one on count, on their own lines where there are several', async () => {
    const source = ["box.seal('RSA', 'none', 'SHA1')", "box.seal('none', 'none', 'none', 'RSA')", "box.seal('SHA1')"]
    expect(await found({ args: '1..' }, source)).toEqual([2, 3])
    expect(await found({ args: '0..' }, source)).toEqual([2, 2, 3, 4])
  })

  test('a rule may want a word of its library in the file', async () => {
    const rules = [{ id: 'a', call: ['box.seal'], algorithm: 'RSA', inFilesWith: ['Keeper', 'Warden'] }]
    expect(await lines({ ...FILE, rules }, ['box.seal()'])).toEqual([])
    expect(await lines({ ...FILE, rules }, ['box.seal(Warden)'])).toEqual([2])
  })

  test.each([
    ['a place that is no number', { args: 'x..' }],
    ['a place without rest', { args: '1' }],
    ['no member', { arg: 0, property: [] }],
  ])('%s is refused', (_name, algorithm) => {
    expect(ruleFileSchema.safeParse({ ...FILE, rules: [{ id: 'a', call: ['a.b'], algorithm }] }).success).toBe(false)
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
