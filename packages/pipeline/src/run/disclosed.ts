import type { Level } from '@sluice/contracts'

/** Who got a part of a request. */
interface Receiver {
  readonly name: string
  readonly permittedLevel: Level
}

/** The bytes that go to an endpoint. */
export interface SentBytes {
  /** SHA-256 of those that have been handed over by now, base64url. */
  digest(): string
}

/** What may be restored in an answer. */
interface RestoredValues {
  /** No value above it is restored. It was fixed before the answer began. */
  readonly highest: Level
  /** The tokens in whose place values stand by now, each once. */
  tokens(): Iterable<string>
  /** How many different tokens of the answer are none of the session's. */
  readonly invented: number
}

/**
 * A text of an answer as the model wrote it, before its tokens became values. What L4 masks in the answer for this
 * caller is masked here, too.
 */
export interface ReceivedText {
  /** The number of the choice, of the item of the output, or of the block. */
  readonly part: number
  /** The place within it, as a JSON pointer. */
  readonly path: string
  readonly text: string
}

/**
 * What of a request has gone to whom. A layer notes it before it goes, so that it is on record however the request
 * ends.
 */
export class Disclosed {
  readonly #endpoints: [name: string, permittedLevel: Level][] = []
  #sent: SentBytes | undefined
  #restored: RestoredValues | undefined

  /** The endpoints that were asked, in the order first asked, each once. */
  get endpoints(): readonly [name: string, permittedLevel: Level][] {
    return this.#endpoints
  }

  /** What was last sent to an endpoint. */
  get sent(): SentBytes | undefined {
    return this.#sent
  }

  get restored(): RestoredValues | undefined {
    return this.#restored
  }

  /** Notes that an endpoint gets the request, as these bytes where they are known. */
  toEndpoint({ name, permittedLevel }: Receiver, bytes?: SentBytes): void {
    if (bytes !== undefined) this.#sent = bytes
    const known = this.#endpoints.some(([other, level]) => other === name && level === permittedLevel)
    if (!known) this.#endpoints.push([name, permittedLevel])
  }

  /** Notes what the caller may see in the answer. */
  toCaller(restored: RestoredValues): void {
    this.#restored = restored
  }
}
