import createClient from 'openapi-fetch'
import { isSomebodyThere } from '../adapters/activity.ts'
import type { components, paths } from './generated/admin.ts'

const HEADER = 'x-sluice-console'

/**
 * What every call sends: a page of another origin cannot send it, so the session's cookie alone is no credential.
 * `background` is what the page does by itself: it keeps no session from ending by idle time.
 */
export function consoleHeaders(isByPerson = isSomebodyThere()): Record<string, string> {
  return { [HEADER]: isByPerson ? '1' : 'background' }
}

/** The records of the admin API by their names in its description: `Records['Approval']`. */
export type Records = components['schemas']

/** Calls the admin API by path; the types are written from its OpenAPI document. */
export const admin = createClient<paths, 'application/json'>({
  credentials: 'same-origin',
})
admin.use({
  onRequest: ({ request }) => {
    for (const [name, value] of Object.entries(consoleHeaders())) request.headers.set(name, value)
    return request
  },
})
