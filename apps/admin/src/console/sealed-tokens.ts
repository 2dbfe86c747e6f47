import type { KeyRing } from '@sluice/token-vault'
import { z } from 'zod'
import type { LoginAttempt, Tokens } from './provider.ts'
import { STEPS, type Step } from './security-keys/steps.ts'

interface SessionName {
  readonly tenant: string
  readonly idHash: string
}

/** A login that a browser has begun, as its cookie holds it. */
export interface PendingLogin extends LoginAttempt {
  /** Where the browser goes then: a path under `/console/`. */
  readonly returnTo: string
  /** What asks for the login, where something does. */
  readonly stepUp?: Step | undefined
  /** The hash of the session whose person logs in once more. */
  readonly replaces?: string | undefined
  readonly expiresAtMs: number
}

const tokensSchema = z.strictObject({
  access: z.string(),
  refresh: z.string().optional(),
  id: z.string().optional(),
  expiresAtMs: z.number().optional(),
})
const pendingSchema = z.strictObject({
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  maxAge: z.number().optional(),
  returnTo: z.string(),
  stepUp: z.enum(STEPS).optional(),
  replaces: z.string().optional(),
  expiresAtMs: z.number(),
})

const PURPOSE = 'console'
/** Nobody has logged in yet, so there is no tenant. No tenant has an empty name. */
const NO_TENANT = ''

/** Seals the tokens of a session, bound to it. */
export function sealTokens(keyRing: KeyRing, { tenant, idHash }: SessionName, tokens: Tokens): string {
  return keyRing.seal({ purpose: PURPOSE, tenant }, JSON.stringify(tokens), `session ${idHash}`)
}

/** Undefined where they are not those of this session, or the data key is gone. */
export function unsealTokens(keyRing: KeyRing, { tenant, idHash }: SessionName, sealed: string): Tokens | undefined {
  return open(tokensSchema, () => keyRing.open({ purpose: PURPOSE, tenant }, sealed, `session ${idHash}`))
}

/** Seals a login that has begun. Its browser keeps it, so that strangers who begin logins fill no store of ours. */
export function sealLogin(keyRing: KeyRing, login: PendingLogin): string {
  return keyRing.seal({ purpose: PURPOSE, tenant: NO_TENANT }, JSON.stringify(login), 'login')
}

/** Undefined for what was not sealed here, or has expired. */
export function unsealLogin(keyRing: KeyRing, sealed: string, nowMs: number): PendingLogin | undefined {
  const login = open(pendingSchema, () => keyRing.open({ purpose: PURPOSE, tenant: NO_TENANT }, sealed, 'login'))
  return login !== undefined && nowMs < login.expiresAtMs ? login : undefined
}

function open<Schema extends z.ZodType>(schema: Schema, unseal: () => string): z.output<Schema> | undefined {
  try {
    return schema.parse(JSON.parse(unseal()))
  } catch {
    return undefined
  }
}
