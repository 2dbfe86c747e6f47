import { Readable } from 'node:stream'
import { GATEWAY_MEMBERS } from '@sluice/contracts'
import type { ModelRequest } from '@sluice/pipeline/ports'

/** What is sent to an upstream. A stream is read once; its length goes into `content-length`. */
export type UpstreamRequestBody = string | { readonly stream: Readable; readonly byteLength: number }

/**
 * Writes a request as JSON, under the upstream's name of the model and without the gateway's own members. What another
 * thread has written is sent on as it is, with the model before it, and is not copied.
 */
export function upstreamBodyOf(request: ModelRequest, model: string): UpstreamRequestBody {
  if (request.remote === undefined) return JSON.stringify(withoutOwnMembers(request.body, model))
  const { masked } = request
  // Every body has more members than its model, so a comma is due.
  if (masked === undefined || masked.byteLength <= 2) throw new Error('A body that nobody has masked must not leave.')
  const head = Buffer.from(`{"model":${JSON.stringify(model)},`)
  const rest = masked.subarray(1)
  return { stream: Readable.from([head, rest], { objectMode: false }), byteLength: head.length + rest.length }
}

function withoutOwnMembers(body: object, model: string): Readonly<Record<string, unknown>> {
  const upstream: Record<string, unknown> = { ...body, model }
  for (const member of GATEWAY_MEMBERS) delete upstream[member]
  return upstream
}
