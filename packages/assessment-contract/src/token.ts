import { z } from 'zod'

/** Specification, section 2. */
export const tokenRequestSchema = z.object({
  clientId: z.string().max(256).meta({ example: 'admin-001' }),
  secret: z.unknown().optional().meta({ type: 'string', description: 'Not looked at unless TOKEN_SECRET is set.' }),
})

export const tokenSchema = z.object({ token: z.string() }).meta({ id: 'Token' })

/** Specification, section 5, item 1. */
export const invalidCredentialsSchema = z
  .object({ error: z.literal('Invalid credentials') })
  .meta({ id: 'InvalidCredentials' })
