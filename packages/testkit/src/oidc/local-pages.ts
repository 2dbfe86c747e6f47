import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { KoaContextWithOIDC } from 'oidc-provider'
import type { OidcUser } from './oidc-server.ts'

const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 10vh auto; max-width: 34rem; padding: 0 1rem; }
h1 { font-size: 1.4rem; }
ul { list-style: none; padding: 0; }
li { margin: .5rem 0; }
a, button { border: 1px solid; border-radius: .5rem; color: inherit; display: block; padding: .6rem 1rem; text-decoration: none; }
a:hover, a:focus-visible { outline: 2px solid Highlight; }
small { opacity: .75; }
button { background: none; cursor: pointer; font: inherit; }
`
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/**
 * No script, no form, and no style but this one. `form-action` stays away from the page that logs out: browsers apply
 * it to the redirect behind the form, too, which goes back to the client.
 */
const POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; frame-ancestors 'none'; base-uri 'none'`
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

/** The page on which somebody chooses who to be: links, because a click must be all that it takes. */
export function renderLoginPage(uid: string, users: readonly OidcUser[]): string {
  const choices = users.map(({ sub, preferredUsername = sub, title, groups = [] }) => {
    const name = `<strong>${escapeHtml(preferredUsername)}</strong>${title === undefined ? '' : ` · ${escapeHtml(title)}`}`
    const href = `/interaction/${uid}/as/${encodeURIComponent(sub)}`
    return `<li><a href="${href}">${name}<br><small>${escapeHtml(groups.join(' '))}</small></a></li>`
  })
  return page('Who are you?', `<p>A local provider for trying Sluice out. It asks for no password.</p>${list(choices)}`)
}

/** Sends a page of the provider. */
export function sendPage(response: ServerResponse, html: string): void {
  response.writeHead(200, { ...HEADERS, 'content-security-policy': `${POLICY}; form-action 'none'` })
  response.end(html)
}

/** Asks whether to log out at the provider, too; `form` is the provider's, and its button stands outside of it. */
export function renderLogoutPage(context: KoaContextWithOIDC, form: string): void {
  context.set({ ...HEADERS, 'content-security-policy': POLICY })
  context.body = page('Log out?', `${form}<button form="op.logoutForm" name="logout" value="yes">Log out</button>`)
}

function list(items: readonly string[]): string {
  return `<ul>${items.join('')}</ul>`
}

function page(title: string, body: string): string {
  const head = `<meta charset="utf-8"><title>${title}</title><meta name="viewport" content="width=device-width">`
  return `<!doctype html><html lang="en"><head>${head}<style>${STYLE}</style></head><body><main><h1>${title}</h1>${body}</main></body></html>`
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character)
}
