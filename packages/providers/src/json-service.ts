import { FairSlots } from '@sluice/service-kit/async'
import { Pool } from 'undici'

export interface JsonServiceOptions {
  readonly url: string
  /** Goes as a bearer token. */
  readonly apiKey?: string | undefined
  /** For one call, in milliseconds. */
  readonly timeoutMs: number
  /** Calls at once, of all users; each has a connection. */
  readonly concurrency: number
  readonly clock: { monotonicMs(): number }
}

/** Calls that wait for their turn, over all users. */
const MAX_WAITING = 16_384
/** The most that is read of one answer, in bytes. */
const MAX_ANSWER_BYTES = 4_194_304
/** After so many failures in a row the service is left alone for a while. */
const FAILURES = 3
const REST_MS = 5_000

/** What a service says that is no answer to what it was asked. It quotes nothing. */
export class AnswerFault extends Error {
  override readonly name: string = 'AnswerFault'
}

/** The service was not asked, which says nothing of it. */
class NotAsked extends Error {
  override readonly name: string = 'NotAsked'
}

/** The service has failed several times in a row, and is left alone for a while. */
export class Resting extends NotAsked {
  override readonly name = 'Resting'

  constructor() {
    super('The service is left alone for a while.')
  }
}

/** A service that is asked in JSON and answers in JSON: bounded, fair between users, and left alone where it fails. */
export class JsonService {
  readonly #options: JsonServiceOptions
  readonly #path: string
  readonly #pool: Pool
  readonly #slots: FairSlots
  #failures = 0
  #restsUntilMs = 0

  /** @throws {TypeError} if `url` is not an http or https URL. */
  constructor(options: JsonServiceOptions) {
    const url = new URL(options.url)
    if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new TypeError('The URL is not an http(s) URL.')
    const { concurrency, timeoutMs } = options
    this.#options = options
    this.#path = url.pathname.replace(/\/$/, '')
    this.#slots = new FairSlots({ slots: concurrency, maxWaiting: MAX_WAITING, maxWaitMs: timeoutMs })
    this.#pool = new Pool(url.origin, { connections: concurrency, pipelining: 1, connect: { timeout: timeoutMs } })
  }

  close(): Promise<void> {
    return this.#pool.destroy()
  }

  /** Counts a failure, after which the service may be left alone; `cause` is why. Calls that got no turn are none. */
  failed(cause: unknown): void {
    if (cause instanceof NotAsked) return
    this.#failures += 1
    if (this.#failures >= FAILURES) this.#restsUntilMs = this.#options.clock.monotonicMs() + REST_MS
  }

  answered(): void {
    this.#failures = 0
  }

  /**
   * Asks once, in this user's turn, and reads the answer with `read`. Rejects with `NotAsked` where no turn comes or
   * the service rests, with what `read` throws, and with any other failure; it counts none.
   *
   * @param path below that of the URL.
   */
  async ask<T>(
    path: string,
    question: object,
    user: string,
    signal: AbortSignal,
    read: (answer: unknown) => T,
  ): Promise<T> {
    if (this.#options.clock.monotonicMs() < this.#restsUntilMs) throw new Resting()
    const release = await this.#turnOf(user, signal)
    const { clock, timeoutMs } = this.#options
    const askedMs = clock.monotonicMs()
    try {
      return read(await this.#post(path, question, signal))
    } catch (cause) {
      // What waited for most of its time has not given the service enough of it.
      if (!isOutOfTime(signal) || clock.monotonicMs() - askedMs >= timeoutMs / 2) throw cause
      throw new NotAsked('The turn came late.', { cause })
    } finally {
      release()
    }
  }

  async #turnOf(user: string, signal: AbortSignal): Promise<() => void> {
    try {
      return await this.#slots.acquire(user, signal)
    } catch (cause) {
      if (signal.aborted && !isOutOfTime(signal)) throw cause
      throw new NotAsked('No turn came in time.', { cause })
    }
  }

  async #post(path: string, question: object, signal: AbortSignal): Promise<unknown> {
    const { apiKey, timeoutMs } = this.#options
    const { statusCode, body } = await this.#pool.request({
      path: `${this.#path}${path}`,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify(question),
      ...{ signal, headersTimeout: timeoutMs, bodyTimeout: timeoutMs },
    })
    const parts: Buffer[] = []
    let length = 0
    for await (const part of body) {
      const bytes: Buffer = part
      length += bytes.length
      // Leaving the loop ends the connection.
      if (length > MAX_ANSWER_BYTES || statusCode !== 200) break
      parts.push(bytes)
    }
    if (statusCode !== 200) throw new AnswerFault(`The server answered ${statusCode}.`)
    if (length > MAX_ANSWER_BYTES) throw new AnswerFault('The answer is too long.')
    try {
      return JSON.parse(Buffer.concat(parts).toString('utf8'))
    } catch {
      // The parser's message would quote the answer.
      throw new AnswerFault('The answer is no JSON.')
    }
  }
}

function isOutOfTime({ aborted, reason }: AbortSignal): boolean {
  return aborted && reason instanceof DOMException && reason.name === 'TimeoutError'
}
