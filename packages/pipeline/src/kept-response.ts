import { hash } from 'node:crypto'
import {
  type KeptResponseEntry,
  keptResponseSchema,
  type Principal,
  type ResponsesItem,
  type ResponsesRequest,
  responsesRequestSchema,
} from '@sluice/contracts'
import type { KeyRing, KeyScope } from '@sluice/token-vault'
import { leastLength } from './least-length.ts'
import { type ModelRequest, ownItems } from './request/index.ts'

type About = KeptResponseEntry['kept']

/** A response that a later request may continue: all of it in the tokenized form in which it was sent and received. */
export interface KeptResponse extends About {
  /** What was sent, its history included. */
  readonly input: readonly ResponsesItem[]
}

type Owner = Pick<Principal, 'tenant' | 'sub'>

/** Where a response is kept: nobody finds it under another name. */
export function keptKeyOf({ tenant, sub }: Owner, responseId: string): string {
  return hash('sha256', JSON.stringify(['sluice kept response v1', tenant, sub, responseId]), 'hex')
}

type MaskedRequest = ModelRequest & { readonly kind: 'responses' }

/**
 * Writes what is kept of a response and its request. Undefined where that cannot be kept: it is longer than `maxBytes`,
 * or holds what a provider has sealed and a thread has masked, which has lost the marks that it needs to be sent again.
 *
 * @param tile of all that the model was sent.
 */
export function writeKept(request: MaskedRequest, about: About, maxBytes: number): string | undefined {
  // Looked at first: writing a long answer as JSON would take the event loop for as long as it is.
  if (leastLength(about.response, maxBytes) > maxBytes) return undefined
  const sent = sentText(request, maxBytes)
  if (sent === undefined) return undefined
  const text = `{"request":${sent},"kept":${JSON.stringify(about)}}`
  return Buffer.byteLength(text) > maxBytes ? undefined : text
}

function sentText(request: MaskedRequest, maxBytes: number): string | undefined {
  if (request.remote === undefined)
    return JSON.stringify({ input: withMarks(request.body.input, request.seals?.asSent) })
  const { masked, seals } = request
  if (masked === undefined || seals !== undefined || masked.byteLength > maxBytes) return undefined
  return Buffer.from(masked.buffer, masked.byteOffset, masked.byteLength).toString('utf8')
}

/** Sealed parts again with the marks under which the caller brought them: they stand at the same place as before. */
function withMarks(input: ResponsesRequest['input'], asSent: unknown): ResponsesRequest['input'] {
  const sent = responsesRequestSchema.safeParse(asSent)
  if (!Array.isArray(input) || !sent.success || !Array.isArray(sent.data.input)) return input
  const marked = sent.data.input
  return input.map((item, at) =>
    typeof item.encrypted_content === 'string' ? { ...item, encrypted_content: marked[at]?.encrypted_content } : item,
  )
}

/** Seals what `writeKept` wrote, for its tenant, user, session and id only. */
export function sealKept(
  keyRing: Pick<KeyRing, 'seal'>,
  owner: Owner,
  { session, response }: Pick<About, 'session' | 'response'>,
  text: string,
): string {
  return `${session.id} ${keyRing.seal(scopeOf(owner, session.id), text, boundTo(owner, response.id))}`
}

/** The session of what `sealKept` sealed, whose key is needed to open it; 0 where it names none. */
export function sessionIdOfKept(sealed: string): number {
  const id = Number(sealed.slice(0, sealed.indexOf(' ')))
  return Number.isSafeInteger(id) ? id : 0
}

/** Opens what `sealKept` sealed; undefined where it cannot be used: its key is gone, or it belongs elsewhere. */
export function openKept(
  keyRing: Pick<KeyRing, 'open'>,
  owner: Owner,
  responseId: string,
  sealed: string,
): KeptResponse | undefined {
  const sessionId = sessionIdOfKept(sealed)
  try {
    const text = keyRing.open(
      scopeOf(owner, sessionId),
      sealed.slice(sealed.indexOf(' ') + 1),
      boundTo(owner, responseId),
    )
    const { kept, request } = keptResponseSchema.parse(JSON.parse(text))
    if (kept.session.id !== sessionId) return undefined
    return { ...kept, input: ownItems(request.input) }
  } catch {
    return undefined
  }
}

function scopeOf({ tenant, sub }: Owner, sessionId: number): KeyScope {
  return { purpose: 'responses', tenant, sessionId, session: { tenant, sub, sessionId } }
}

function boundTo({ sub }: Owner, responseId: string): string {
  return JSON.stringify([sub, responseId])
}
