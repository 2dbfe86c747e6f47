import type { Caller } from '../freeze/ask.ts'
import { MODELS } from '../freeze/models.ts'

/** A value that was masked, in a session of its own. */
export interface KeptToken {
  readonly session: string
  readonly value: string
  readonly token: string
}

const TOKEN = /[A-Z][A-Z_]+_(?:[0-9A-Z]{4,8}_)?[0-9A-HJKMNP-TV-Z]{10}/

/** The token that stands for the value of a session, as it goes to the model. Needs `SHOW_SENT`. Throws without one. */
export async function tokenOf({ gateway, token }: Caller, session: string, value: string): Promise<string> {
  const { statusCode, body } = await gateway.request({
    method: 'POST',
    path: '/v1/chat/completions',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      'x-session-id': session,
      'x-show-sent': '1',
      'cache-control': 'no-store',
    },
    body: JSON.stringify({ model: MODELS.brief, messages: [{ role: 'user', content: `Please write to ${value}.` }] }),
  })
  const text = await body.text()
  const sent = JSON.stringify((JSON.parse(text) as Answer).service_metadata?.sent ?? '')
  const found = TOKEN.exec(sent)?.[0]
  if (found === undefined) throw new Error(`no token was sent: status ${statusCode}: ${text.slice(0, 300)}`)
  return found
}

/** What is read of an answer. */
interface Answer {
  readonly service_metadata?: { readonly sent?: unknown }
}
