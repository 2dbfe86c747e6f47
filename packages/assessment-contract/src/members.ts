import { z } from 'zod'

/* Members that several records have. */

export const timestamp = z.iso.datetime().describe('ISO 8601, UTC.')
export const count = z.int().min(0)
/** Specification, section 3. */
export const scanStatus = z.enum(['completed', 'failed'])
