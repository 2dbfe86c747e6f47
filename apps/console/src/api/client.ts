import { type AdminRecords, createAdminClient } from '@sluice/api-clients/admin'
import { isSomebodyThere } from '../adapters/activity.ts'

const HEADER = 'x-sluice-console'

/**
 * What every call sends: a page of another origin cannot send it, so the session's cookie alone is no credential.
 * `background` is what the page does by itself: it keeps no session from ending by idle time.
 */
export function consoleHeaders(isByPerson = isSomebodyThere()): Record<string, string> {
  return { [HEADER]: isByPerson ? '1' : 'background' }
}

/** The records of the admin API by their names in its description: `Records['Approval']`. */
export type Records = AdminRecords

/** Calls the admin API by path, at the console's own origin; the session's cookie goes along. */
export const admin = createAdminClient({ baseUrl: '' })
admin.use({
  onRequest: ({ request }) => {
    for (const [name, value] of Object.entries(consoleHeaders())) request.headers.set(name, value)
    return request
  },
})
