import { hash, timingSafeEqual } from 'node:crypto'
import { z } from '@hono/zod-openapi'
import { assertIssuer, createSigningKeys, type SigningKeys } from '@sluice/auth'
import type { Clock } from '@sluice/contracts'
import { DEFAULT_TENANT, NAME_MAX_LENGTH, plainText } from '@sluice/contracts'

const SUBJECT_FORMATS = ['iss_sub', 'email', 'opaque'] as const

const transmitterSchema = z.strictObject({
  /** Compared exactly with claim `iss`; short enough for the actor of an audit record. */
  issuer: z.string().min(1).max(250),
  /** One of these must be in claim `aud`. */
  audience: z.union([z.string().min(1), z.array(z.string().min(1)).min(1).max(10)]),
  /** The address of its keys; by default the one in its metadata (SSF 1.0, section 7). */
  jwksUri: z.url({ protocol: /^https?$/ }).exactOptional(),
  /** Permits a plain-HTTP issuer that is not on loopback; for closed networks only. */
  allowHttp: z.boolean().default(false),
  /** The tenant whose users it may freeze. */
  tenant: plainText(NAME_MAX_LENGTH).default(DEFAULT_TENANT),
  /** How its subjects name users; the id of an `opaque` subject is the `sub`. */
  subjects: z.array(z.enum(SUBJECT_FORMATS)).min(1).default(['iss_sub', 'email']),
  /** Issuers beside the login issuer that give our users the same `sub`. */
  subjectIssuers: z.array(z.string().min(1)).max(10).default([]),
  /** Whether an unknown subject is frozen, too; true by default for the login issuer. */
  markUnknown: z.boolean().exactOptional(),
  /** The whole value of the header `Authorization` that it must send, as agreed with it. */
  authorizationHeader: z.string().min(16).max(4_096).exactOptional(),
})

type TransmitterConfig = z.output<typeof transmitterSchema>

export const transmittersSchema = z
  .array(transmitterSchema)
  .max(50)
  .superRefine((transmitters, context) => {
    const seen = new Set<string>()
    for (const [index, { issuer, allowHttp, jwksUri }] of transmitters.entries()) {
      if (seen.has(issuer)) context.addIssue({ code: 'custom', path: [index, 'issuer'], message: 'is there twice' })
      seen.add(issuer)
      for (const [member, address] of Object.entries({ issuer, jwksUri })) {
        const fault = address === undefined ? undefined : faultOf(address, allowHttp)
        if (fault !== undefined) context.addIssue({ code: 'custom', path: [index, member], message: fault })
      }
    }
  })

export interface Transmitter extends Omit<TransmitterConfig, 'subjectIssuers' | 'markUnknown' | 'authorizationHeader'> {
  readonly keys: SigningKeys
  readonly subjectIssuers: ReadonlySet<string>
  readonly markUnknown: boolean
  /** Whether the header is the configured one, if one is configured; in constant time. */
  isAuthorized(header: string | undefined): boolean
}

/** By issuer. */
export type Transmitters = ReadonlyMap<string, Transmitter>

interface TransmitterOptions {
  /** The issuer of access tokens: its subjects are the `sub` of users. */
  readonly loginIssuer: string
  readonly clock: Clock
}

const KEY_LIMITS = { timeoutMs: 3_000, maxAgeMs: 300_000, cooldownMs: 5_000 }

/** Prepares the configured transmitters. Their keys are fetched when the first token of each arrives. */
export function createTransmitters(
  configs: readonly TransmitterConfig[],
  { loginIssuer, clock }: TransmitterOptions,
): Transmitters {
  return new Map(
    configs.map(({ subjectIssuers, markUnknown, authorizationHeader, ...config }) => {
      const { issuer, jwksUri } = config
      const transmitter: Transmitter = {
        ...config,
        keys: createSigningKeys({ issuer, jwksUri, metadataUrl: metadataUrl(issuer), clock, ...KEY_LIMITS }),
        subjectIssuers: new Set([loginIssuer, ...subjectIssuers]),
        markUnknown: markUnknown ?? issuer === loginIssuer,
        isAuthorized: (header) => authorizationHeader === undefined || isEqual(authorizationHeader, header ?? ''),
      }
      return [issuer, transmitter]
    }),
  )
}

/** Source: SSF 1.0, section 7.2: the well-known part stands between host and path. */
function metadataUrl(issuer: string): string {
  const { origin, pathname } = new URL(issuer)
  return `${origin}/.well-known/ssf-configuration${pathname === '/' ? '' : pathname}`
}

function isEqual(secret: string, given: string): boolean {
  return timingSafeEqual(hash('sha256', secret, 'buffer'), hash('sha256', given, 'buffer'))
}

function faultOf(address: string, allowHttp: boolean): string | undefined {
  try {
    assertIssuer(address, allowHttp)
    return undefined
  } catch {
    return 'must be an https URL without user, query and fragment'
  }
}
