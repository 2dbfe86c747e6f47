import { SluiceError } from '@sluice/contracts'
import { bodyTooLarge, checkBodyHeaders, readBody } from '@sluice/service-kit'

/** One of the services that the console asks, at an address that configuration names. */
export interface Destination {
  /** For messages: `the gateway`. */
  readonly name: string
  /** What addresses here begin with: `/console/gateway`. */
  readonly prefix: string
  readonly baseUrl: string
  /** Headers of a request that are handed on. */
  readonly requestHeaders: readonly string[]
  /** Headers that every request gets here. */
  readonly ownHeaders?: Readonly<Record<string, string>>
  /** Headers of an answer that are handed on. */
  readonly answerHeaders: readonly string[]
  /** A media type of which bodies are handed on as they come, none of them held here, and their bound in bytes. */
  readonly uploads?: { readonly mediaType: string; readonly maxBytes: number }
}

interface Forwarding {
  readonly request: Request
  /** Ends the exchange with the service: the client has left, the session is over, the service stops. */
  readonly signal: AbortSignal
  /** The credential for the service; the browser has sent none of its own. */
  readonly authorization: string
  readonly maxBodyBytes: number
}

/** A path under `/v1/` in plain letters: no dot segment, no escape that another server might read in another way. */
const PATH = /^\/v1(?:\/[A-Za-z0-9_~:@-][A-Za-z0-9._~:@-]*)+$/

/**
 * Asks a service what the browser has asked here, and nothing else: its address is fixed, redirects are not followed,
 * and only named headers pass. Throws `not_found` for a path that is not handed on, `request_too_large`,
 * `dependency_unavailable` where the service cannot be reached.
 */
export async function forward(destination: Destination, forwarding: Forwarding): Promise<Response> {
  const { request, signal, authorization, maxBodyBytes } = forwarding
  const { pathname, search } = new URL(request.url)
  const path = pathname.slice(destination.prefix.length)
  if (!PATH.test(path)) throw new SluiceError('not_found')
  const hasBody = request.method !== 'GET' && request.method !== 'DELETE'
  const upload = hasBody ? uploadOf(destination, request) : undefined
  const body = !hasBody || upload !== undefined ? undefined : new Uint8Array(await readBody(request, maxBodyBytes))
  const headers = new Headers({ ...destination.ownHeaders, authorization, 'accept-encoding': 'identity' })
  copy(request.headers, headers, destination.requestHeaders)
  const address = new URL(`${destination.baseUrl.replace(/\/$/, '')}${path}${search}`)
  try {
    const init = { method: request.method, headers, redirect: 'error', signal } as const
    if (upload !== undefined) return await fetch(address, { ...init, body: upload.body, duplex: 'half' })
    return await fetch(address, { ...init, ...(body === undefined ? {} : { body }) })
  } catch (cause) {
    if (upload?.fault() !== undefined) throw upload.fault()
    if (request.signal.aborted) throw new SluiceError('request_aborted', { cause })
    const message = `The console cannot reach ${destination.name}.`
    throw new SluiceError({ code: 'dependency_unavailable', message }, { cause })
  }
}

interface ForwardedUpload {
  readonly body: ReadableStream<Uint8Array>
  /** What has ended it before its end. */
  fault(): SluiceError | undefined
}

/** The body as it comes, up to the bound. Throws `request_too_large` for one that says that it is longer. */
function uploadOf({ uploads }: Destination, { headers, body }: Request): ForwardedUpload | undefined {
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (uploads === undefined || body === null || type !== uploads.mediaType) return undefined
  const { maxBytes } = uploads
  checkBodyHeaders(headers.get('content-encoding'), headers.get('content-length'), maxBytes, UPLOAD_VARIABLE)
  let length = 0
  let fault: SluiceError | undefined
  const bound = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, controller) {
      length += part.length
      if (length <= maxBytes) controller.enqueue(part)
      else {
        fault = bodyTooLarge(maxBytes, UPLOAD_VARIABLE)
        controller.error(fault)
      }
    },
  })
  return { body: body.pipeThrough(bound), fault: () => fault }
}

const UPLOAD_VARIABLE = 'CONSOLE_UPLOAD_BYTES'

/** The answer of a service as the browser gets it, with this body. */
export function handOn(destination: Destination, answer: Response, body: ReadableStream<Uint8Array> | null): Response {
  const headers = new Headers()
  copy(answer.headers, headers, destination.answerHeaders)
  return new Response(body, { status: answer.status, headers })
}

function copy(from: Headers, to: Headers, names: readonly string[]): void {
  for (const name of names) {
    const value = from.get(name)
    if (value !== null) to.set(name, value)
  }
}
