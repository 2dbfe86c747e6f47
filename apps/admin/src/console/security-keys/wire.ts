import { z } from '@hono/zod-openapi'
import { plainText } from '@sluice/contracts'
import type { SecurityKey } from '@sluice/db'
import { ADMIN_ACTIONS } from '@sluice/policy'

/* The JSON forms of WebAuthn (W3C WebAuthn Level 3, sections 5.1.8 to 5.1.10), bounded. */

const base64url = (maxLength: number) =>
  z
    .string()
    .min(1)
    .max(maxLength)
    .regex(/^[\w-]+$/)
/** A credential id has 1,023 bytes at most. */
const credentialId = base64url(1_364)
const transports = z.array(z.string().max(32)).max(10)

const credential = {
  ...{ id: credentialId, rawId: credentialId, type: z.literal('public-key') },
  clientExtensionResults: z.object({}).describe('None is asked for, and none is read.'),
}

const attestationSchema = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: base64url(2_048),
      attestationObject: base64url(8_192),
      transports: transports.optional(),
    }),
  })
  .openapi('SecurityKeyAttestation')

export type Attestation = z.output<typeof attestationSchema>

const assertionSchema = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: base64url(2_048),
      authenticatorData: base64url(2_048),
      signature: base64url(1_024),
      userHandle: base64url(86).optional(),
    }),
  })
  .openapi('SecurityKeyAssertion')

export type Assertion = z.output<typeof assertionSchema>

export const newKeySchema = z
  .strictObject({
    name: plainText(64).describe('What its person calls it.'),
    attestation: attestationSchema,
  })
  .openapi('NewSecurityKey')

export const stepSchema = z
  .strictObject({ action: z.enum(ADMIN_ACTIONS).describe('What the person is about to do.') })
  .openapi('SecurityKeyStep')

export const confirmationSchema = z.strictObject({ assertion: assertionSchema }).openapi('SecurityKeyConfirmation')

export const keyPath = z.object({ id: z.uuid() })

const descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()).optional(),
})

export const creationSchema = z
  .object({
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    ...{ challenge: z.string(), timeout: z.int() },
    pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
    excludeCredentials: z.array(descriptor),
    authenticatorSelection: z.object({
      residentKey: z.enum(['discouraged', 'preferred', 'required']),
      userVerification: z.enum(['discouraged', 'preferred', 'required']),
    }),
    attestation: z.literal('none'),
  })
  .openapi('SecurityKeyCreation')

export const requestSchema = z
  .object({
    ...{ rpId: z.string(), challenge: z.string(), timeout: z.int() },
    allowCredentials: z.array(descriptor),
    userVerification: z.literal('required'),
  })
  .openapi('SecurityKeyRequest')

export const keySchema = z
  .object({
    ...{ id: z.uuid(), name: z.string() },
    synced: z.boolean().describe('Whether it may be copied to other devices of its person, as passkeys are.'),
    created_at: z.iso.datetime(),
    last_used_at: z.iso.datetime().nullable(),
  })
  .openapi('SecurityKey')

/** A key as its person is shown it. */
export function viewKey({ id, name, isSynced, createdAt, lastUsedAt }: SecurityKey): z.output<typeof keySchema> {
  const times = { created_at: createdAt.toISOString(), last_used_at: lastUsedAt?.toISOString() ?? null }
  return { id, name, synced: isSynced, ...times }
}
