import { z } from '@hono/zod-openapi'
import type { CallerKey } from './webhook-signature.ts'

/** Source: Standard Webhooks, "Signature scheme": a secret of 24 to 64 random bytes, `whsec_` and base64. */
const SECRET = /^whsec_(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/
const SECRET_BYTES = { min: 24, max: 64 }

/** Each request is checked against every secret, so their number is bounded. */
const MAXIMUM_CALLERS = 20
const MAXIMUM_SECRETS_EACH = 5

const secret = z
  .string()
  .regex(SECRET, 'must be whsec_ and base64')
  .transform((text) => Buffer.from(text.slice('whsec_'.length), 'base64'))
  .refine(({ length }) => length >= SECRET_BYTES.min && length <= SECRET_BYTES.max, 'must hold 24 to 64 bytes')

const datedSecret = z.strictObject({
  secret,
  /** The secret is not valid from then on. */
  notAfter: z.iso
    .datetime({ offset: true })
    .transform((text) => Date.parse(text))
    .exactOptional(),
})

const name = z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'must be lower-case letters, digits and dashes')

/** Reads `{"xsoar": ["whsec_..."]}` into the list of keys. A secret may not belong to two callers. */
export const callerSecretsSchema = z
  .record(
    name,
    z
      .array(z.union([secret.transform((bytes) => ({ secret: bytes, notAfter: undefined })), datedSecret]))
      .min(1)
      .max(MAXIMUM_SECRETS_EACH),
  )
  .refine((callers) => Object.keys(callers).length <= MAXIMUM_CALLERS, `must name at most ${MAXIMUM_CALLERS} callers`)
  .transform((callers): CallerKey[] =>
    Object.entries(callers).flatMap(([caller, secrets]) =>
      secrets.map(({ secret, notAfter }) => ({ caller, secret, notAfterMs: notAfter })),
    ),
  )
  .refine(
    (keys) => new Set(keys.map(({ secret }) => secret.toString('base64'))).size === keys.length,
    'must not hold the same secret twice',
  )
