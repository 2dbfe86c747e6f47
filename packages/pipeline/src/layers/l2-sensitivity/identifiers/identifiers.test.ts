import { describe, expect, it } from 'vitest'
import type { CaseTable } from '../recognizers/table.cases.ts'
import { scanSlice } from '../scan-text.ts'
import { createIdentifiers, IDENTIFIERS, identifiers } from './identifiers.ts'
import { NO_KEYS, PREFIXED_KEYS } from './secrets/prefixed.cases.ts'
import { ACCESS_TOKEN_CASES, PASSWORD_CASES, PRIVATE_KEY_CASES, SECRET_CASES } from './secrets/worded.cases.ts'

function found(text: string, recognizer = identifiers, label?: string): readonly (readonly [string, string])[] {
  const reading = label === undefined ? { kind: 'prose' as const } : { kind: 'structured' as const, label }
  return scanSlice(text, reading, [recognizer]).map(({ entity, start, end }) => [entity, text.slice(start, end)])
}

describe.each([
  ['PASSWORD', PASSWORD_CASES],
  ['API_KEY', SECRET_CASES],
  ['ACCESS_TOKEN', ACCESS_TOKEN_CASES],
  ['PRIVATE_KEY', PRIVATE_KEY_CASES],
] as const)('%s', (entity, { matches, nearMisses, underLabels = [] }: CaseTable) => {
  it.each(matches.map(([text, ...values]) => [text, values] as const))('%j', (text, values) => {
    expect(found(text)).toEqual(values.map((value) => [entity, value]))
  })

  it.each(underLabels)('under %s: %j', (label, text, ...values) => {
    expect(found(text, identifiers, label)).toEqual(values.map((value) => [entity, value]))
  })

  it.each(nearMisses)('not %j', (text) => {
    expect(found(text)).toEqual([])
  })
})

describe('keys with a prefix', () => {
  it.each(IDENTIFIERS.prefixed.map((kind, at) => [kind.pattern, kind.entity, at] as const))('%s', (_, entity, at) => {
    const key = PREFIXED_KEYS[at] ?? ''
    expect(found(`see ${key}, please`)).toEqual([[entity, key]])
    const others = IDENTIFIERS.prefixed.filter((_kind, other) => other !== at)
    expect(found(`see ${key}, please`, createIdentifiers({ ...IDENTIFIERS, prefixed: others }))).not.toEqual([
      [entity, key],
    ])
  })

  it.each(NO_KEYS)('not %j', (text) => {
    expect(found(text)).toEqual([])
  })

  it('are found one behind the other', () => {
    const keys = [...PREFIXED_KEYS, ...PREFIXED_KEYS]
    expect(found(keys.join(' ')).map(([, key]) => key)).toEqual(keys)
  })
})

it.each(IDENTIFIERS.worded.map((secret) => [secret.phrases.join(', ').slice(0, 40), secret] as const))(
  'has a row that only %s finds',
  (_, secret) => {
    const without = createIdentifiers({
      ...IDENTIFIERS,
      worded: IDENTIFIERS.worded.filter((other) => other !== secret),
    })
    const rows = [PASSWORD_CASES, SECRET_CASES, ACCESS_TOKEN_CASES, PRIVATE_KEY_CASES].flatMap(({ matches }) => matches)
    expect(rows.some(([text, ...values]) => found(text, without).length < values.length)).toBe(true)
  },
)
