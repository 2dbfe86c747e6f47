import { describe, expect, it } from 'vitest'
import type { Recognizer } from '../recognizer.ts'
import { scanSlice } from '../scan-text.ts'
import { CREDIT_CARD_CASES } from './credit-card.cases.ts'
import { CREDIT_CARD, createCreditCard } from './credit-card.ts'
import { EMAIL_ADDRESS_CASES } from './email-address.cases.ts'
import { createEmailAddress, EMAIL_ADDRESS } from './email-address.ts'
import { IBAN_CODE_CASES } from './iban-code.cases.ts'
import { createIbanCode, IBAN_CODE } from './iban-code.ts'
import { IP_ADDRESS_CASES } from './ip-address.cases.ts'
import { createIpAddress, IP_ADDRESS } from './ip-address.ts'
import { PERSON_CASES } from './person.cases.ts'
import { createPerson } from './person.ts'
import { PERSON } from './person-parts.ts'
import { PHONE_NUMBER_CASES } from './phone-number.cases.ts'
import { createPhoneNumber, PHONE_NUMBER } from './phone-number.ts'
import { OTHER_SCRIPTS_CASES } from './scripts/other-scripts.cases.ts'
import { createOtherScripts, OTHER_SCRIPTS } from './scripts/other-scripts.ts'
import type { CaseTable } from './table.cases.ts'
import { US_SSN_CASES } from './us-ssn.cases.ts'
import { createUsSsn, US_SSN } from './us-ssn.ts'

/** A recognizer without one of its parts. */
interface Variant {
  readonly without: string
  readonly recognizer: Recognizer
}

interface Table {
  readonly recognizer: Recognizer
  readonly cases: CaseTable
  readonly variants: readonly Variant[]
}

const TABLES: readonly Table[] = [
  tableOf(CREDIT_CARD, createCreditCard, CREDIT_CARD_CASES),
  tableOf(IBAN_CODE, createIbanCode, IBAN_CODE_CASES),
  tableOf(US_SSN, createUsSsn, US_SSN_CASES),
  tableOf(EMAIL_ADDRESS, createEmailAddress, EMAIL_ADDRESS_CASES),
  tableOf(IP_ADDRESS, createIpAddress, IP_ADDRESS_CASES),
  tableOf(PERSON, createPerson, PERSON_CASES),
  tableOf(PHONE_NUMBER, createPhoneNumber, PHONE_NUMBER_CASES),
  tableOf(OTHER_SCRIPTS, createOtherScripts, OTHER_SCRIPTS_CASES),
]

function tableOf<Parts extends object>(parts: Parts, create: (parts: Parts) => Recognizer, cases: CaseTable): Table {
  const variants = Object.entries(parts).flatMap(([name, list]: [string, unknown]) => {
    if (!Array.isArray(list)) throw new TypeError(`${name} is no list of parts.`)
    return list.map((part: unknown, left) => ({
      without: `${name}: ${nameOf(part)}`,
      recognizer: create({ ...parts, [name]: list.filter((_, i) => i !== left) }),
    }))
  })
  return { recognizer: create(parts), cases, variants }
}

function nameOf(part: unknown): string {
  if (typeof part === 'function') return part.name
  return part instanceof RegExp || typeof part === 'string' ? String(part) : JSON.stringify(part).slice(0, 80)
}

/** A text, what it is to be read as, and the values in it. */
interface Row {
  readonly text: string
  readonly label?: string
  readonly values: readonly string[]
}

function rowsOf({ matches, underLabels = [], nearMisses }: CaseTable): readonly Row[] {
  return [
    ...matches.map(([text, ...values]) => ({ text, values })),
    ...underLabels.map(([label, text, ...values]) => ({ label, text, values })),
    ...nearMisses.map((text) => ({ text, values: [] })),
  ]
}

function titleOf({ text, label, values }: Row): string {
  const place = label === undefined ? '' : `under ${label}: `
  return `${place}${JSON.stringify(text)} holds ${values.length === 0 ? 'none' : JSON.stringify(values)}`
}

function spansIn({ text, label }: Row, recognizer: Recognizer) {
  const reading = label === undefined ? { kind: 'prose' as const } : { kind: 'structured' as const, label }
  return scanSlice(text, reading, [recognizer])
}

function valuesIn(row: Row, recognizer: Recognizer): readonly string[] {
  return spansIn(row, recognizer).map(({ start, end }) => row.text.slice(start, end))
}

describe.each(TABLES)('$recognizer.name', ({ recognizer, cases, variants }) => {
  const rows = rowsOf(cases)

  it.each(rows.map((row) => [titleOf(row), row] as const))('%s', (_, row) => {
    expect(valuesIn(row, recognizer)).toEqual(row.values)
    const spans = spansIn(row, recognizer)
    expect(spans.every(({ entity, confidence }) => recognizer.entities.includes(entity) && confidence >= 0.5)).toBe(
      true,
    )
  })

  it.each(variants)('has a row for $without', ({ recognizer: variant }) => {
    expect(rows.find((row) => valuesIn(row, variant).join('\n') !== row.values.join('\n'))).toBeDefined()
  })
})

describe('the name of the member that holds a value', () => {
  it.each([
    ['ssn', '536107704', createUsSsn(US_SSN)],
    ['customerPhone', '4155550132', createPhoneNumber(PHONE_NUMBER)],
    ['full_name', 'Quorl Vantz', createPerson(PERSON)],
  ] as const)('%s', (label, text, recognizer) => {
    expect(scanSlice(text, { kind: 'structured', label }, [recognizer])).toHaveLength(1)
    expect(scanSlice(text, { kind: 'structured' }, [recognizer])).toHaveLength(0)
  })
})
