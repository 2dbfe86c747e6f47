import type { JWK } from 'jose'
import type { OidcOptions, OidcUser } from '../oidc/oidc-server.ts'
import type { ServerSource } from '../system/first-source.ts'

/** The variable in which a test process finds the address of the shared stack. */
export const STACK_URL_VARIABLE = 'TEST_STACK_URL'

/** What a test process asks of the shared stack, by the path of the call. Input and output are JSON. */
export interface StackCalls {
  'take-redis-database': { readonly input: object; readonly output: RedisDatabase }
  'find-postgres': { readonly input: object; readonly output: SharedPostgres }
  'open-issuer': { readonly input: OidcOptions; readonly output: OpenIssuer }
  'set-user': { readonly input: { readonly issuer: string; readonly user: OidcUser }; readonly output: null }
  'close-issuer': { readonly input: { readonly issuer: string }; readonly output: null }
}

/** An empty database of the shared Redis. */
export interface RedisDatabase {
  readonly source: ServerSource
  readonly url: string
  readonly port: number
}

export interface SharedPostgres {
  readonly source: ServerSource
  /** URL of the database from which others are created. */
  readonly adminUrl: string
  readonly port: number
}

export interface OpenIssuer {
  readonly issuer: string
  readonly audience: string
  readonly port: number
  /** The private keys, so that a test can sign tokens with faults. */
  readonly keys: readonly JWK[]
}
