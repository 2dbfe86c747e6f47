import { SluiceError } from '@sluice/contracts'
import type { Context } from 'hono'

/** The header that only the console's own scripts send: another site's cannot without asking first (CORS). */
const CONSOLE_HEADER = 'x-sluice-console'
/** What the page does by itself, which is no sign of a person. */
const BACKGROUND = 'background'
const VALUES: ReadonlySet<string | undefined> = new Set(['1', BACKGROUND])

/**
 * Lets a cookie count only where the console itself sends it. Browsers put `Origin` and `Sec-Fetch-Site` on requests
 * and let no script change them (WHATWG Fetch, sections 3.1 and 4.6; W3C Fetch Metadata, section 2.3).
 * Throws `token_missing` without the header, `action_not_permitted` for a request of another origin.
 *
 * @returns whether a person does something, rather than the page by itself.
 */
export function requireOwnSite({ req }: Context, origin: string): { readonly isActivity: boolean } {
  const header = req.header(CONSOLE_HEADER)
  if (!VALUES.has(header)) {
    throw new SluiceError({ code: 'token_missing', message: `A cookie counts with the header ${CONSOLE_HEADER} only.` })
  }
  const sent = req.header('origin')
  const site = req.header('sec-fetch-site')
  if ((sent !== undefined && sent !== origin) || (site !== undefined && site !== 'same-origin')) {
    throw new SluiceError({ code: 'action_not_permitted', message: 'This call comes from another site.' })
  }
  return { isActivity: header !== BACKGROUND }
}
