import { z } from '@hono/zod-openapi'

const CONTROL = /\p{Cc}/u
const CONTROL_BUT_LINES = /[^\P{Cc}\t\n\r]/u

/**
 * A name of 1 to `maxLength` UTF-16 units that every store can hold: PostgreSQL takes no NUL, and a lone surrogate has
 * no UTF-8.
 */
export function plainText(maxLength: number) {
  return z
    .string()
    .min(1)
    .max(maxLength)
    .refine((text) => text.isWellFormed() && !CONTROL.test(text), 'must be text without control characters')
}

/** The same for what a person wrote: line breaks and tabs may stand in it, and it says something. */
export function proseText(maxLength: number) {
  return z
    .string()
    .min(1)
    .max(maxLength)
    .refine((text) => text.isWellFormed() && !CONTROL_BUT_LINES.test(text), 'must be text without control characters')
    .refine((text) => text.trim() !== '', 'must not be blank')
}
