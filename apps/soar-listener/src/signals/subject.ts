import { z } from '@hono/zod-openapi'
import { NAME_MAX_LENGTH, plainText } from '@sluice/contracts'
import { SetError } from './set-error.ts'
import type { Transmitter } from './transmitters.ts'

/** The user that a subject identifier names: a `sub` of our tokens, or an e-mail address that the directory knows. */
export type SignalSubject = { readonly sub: string } | { readonly email: string }

/** Source: RFC 9493, section 3.2. */
const identifierSchema = z.discriminatedUnion('format', [
  z.object({ format: z.literal('iss_sub'), iss: z.string().min(1), sub: plainText(NAME_MAX_LENGTH) }),
  z.object({ format: z.literal('email'), email: plainText(320) }),
  z.object({ format: z.literal('opaque'), id: plainText(NAME_MAX_LENGTH) }),
])

/** Source: SSF 1.0, section 3.1.2; drafts had no `format` here. */
const complexSchema = z.object({
  format: z.literal('complex').optional(),
  user: z.record(z.string(), z.unknown()),
})

type Rules = Pick<Transmitter, 'subjects' | 'subjectIssuers'>

/**
 * Reads a subject in the forms in which its transmitter may name users. A complex subject stands for its user.
 * Throws a `SetError`: `invalid_request` for other formats, `access_denied` for the subject of an issuer whose users
 * are not ours: the same `sub` elsewhere is another person.
 */
export function readSubject(subject: unknown, rules: Rules): SignalSubject {
  const complex = complexSchema.safeParse(subject)
  const identifier = identifierSchema.safeParse(complex.success ? complex.data.user : subject)
  if (!identifier.success || !rules.subjects.includes(identifier.data.format)) {
    throw new SetError('invalid_request', `The subject must be given as one of: ${rules.subjects.join(', ')}.`)
  }
  const { data } = identifier
  switch (data.format) {
    case 'iss_sub':
      if (!rules.subjectIssuers.has(data.iss)) {
        throw new SetError('access_denied', 'The subject belongs to an issuer whose users are not known here.')
      }
      return { sub: data.sub }
    case 'email':
      return { email: data.email }
    case 'opaque':
      return { sub: data.id }
  }
}
