import { z } from 'zod'

/** The longest subject, user name, tenant or group. */
export const NAME_MAX_LENGTH = 256

const CONTROL = /\p{Cc}/u
const CONTROL_BUT_LINES = /[^\P{Cc}\t\n\r]/u
const FAULT = 'must be text without control characters'

/**
 * Rejects control characters and lone surrogates. A lone surrogate is replaced in a key, so that two names could share
 * it.
 */
function isPlain(text: string): boolean {
  return text.isWellFormed() && !CONTROL.test(text)
}

/**
 * Whether a value can name a user, tenant or group: 1 to 256 characters of well-formed Unicode without control
 * characters.
 */
export function isName(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= NAME_MAX_LENGTH && isPlain(value)
}

/**
 * A name of 1 to `maxLength` UTF-16 units that every store can hold: PostgreSQL rejects NUL, and a lone surrogate has
 * no UTF-8 form.
 */
export function plainText(maxLength: number) {
  return z.string().min(1).max(maxLength).refine(isPlain, FAULT)
}

/**
 * The same for a text that a person wrote: it may hold line breaks and tabs; surrounding white space is removed first.
 */
export function proseText(maxLength: number) {
  return z
    .string()
    .trim()
    .min(1, 'must not be blank')
    .max(maxLength)
    .refine((text) => text.isWellFormed() && !CONTROL_BUT_LINES.test(text), FAULT)
}
