import { z } from '@hono/zod-openapi'
import { INCIDENT_ID_MAX_LENGTH, NAME_MAX_LENGTH, plainText, proseText, REASON_MAX_LENGTH } from '@sluice/contracts'

const nameSchema = plainText(NAME_MAX_LENGTH)

/** Visible ASCII, as headers can carry it. */
export const idempotencyKeySchema = z.string().regex(/^[!-~]{1,255}$/, 'must be 1 to 255 visible ASCII characters')

const userSchema = z
  .strictObject({
    sub: nameSchema
      .optional()
      .describe('As access tokens name the user: claim `sub`, or what `OIDC_SUBJECT_CLAIM` says. Compared exactly.'),
    preferred_username: nameSchema.optional().describe('The user name in the directory; case does not count.'),
    email: plainText(320).optional().describe('The e-mail address in the directory; case does not count.'),
  })
  .refine((user) => Object.keys(user).length === 1, 'must hold exactly one of sub, preferred_username, email')
  .openapi('SoarUser', { minProperties: 1, maxProperties: 1 })

const common = {
  tenant: nameSchema.optional().describe('Where to look for the user; all tenants where it is absent.'),
  incident_id: plainText(INCIDENT_ID_MAX_LENGTH)
    .nullish()
    .describe('The case in the SOAR or ticket system; null, as in the answer, where there is none.'),
  reason: proseText(REASON_MAX_LENGTH).describe(
    'Why, for the audit trail: 1 to 1,000 characters. It is kept, with names, addresses and numbers of persons masked; ' +
      'put no secrets here.',
  ),
  idempotency_key: idempotencyKeySchema
    .optional()
    .describe('The same as the header `idempotency-key`: a command that comes again under it is answered as before.'),
}

const freezeUserSchema = z
  .strictObject({
    command: z.literal('freeze_user'),
    user: userSchema,
    ...common,
    force: z
      .boolean()
      .optional()
      .describe('Freezes also a `sub` that is not known, or cannot be looked up, so that it cannot begin.'),
  })
  .openapi('FreezeUser')

const freezeSessionSchema = z
  .strictObject({
    command: z.literal('freeze_session'),
    session_id: z.int().min(1).describe('The number in `service_metadata.session_id`.'),
    user: userSchema.optional().describe('Whose session it must be; otherwise nothing is frozen.'),
    ...common,
  })
  .openapi('FreezeSession')

const unfreezeUserSchema = z
  .strictObject({ command: z.literal('unfreeze_user'), user: userSchema, ...common })
  .openapi('UnfreezeUser')

export const commandSchema = z
  .discriminatedUnion('command', [freezeUserSchema, freezeSessionSchema, unfreezeUserSchema], {
    error: ({ code }) =>
      code === 'invalid_union' ? 'must be one of freeze_user, freeze_session, unfreeze_user' : undefined,
  })
  .openapi('SoarCommand')

export type Command = z.output<typeof commandSchema>
export type FreezeUser = z.output<typeof freezeUserSchema>
export type NamedUser = z.output<typeof userSchema>
