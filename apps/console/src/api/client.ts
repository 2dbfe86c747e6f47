import createClient from 'openapi-fetch'
import type { components, paths } from './generated/admin.ts'

/** Sent with every call: a page of another origin cannot send it, so the session's cookie alone is no credential. */
export const CONSOLE_HEADERS = { 'x-sluice-console': '1' } as const

/** The records of the admin API by their names in its description: `Records['Approval']`. */
export type Records = components['schemas']

/** Calls the admin API by path; the types are written from its OpenAPI document. */
export const admin = createClient<paths, 'application/json'>({
  baseUrl: window.location.origin,
  headers: CONSOLE_HEADERS,
  credentials: 'same-origin',
})
