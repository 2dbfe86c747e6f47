import { bytes, durationMs, json, url } from '@sluice/service-kit/environment'
import { z } from 'zod'
import { demandSchema } from '../step-up.ts'

const MINUTE_MS = 60_000

const registrationDemand = demandSchema.refine(
  ({ maxAgeSeconds }) => maxAgeSeconds !== undefined && maxAgeSeconds <= 3_600,
  'must ask for max_age_seconds, 3600 at most',
)

const sampleUsers = z
  .array(z.strictObject({ name: z.string().min(1).max(256), title: z.string().max(256), token: z.string().min(1) }))
  .max(100)

/** The variables of the console. Without `CONSOLE_URL` there is none. */
export const consoleConfigShape = {
  CONSOLE_URL: url()
    .refine(isOrigin, 'must be an origin of HTTPS, or of plain HTTP on loopback, without a path')
    .optional()
    .describe(
      'Where browsers reach this service, for example https://sluice.example.com. Set, it serves the console under ' +
        '`/console/`, and needs CONSOLE_CLIENT_ID and DATA_KEYS (docs/console.md).',
    ),
  CONSOLE_CLIENT_ID: z
    .string()
    .min(1)
    .optional()
    .describe('The client of the console at OIDC_ISSUER. Its redirect URI is CONSOLE_URL and `/console/callback`.'),
  CONSOLE_CLIENT_SECRET: z
    .string()
    .min(1)
    .optional()
    .describe('Its secret; a public client has none. PKCE protects the code either way.'),
  CONSOLE_SCOPE: z
    .string()
    .min(1)
    .default('openid profile offline_access')
    .describe('The scopes that a login asks for: those with which the access token names OIDC_AUDIENCE.'),
  CONSOLE_RESOURCE: z
    .string()
    .min(1)
    .optional()
    .describe('The `resource` of a login (RFC 8707), for a provider that chooses the audience by it.'),
  CONSOLE_IDLE_MS: durationMs({ min: MINUTE_MS, max: 1_440 * MINUTE_MS })
    .default(15 * MINUTE_MS)
    .describe('A console session ends when its person has done nothing for so long.'),
  CONSOLE_SESSION_MS: durationMs({ min: MINUTE_MS, max: 10_080 * MINUTE_MS })
    .default(480 * MINUTE_MS)
    .describe('A console session ends so long after the login, however much it is used.'),
  CONSOLE_REFRESH_MS: durationMs({ min: 1_000, max: 1_440 * MINUTE_MS })
    .default(5 * MINUTE_MS)
    .describe('How often a session asks the provider for a new token, and so learns of other groups.'),
  CONSOLE_WEBAUTHN_RP_ID: z
    .string()
    .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/, 'must be a domain')
    .max(253)
    .optional()
    .describe(
      'Set, people may confirm with a security key or passkey where STEP_UP asks for a login. The relying party id: the ' +
        'domain of CONSOLE_URL or one above it. Another one later makes all registered keys useless (docs/console.md).',
    ),
  CONSOLE_WEBAUTHN_ACR: z
    .string()
    .regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,256}$/)
    .optional()
    .describe(
      'The authentication context class that a security key counts as where STEP_UP asks for acr_values, for example ' +
        '`phr`. It needs acr_values in CONSOLE_WEBAUTHN_REGISTRATION. Unset: a key meets max_age_seconds only.',
    ),
  CONSOLE_WEBAUTHN_REGISTRATION: json(registrationDemand)
    .prefault('{"max_age_seconds":300}')
    .describe(
      'JSON object {max_age_seconds, acr_values}: how fresh or strong a login at the provider it takes to register or ' +
        'remove a security key.',
    ),
  CONSOLE_FILES: z
    .string()
    .min(1)
    .optional()
    .describe('The folder with the built console; `apps/console/dist` of the checkout by default.'),
  CONSOLE_SAMPLE_USERS: json(sampleUsers)
    .default([])
    .describe(
      'JSON array of {name, title, token}: whom the playground may pose as, beside the person who is logged in. For ' +
        'trying the product out; never for real people.',
    ),
  GATEWAY_URL: url().optional().describe('The gateway that the playground of the console asks. Unset: there is none.'),
  ASSESSMENT_API_URL: url()
    .optional()
    .describe('The assessment API that the console shows. Unset: the console has no assessment.'),
  ASSESSMENT_CLIENTS: json(z.record(z.string().min(1).max(256), z.string().min(1).max(256)))
    .default({ ciso: 'admin-001', aigo: 'exec-001', auditor: 'auditor-001' })
    .describe(
      'JSON object: role to the identity of the assessment API as which the console asks for people who have it. The ' +
        'first role that a person has counts.',
    ),
  ASSESSMENT_SECRET: z
    .string()
    .min(1)
    .optional()
    .describe('What the assessment API asks for as TOKEN_SECRET before it gives the console a token.'),
  CONSOLE_FORWARD_BYTES: bytes({ min: 1_024, max: 33_554_432 })
    .default(1_048_576)
    .describe('The longest request that the console hands on to the gateway or the assessment API.'),
  CONSOLE_UPLOAD_BYTES: bytes({ min: 1_024, max: 1_073_741_824 })
    .default(67_108_864)
    .describe(
      'The longest archive of a project that the console hands on to the assessment API, as it comes; that has a bound ' +
        'of its own (UPLOAD_BYTES).',
    ),
}

type ConsoleConfig = z.output<z.ZodObject<typeof consoleConfigShape>>

interface WholeConfig extends ConsoleConfig {
  readonly DATA_KEYS?: unknown
  readonly WRAPPED_DATA_KEYS?: unknown
}

/** Reports a console of which only a part is configured, as a check between variables. */
export function checkConsole(config: WholeConfig, context: z.core.$RefinementCtx): void {
  for (const [path, message] of webAuthnFaults(config)) {
    context.addIssue({ code: 'custom', path: [path], message })
  }
  if (config.CONSOLE_URL === undefined) return
  for (const name of ['CONSOLE_CLIENT_ID', 'DATA_KEYS'] as const) {
    if (config[name] !== undefined) continue
    if (name === 'DATA_KEYS' && config.WRAPPED_DATA_KEYS !== undefined) continue
    context.addIssue({ code: 'custom', path: [name], message: 'is required where CONSOLE_URL is set' })
  }
}

function* webAuthnFaults(config: ConsoleConfig): Generator<[keyof ConsoleConfig, string]> {
  const { CONSOLE_URL, CONSOLE_WEBAUTHN_RP_ID: id, CONSOLE_WEBAUTHN_ACR, CONSOLE_WEBAUTHN_REGISTRATION } = config
  if (id !== undefined) {
    const host = CONSOLE_URL === undefined ? undefined : new URL(CONSOLE_URL).hostname
    // W3C WebAuthn Level 3, section 5.1.3: an address is no domain.
    if (host !== id && host?.endsWith(`.${id}`) !== true) {
      yield ['CONSOLE_WEBAUTHN_RP_ID', 'must be the domain of CONSOLE_URL or one above it']
    }
  }
  if (CONSOLE_WEBAUTHN_ACR !== undefined && CONSOLE_WEBAUTHN_REGISTRATION.acrValues === undefined) {
    yield ['CONSOLE_WEBAUTHN_REGISTRATION', 'must ask for acr_values where CONSOLE_WEBAUTHN_ACR is set']
  }
}

function isOrigin(text: string): boolean {
  const parsed = new URL(text)
  const isLoopback = ['127.0.0.1', '[::1]', 'localhost'].includes(parsed.hostname)
  const isSafe = parsed.protocol === 'https:' || isLoopback
  return isSafe && (text === parsed.origin || text === `${parsed.origin}/`)
}
