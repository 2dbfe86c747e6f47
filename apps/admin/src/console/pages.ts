import { ERRORS, type SluiceError } from '@sluice/contracts'
import type { RenderError } from '@sluice/service-kit'

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A page without script and style, for what the built console cannot say. `body` is HTML. */
export function page(title: string, body: string): string {
  const head = `<meta charset="utf-8"><title>${title} · Sluice</title><meta name="viewport" content="width=device-width">`
  return `<!doctype html><html lang="en"><head>${head}</head><body><main><h1>${title}</h1>${body}</main></body></html>`
}

/** An answer with a page. */
export function pageAnswer(status: number, html: string): Response {
  return new Response(html, { status, headers: { 'content-type': 'text/html; charset=utf-8' } })
}

/** Tells a person, rather than a script, what is wrong with a login. */
export const renderLoginError: RenderError = (error, context) => {
  const { status } = ERRORS[error.code]
  const id = escapeHtml(context.get('requestId'))
  const text = `<p>${escapeHtml(messageOf(error))}</p><p><a href="/console/login">Log in again</a></p>`
  return pageAnswer(status, page('You are not logged in', `${text}<p>Request ${id}, code ${error.code}</p>`))
}

function messageOf({ code, refusal }: SluiceError): string {
  return refusal.message ?? ERRORS[code].publicMessage
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character)
}
