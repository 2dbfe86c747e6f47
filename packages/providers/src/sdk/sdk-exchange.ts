import type { EndpointCall } from '@sluice/pipeline/ports'
import { AnswerFault } from '../answer-fault.ts'
import type { Upstream } from '../upstream.ts'
import { type DigestedBody, digested } from '../upstream-body.ts'
import type { UpstreamBody, UpstreamResponse } from '../upstream-exchange.ts'
import { eventPieces, framePieces, jsonPieces } from './answer-pieces.ts'
import type { SdkKind } from './sdk-models.ts'

interface SdkExchangeOptions {
  readonly kind: SdkKind
  readonly isStream: boolean
  /** Sent in place of the package's own: what a thread has written. */
  readonly body: DigestedBody | undefined
}

/**
 * One call of a package of the AI SDK, over the connections of an endpoint: their time-outs and bounds hold, and
 * nothing is sent but one request to the endpoint's own address. Of what the package would send only the path and the
 * body leave.
 */
export class SdkExchange {
  /** What the package is given to send with. Rejects as `Upstream.send` does; see `failure`. */
  readonly fetch: typeof globalThis.fetch = (input, init) => this.#keep(this.#send(String(input), init?.body))
  readonly #upstream: Upstream
  readonly #call: EndpointCall
  readonly #options: SdkExchangeOptions
  #body: UpstreamBody | undefined
  #hasSent = false
  #sentBytes = 0
  #failure: unknown

  constructor(upstream: Upstream, call: EndpointCall, options: SdkExchangeOptions) {
    this.#upstream = upstream
    this.#call = call
    this.#options = options
  }

  /** About: characters of a text, which are bytes where it is English. */
  get sentBytes(): number {
    return this.#sentBytes
  }

  /** Closes the connection unless the answer has ended. */
  cancel(): void {
    this.#body?.cancel()
  }

  /**
   * Why the call failed: what happened to the connection, where something did, and otherwise that the package could not
   * read the answer. The package's own errors hold the request and the answer, so they are not kept.
   */
  failureOf(error: unknown): unknown {
    return this.#failure ?? (error instanceof AnswerFault ? error : new AnswerFault('malformed'))
  }

  async #send(url: string, written: RequestInit['body']): Promise<Response> {
    const { baseUrl, bounds } = this.#upstream
    // Gemini's package goes on by itself with an answer that was cut in two. Its second request would be nobody's.
    if (this.#hasSent) throw new AnswerFault('incomplete')
    this.#hasSent = true
    if (!url.startsWith(`${baseUrl}/`)) throw new Error('The package asked for another address.')
    if (typeof written !== 'string') throw new Error('The package sent no text.')
    const { kind, isStream, body = digested(written) } = this.#options
    const accept = kind === 'bedrock' && isStream ? 'application/vnd.amazon.eventstream' : undefined
    const answer = await this.#upstream.send({ path: url.slice(baseUrl.length), isStream, accept }, body, this.#call)
    this.#body = answer.body
    this.#sentBytes = answer.sentBytes
    const pieces = !isStream
      ? jsonPieces(answer.body, bounds, this.#call.holdBytes)
      : kind === 'bedrock'
        ? framePieces(answer.body, bounds)
        : eventPieces(answer.body, bounds)
    return new Response(this.#readable(pieces, answer.body), { headers: shownHeaders(answer.headers) })
  }

  /** Read only as fast as the caller reads. */
  #readable(pieces: AsyncGenerator<Uint8Array<ArrayBufferLike>, void>, body: UpstreamBody): ReadableStream {
    return new ReadableStream(
      {
        pull: async (controller) => {
          const { done, value } = await this.#keep(pieces.next())
          if (done) controller.close()
          else controller.enqueue(value)
        },
        cancel: () => body.cancel(),
      },
      { highWaterMark: 0 },
    )
  }

  async #keep<Result>(work: Promise<Result>): Promise<Result> {
    try {
      return await work
    } catch (error) {
      this.#failure ??= error
      this.#body?.cancel()
      throw error
    }
  }
}

/** Says in a header what embeddings of some models have cost, for want of a member. */
const INPUT_TOKENS = 'x-amzn-bedrock-input-token-count'

/** The headers of an answer that a package reads. */
function shownHeaders(headers: UpstreamResponse['headers']): Record<string, string> {
  const tokens = headers[INPUT_TOKENS]
  return typeof tokens === 'string' ? { [INPUT_TOKENS]: tokens } : {}
}
