import { createHash, type Hash, hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { gatewayMembersOf } from '@sluice/contracts'
import type { ModelRequest, SentBytes } from '@sluice/pipeline/ports'

/** What is sent to an upstream. A stream is read once; its length goes into `content-length`. */
export type UpstreamRequestBody = string | { readonly stream: Readable; readonly byteLength: number }

/** A body, and the digest of what has been sent of it. */
export interface DigestedBody extends SentBytes {
  readonly body: UpstreamRequestBody
  /** SHA-256 of all of it in hexadecimal letters, where it is known before the body is read. */
  readonly hash?: string
}

/** A long body is handed over in pieces, each of which is digested in a fraction of a millisecond. */
const PIECE_BYTES = 65_536

/**
 * Writes a request as JSON, under the upstream's name of the model and without the gateway's own members. What another
 * thread has written is sent on as it is, with the model before it, and is not copied.
 *
 * @param added members that the body does not have.
 */
export function upstreamBodyOf(request: ModelRequest, model: string, added: object = {}): DigestedBody {
  if (request.remote === undefined) return digested(JSON.stringify({ ...withoutOwnMembers(request, model), ...added }))
  const { masked } = request
  // Every body has more members than its model, so a comma is due.
  if (masked === undefined || masked.byteLength <= 2) throw new Error('A body that nobody has masked must not leave.')
  const head = Buffer.from(
    `{"model":${JSON.stringify(model)},${isStored(request) ? '"store":false,' : ''}${membersText(added)}`,
  )
  const rest = masked.subarray(1)
  const sent = createHash('sha256')
  const stream = Readable.from(piecesOf([head, rest], sent), { objectMode: false })
  return { body: { stream, byteLength: head.length + rest.length }, digest: () => sent.copy().digest('base64url') }
}

/** A body that is short enough for the event loop. */
export function digested(body: string): DigestedBody {
  const sent = hash('sha256', body, 'buffer')
  return { body, digest: () => sent.toString('base64url'), hash: sent.toString('hex') }
}

/** A long body, with its SHA-256 in hexadecimal letters. */
export function digestedBytes(bytes: Uint8Array, hash: string): DigestedBody {
  const sent = createHash('sha256')
  const stream = Readable.from(piecesOf([bytes], sent), { objectMode: false })
  return { body: { stream, byteLength: bytes.byteLength }, digest: () => sent.copy().digest('base64url'), hash }
}

/** Members as they stand within an object of JSON, each with its comma. */
function membersText(members: object): string {
  return Object.entries(members)
    .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)},`)
    .join('')
}

function* piecesOf(parts: readonly Uint8Array[], sent: Hash): Generator<Uint8Array, void> {
  for (const part of parts) {
    for (let from = 0; from < part.length; from += PIECE_BYTES) {
      const piece = part.subarray(from, from + PIECE_BYTES)
      sent.update(piece)
      yield piece
    }
  }
}

function withoutOwnMembers({ kind, body }: ModelRequest, model: string): Readonly<Record<string, unknown>> {
  const upstream: Record<string, unknown> = { ...body, model }
  for (const member of gatewayMembersOf(kind)) delete upstream[member]
  if (isStored({ kind })) upstream.store = false
  return upstream
}

/** Whether an endpoint would store such a request for a later one, unless it is told not to. */
function isStored({ kind }: Pick<ModelRequest, 'kind'>): boolean {
  return kind === 'responses'
}
