import type { EntityType } from '@sluice/contracts'
import { passesLuhn } from '../identifiers/check-digits.ts'
import type { Identifier } from '../identifiers/identifier.ts'
import { NUMBERS } from '../identifiers/numbers/all-numbers.ts'
import { isDigit, matchesOf } from '../recognizer.ts'

/** A number of nine digits or more, with single separators at most. */
const LONG_NUMBER = /(?<![\p{L}\p{N}_.,/-])\d(?:[ .-]?\d){8,23}(?![\p{L}\p{N}_]|[.,/-]\d)/gu

/** Numbers that were never issued: see `us-ssn.ts`. */
const NEVER_ISSUED_SSN = /^(?:000|666|9)|^...00|0000$/

interface LooseForm {
  readonly identifier: Identifier
  readonly expression: RegExp
}

/** A number with a place and the type that it may be of. */
interface LooseNumber {
  readonly entity: EntityType
  readonly start: number
  readonly end: number
}

/**
 * Numbers that may be of a type by their check digits alone, though no word near them says so. A first look leaves
 * them, because one of ten or eleven numbers fits by chance. Each is told by the first type that it fits. Linear.
 */
export function looseNumbers(text: string): readonly LooseNumber[] {
  const found: LooseNumber[] = []
  if (!hasDigits(text, 9)) return found
  for (const { 0: written, index } of matchesOf(text, LONG_NUMBER)) {
    const entity = typeOf(written)
    if (entity !== undefined) found.push({ entity, start: index, end: index + written.length })
  }
  return found
}

function hasDigits(text: string, fewest: number): boolean {
  let digits = 0
  for (let at = 0; at < text.length && digits < fewest; at += 1) if (isDigit(text.charCodeAt(at))) digits += 1
  return digits === fewest
}

const FORMS: readonly LooseForm[] = NUMBERS.filter(({ checks }) => checks.length > 0).flatMap((identifier) =>
  identifier.forms.map(({ pattern }) => ({ identifier, expression: new RegExp(`^(?:${pattern})$`, 'i') })),
)

function typeOf(written: string): EntityType | undefined {
  const digits = written.replace(/\D/g, '')
  if (digits.length === 9 && !NEVER_ISSUED_SSN.test(digits)) return 'US_SSN'
  if (digits.length >= 13 && digits.length <= 19 && passesLuhn(digits)) return 'CREDIT_CARD'
  const fits = ({ identifier, expression }: LooseForm) =>
    expression.test(written) && identifier.checks.every((holds) => holds(digits, written))
  return FORMS.find(fits)?.identifier.entity
}
