import type { EntityType } from '@sluice/contracts'
import { describe, expect, it } from 'vitest'
import type { CaseTable } from '../recognizers/table.cases.ts'
import { scanSlice } from '../scan-text.ts'
import { AGE_CASES } from './ages.cases.ts'
import { BIC_CASES } from './bic.cases.ts'
import { DIAGNOSIS_CASES, MEDICATION_CASES } from './health/health.cases.ts'
import type { Identifier } from './identifier.ts'
import { createIdentifiers, IDENTIFIERS, identifiers } from './identifiers.ts'
import { NUMBER_MATCHES, NUMBER_NEAR_MISSES } from './numbers/numbers.cases.ts'
import { FAMILY_CASES, NRP_CASES, SEX_CASES, TITLE_CASES } from './people/people.cases.ts'
import { PLATE_CASES } from './plates.cases.ts'
import { NO_KEYS, PREFIXED_KEYS } from './secrets/prefixed.cases.ts'
import { ACCESS_TOKEN_CASES, PASSWORD_CASES, PRIVATE_KEY_CASES, SECRET_CASES } from './secrets/worded.cases.ts'
import { SITE_CASES, URL_CASES } from './web/urls.cases.ts'

function spansIn(text: string, recognizer = identifiers, label?: string) {
  const reading = label === undefined ? { kind: 'prose' as const } : { kind: 'structured' as const, label }
  return scanSlice(text, reading, [recognizer])
}

function found(text: string, recognizer = identifiers, label?: string): readonly (readonly [string, string])[] {
  return spansIn(text, recognizer, label).map(({ entity, start, end }) => [entity, text.slice(start, end)])
}

describe.each([
  ['PASSWORD', PASSWORD_CASES],
  ['API_KEY', SECRET_CASES],
  ['ACCESS_TOKEN', ACCESS_TOKEN_CASES],
  ['PRIVATE_KEY', PRIVATE_KEY_CASES],
  ['BIC', BIC_CASES],
  ['NUMBER_PLATE', PLATE_CASES],
  ['URL', URL_CASES],
  ['URL', SITE_CASES],
] as const)('%s', (entity, { matches, nearMisses, underLabels = [] }: CaseTable) => {
  it.each(matches.map(([text, ...values]) => [text, values] as const))('%j', (text, values) => {
    expect(found(text)).toEqual(values.map((value) => [entity, value]))
  })

  it.each(underLabels)('under %s: %j', (label, text, ...values) => {
    expect(found(text, identifiers, label)).toEqual(values.map((value) => [entity, value]))
  })

  it.each(nearMisses)('not %j', (text) => {
    expect(found(text).filter(([kind]) => kind === entity)).toEqual([])
  })
})

/** Words beside which another kind may stand. */
const AMONG_OTHERS = [
  ['AGE', AGE_CASES],
  ['SEX', SEX_CASES],
  ['FAMILY', FAMILY_CASES],
  ['TITLE', TITLE_CASES],
  ['NRP', NRP_CASES],
  ['DIAGNOSIS', DIAGNOSIS_CASES],
  ['MEDICATION', MEDICATION_CASES],
] as const

describe.each(AMONG_OTHERS)('%s', (entity, { matches, nearMisses, underLabels = [] }: CaseTable) => {
  const rows = [
    ...matches.map(([text, ...values]) => ({ text, label: undefined, values })),
    ...underLabels.map(([label, text, ...values]) => ({ text, label, values })),
    ...nearMisses.map((text) => ({ text, label: undefined, values: [] })),
  ]

  it('is what each of its rows says', () => {
    const own = ({ text, label }: (typeof rows)[number]) =>
      spansIn(text, identifiers, label)
        .filter((span) => span.entity === entity && span.confidence >= 0.5)
        .map(({ start, end }) => text.slice(start, end))
    expect(rows.map((row) => [row.text, own(row)])).toEqual(rows.map(({ text, values }) => [text, values]))
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
    const secrets = [
      PASSWORD_CASES,
      SECRET_CASES,
      ACCESS_TOKEN_CASES,
      PRIVATE_KEY_CASES,
      BIC_CASES,
      PLATE_CASES,
      URL_CASES,
    ]
    const rows = [...secrets, ...AMONG_OTHERS.map(([, table]) => table)].flatMap(({ matches }) => matches)
    const own = (text: string, recognizer = identifiers) =>
      found(text, recognizer).filter(([kind]) => kind === secret.entity).length
    expect(rows.some(([text]) => own(text, without) < own(text))).toBe(true)
  },
)

it('knows a page of a site, and a site that somebody calls an own one, from a site', () => {
  const scores = ({ matches }: CaseTable) =>
    matches.flatMap(([text]) => scanSlice(text, { kind: 'prose' }, [identifiers]).map(({ confidence }) => confidence))
  expect(Math.min(...scores(URL_CASES))).toBeGreaterThanOrEqual(0.5)
  expect(Math.max(...scores(SITE_CASES))).toBeLessThan(0.5)
})

const CHECKED = new Set<EntityType>([
  ...(['US_NPI', 'ABA_ROUTING_NUMBER', 'UK_NHS', 'IE_PPS', 'DE_TAX_ID', 'DE_SOCIAL_SECURITY', 'DE_PASSPORT'] as const),
  ...(['DE_HEALTH_INSURANCE', 'CH_AHV', 'AT_SVNR', 'ES_NIF', 'ES_NIE', 'PT_NIF', 'FR_NIR', 'FR_SIRET'] as const),
  ...(['IT_VAT_CODE', 'BE_NATIONAL_NUMBER', 'SE_PERSONNUMMER', 'SE_ORGANISATIONSNUMMER', 'NO_NATIONAL_ID'] as const),
  ...(['FI_PERSONAL_IDENTITY_CODE', 'NL_BSN', 'PL_PESEL', 'PL_NIP', 'TR_NATIONAL_ID', 'IN_AADHAAR', 'KR_BRN'] as const),
  ...(['TH_TNIN', 'JP_MY_NUMBER', 'CN_ID', 'CA_SIN', 'BR_CPF', 'BR_CNPJ', 'AU_TFN', 'AU_ACN', 'AU_ABN'] as const),
  ...(['ZA_ID_NUMBER', 'CRYPTO'] as const),
])

describe('numbers', () => {
  it.each(NUMBER_MATCHES)('%s in %j', (entity, text, value) => {
    expect(found(text)).toContainEqual([entity, value])
  })

  it.each(NUMBER_NEAR_MISSES)('none in %j', (text) => {
    expect(found(text).filter(([kind]) => !kind.startsWith('DATE_'))).toEqual([])
  })

  const rowsOf = (identifier: Identifier) => NUMBER_MATCHES.filter(([entity]) => entity === identifier.entity)

  it.each(IDENTIFIERS.numbers.map((number) => [number.entity, number.source, number] as const))(
    '%s of %s has a row for itself, and one for each of its forms',
    (entity, _, number) => {
      const variants = number.forms.map((form) => ({
        ...number,
        forms: number.forms.filter((other) => other !== form),
      }))
      for (const variant of [{ ...number, forms: [] }, ...(variants.length > 1 ? variants : [])]) {
        const numbers = IDENTIFIERS.numbers.map((other) => (other === number ? variant : other))
        const recognizer = createIdentifiers({ ...IDENTIFIERS, numbers })
        const isMissed = rowsOf(number).some(
          ([, text, value]) => !found(text, recognizer).some(([type, part]) => type === entity && part === value),
        )
        expect(isMissed).toBe(true)
      }
    },
  )

  it.each(IDENTIFIERS.numbers.map((number) => [number.entity, number.source, number] as const))(
    '%s of %s is found behind and under each of its words',
    (entity, _, number) => {
      const [form] = number.forms
      const row = rowsOf(number).find(([, , value]) => new RegExp(`^(?:${form?.pattern})$`, 'i').test(value))
      const value = row?.[2] ?? ''
      const recognizer = createIdentifiers({ ...IDENTIFIERS, numbers: [number], worded: [] })
      for (const word of number.words) {
        expect([word, found(`${word}: ${value}`, recognizer)]).toEqual([word, [[entity, value]]])
        expect([word, found(value, recognizer, word)]).toEqual([word, [[entity, value]]])
      }
    },
  )

  // Every check digit notices another last character.
  it.each(NUMBER_MATCHES.filter(([entity]) => CHECKED.has(entity)))(
    '%s: %j with another end is none',
    (entity, _, value) => {
      const [only] = IDENTIFIERS.numbers.filter((number) => number.entity === entity)
      const recognizer = createIdentifiers({ ...IDENTIFIERS, numbers: only === undefined ? [] : [only] })
      const others = Array.from('0123456789ABCDEFGHXYZ').filter((end) => end !== value.at(-1))
      const wrong = others.filter((end) => found(`${value.slice(0, -1)}${end}`, recognizer).length > 0)
      expect(wrong.length).toBeLessThanOrEqual(1)
    },
  )

  const rare = IDENTIFIERS.numbers.filter(({ isRare }) => isRare === true)

  it.each(rare.map((number) => [number.entity, number] as const))('%s is found in digits alone', (entity, number) => {
    const digits = rowsOf(number).map(([, , value]) => value.replace(/\D/g, ''))
    expect(digits.flatMap((text) => found(text))).toContainEqual([entity, digits[0]])
  })

  // One of 100 is 3 of these; a single check digit, modulo 11, would leave 27.
  it.each([8, 9, 10, 11, 12, 13, 14, 15, 16])(
    'are found in few of 300 random texts of %d digits, each type',
    (length) => {
      const counts = new Map<string, number>()
      for (let at = 1n; at <= 300n; at += 1n) {
        // Multiples of the golden ratio are spread evenly: D. Knuth, The Art of Computer Programming, 6.4.
        const text = `1${BigInt.asUintN(64, at * 0x9e3779b97f4a7c15n)}`.slice(-length)
        for (const [kind] of found(text)) counts.set(kind, (counts.get(kind) ?? 0) + 1)
      }
      expect([...counts].filter(([, count]) => count > 9)).toEqual([])
    },
  )
})
