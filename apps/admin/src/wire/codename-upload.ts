import { z } from '@hono/zod-openapi'
import { UPLOAD_MODES, type UploadBody } from '@sluice/codename-store'
import { SluiceError } from '@sluice/contracts'
import { readBody } from '@sluice/service-kit'
import type { Context } from 'hono'
import type { AdminEnv } from '../access-gate.ts'
import { reasonSchema } from './freeze-order.ts'

/** What stands beside the terms in a query. */
export const uploadQuerySchema = z.strictObject({
  mode: z.enum(UPLOAD_MODES).optional().describe('For a CSV. JSON says it in its body.'),
  version: z
    .string()
    .regex(/^(?:0|[1-9]\d{0,14})$/, 'must be a whole number')
    .transform(Number)
    .optional()
    .describe('Of the registry that you have seen; any by default.'),
  reason: reasonSchema.optional(),
})

/** Reads the body of an upload, bounded. Throws as `readBody`, and `invalid_request` for a CSV without a mode. */
export async function readUpload(
  { req }: Context<AdminEnv>,
  mode: z.output<typeof uploadQuerySchema>['mode'],
  maxBytes: number,
): Promise<UploadBody> {
  const isCsv = /^text\/csv\s*(?:;|$)/i.test(req.header('content-type') ?? '')
  if (isCsv && mode === undefined) throw new SluiceError({ code: 'invalid_request', param: 'mode' })
  const bytes = await readBody(req.raw, maxBytes)
  return isCsv && mode !== undefined ? { format: 'csv', bytes, mode } : { format: 'json', bytes }
}
