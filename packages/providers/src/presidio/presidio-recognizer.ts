import { ENTITY_TYPES, type EntityType } from '@sluice/contracts'
import type { ExternalCall, ExternalRecognizer, ExternalSpan } from '@sluice/pipeline/ports'
import { FairSlots } from '@sluice/service-kit/async'
import { Pool } from 'undici'
import { AnalysisMemo } from './analysis-memo.ts'
import { AnalysisFault, readAnalysis } from './read-analysis.ts'

export interface PresidioOptions
  extends Pick<
    ExternalRecognizer,
    'name' | 'permittedLevel' | 'providerKind' | 'region' | 'retentionDays' | 'whenDown' | 'whenNotPermitted'
  > {
  /** Of the server, without `/analyze`. */
  readonly url: string
  /** Goes as a bearer token. */
  readonly apiKey?: string | undefined
  /** Each text is analyzed in each of these: the server does not tell languages apart. */
  readonly languages: readonly string[]
  /** Presidio's names of types to those of the gateway; `ignore` leaves one out. Equal names need no entry. */
  readonly types: Readonly<Record<string, EntityType | 'ignore'>>
  /** 0..1. */
  readonly minScore: number
  /** For all texts of one request together, in milliseconds. */
  readonly timeoutMs: number
  /** Texts that are analyzed at once, of all requests. */
  readonly concurrency: number
  readonly clock: { monotonicMs(): number }
}

/** Texts that wait for their turn, over all users. */
const MAX_WAITING = 16_384
/** The most that is read of one answer, in bytes. */
const MAX_ANSWER_BYTES = 4_194_304
/** After so many failures in a row the server is left alone for a while. */
const FAILURES = 3
const REST_MS = 5_000

/** Presidio's names that the gateway has under the same name; a codename and a type of one's own are no such. */
const SAME_NAMES = ENTITY_TYPES.filter((type) => type !== 'CODENAME' && type !== 'CUSTOM')

/**
 * A Presidio Analyzer server (`POST /analyze`, https://microsoft.github.io/presidio/api-docs/api-docs.html). It gets
 * one text at a time. Texts that it has read for a tenant are remembered by a keyed digest.
 */
export class PresidioRecognizer implements ExternalRecognizer {
  readonly name: string
  readonly permittedLevel: ExternalRecognizer['permittedLevel']
  readonly providerKind: ExternalRecognizer['providerKind']
  readonly region: string | undefined
  readonly retentionDays: number | undefined
  readonly whenDown: ExternalRecognizer['whenDown']
  readonly whenNotPermitted: ExternalRecognizer['whenNotPermitted']
  readonly reading: ExternalRecognizer['reading']
  readonly #options: PresidioOptions
  readonly #types: ReadonlyMap<string, EntityType>
  readonly #path: string
  readonly #pool: Pool
  readonly #slots: FairSlots
  readonly #memo = new AnalysisMemo()
  #failures = 0
  #restsUntilMs = 0

  /** @throws {TypeError} if `url` is not an http or https URL. */
  constructor(options: PresidioOptions) {
    const url = new URL(options.url)
    if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new TypeError('The URL is not an http(s) URL.')
    this.name = options.name
    this.permittedLevel = options.permittedLevel
    this.providerKind = options.providerKind
    this.region = options.region
    this.retentionDays = options.retentionDays
    this.whenDown = options.whenDown
    this.whenNotPermitted = options.whenNotPermitted
    const { languages, types, minScore, concurrency, timeoutMs } = options
    this.reading = { languages, types, minScore }
    this.#options = options
    this.#types = typesOf(types)
    this.#path = `${url.pathname.replace(/\/$/, '')}/analyze`
    this.#slots = new FairSlots({ slots: concurrency, maxWaiting: MAX_WAITING, maxWaitMs: timeoutMs })
    this.#pool = new Pool(url.origin, { connections: concurrency, pipelining: 1, connect: { timeout: timeoutMs } })
  }

  close(): Promise<void> {
    return this.#pool.destroy()
  }

  async analyze(texts: readonly string[], call: ExternalCall): Promise<readonly (readonly ExternalSpan[])[]> {
    const { languages, timeoutMs, clock } = this.#options
    const stop = new AbortController()
    const signal = AbortSignal.any([call.signal, stop.signal, AbortSignal.timeout(timeoutMs)])
    /** The same text stands in a request twice, or in two languages. */
    const asked = new Map<string, Promise<readonly ExternalSpan[]>>()
    const inOne = (text: string, language: string) => {
      const key = this.#memo.keyOf(call.tenant, language, text)
      const known = this.#memo.get(key)
      if (known !== undefined) return known
      const pending = asked.get(key) ?? this.#askOnce(key, text, language, call.user, signal)
      asked.set(key, pending)
      return pending
    }
    try {
      const found = texts.map((text) => Promise.all(languages.map((language) => inOne(text, language))))
      const spans = (await Promise.all(found)).map((ofLanguages) => ofLanguages.flat())
      if (asked.size > 0) this.#failures = 0
      return spans
    } catch (cause) {
      stop.abort(cause)
      await Promise.allSettled(asked.values())
      if (!call.signal.aborted && !(cause instanceof Resting)) this.#failed(clock.monotonicMs())
      throw cause
    }
  }

  #failed(nowMs: number): void {
    this.#failures += 1
    if (this.#failures >= FAILURES) this.#restsUntilMs = nowMs + REST_MS
  }

  async #askOnce(
    key: string,
    text: string,
    language: string,
    user: string,
    signal: AbortSignal,
  ): Promise<readonly ExternalSpan[]> {
    if (this.#options.clock.monotonicMs() < this.#restsUntilMs) throw new Resting()
    const release = await this.#slots.acquire(user, signal)
    try {
      const answer = await this.#post(text, language, signal)
      const spans = readAnalysis(answer, text, this.#types, this.#options.minScore)
      this.#memo.set(key, spans)
      return spans
    } finally {
      release()
    }
  }

  async #post(text: string, language: string, signal: AbortSignal): Promise<unknown> {
    const { apiKey, minScore, timeoutMs } = this.#options
    const { statusCode, body } = await this.#pool.request({
      path: this.#path,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify({ text, language, score_threshold: minScore }),
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
    if (statusCode !== 200) throw new AnalysisFault(`The server answered ${statusCode}.`)
    if (length > MAX_ANSWER_BYTES) throw new AnalysisFault('The answer is too long.')
    try {
      return JSON.parse(Buffer.concat(parts).toString('utf8'))
    } catch {
      // The parser's message would quote the answer.
      throw new AnalysisFault('The answer is no JSON.')
    }
  }
}

/** The server has failed several times in a row, and is left alone for a while. */
class Resting extends Error {
  override readonly name = 'Resting'

  constructor() {
    super('The recognizer is left alone for a while.')
  }
}

function typesOf(written: PresidioOptions['types']): ReadonlyMap<string, EntityType> {
  const types = new Map<string, EntityType>(SAME_NAMES.map((type) => [type, type]))
  for (const [name, type] of Object.entries(written)) {
    if (type === 'ignore') types.delete(name)
    else types.set(name, type)
  }
  return types
}
