import { z } from 'zod'
import { json } from './variables.ts'

/** Not all digits: objects put such names first, and the order of the keys says which one is the oldest. */
const keyId = z.string().regex(/^[A-Za-z_-][A-Za-z0-9_-]{0,31}$/, 'must be a letter, then letters, digits, _ or -')

const dataKey = z
  .string()
  .regex(/^[A-Za-z0-9+/]{43}=$/, 'must be 32 bytes in base64')
  .transform((text) => Buffer.from(text, 'base64'))

/** Keys that seal what is stored: a JSON object of key id to 32 bytes in base64, the oldest first. */
export function dataKeys() {
  return json(z.record(keyId, dataKey).refine((keys) => Object.keys(keys).length > 0, 'must hold at least one key'))
}
