/** Where an API is, and who calls it. One client serves one caller. */
export interface ClientOptions {
  /** Without the path of an operation: `http://127.0.0.1:8080`. */
  readonly baseUrl: string
  /** Goes with each call as `Authorization: Bearer`; absent where a call needs none. */
  readonly token?: string
  /** In place of the global one. */
  readonly fetch?: (request: Request) => Promise<Response>
}

/** What `data` and `error` have the types of: answers, and problems of RFC 9457. */
export type JsonMediaType = 'application/json' | 'application/problem+json'

/** The same for `openapi-fetch`. */
export function fetchOptions({ baseUrl, token, fetch }: ClientOptions) {
  return {
    baseUrl,
    ...(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
    ...(fetch === undefined ? {} : { fetch }),
  }
}
