import { ENTITY_TYPES, type EntityType } from '@sluice/contracts'
import type { ExternalCall, ExternalRecognizer, ExternalSpan } from '@sluice/pipeline/ports'
import { JsonService, type JsonServiceOptions } from '../json-service.ts'
import { ConfiguredService, type TextServiceFacts } from '../text-service.ts'
import { AnalysisMemo } from './analysis-memo.ts'
import { readAnalysis } from './read-analysis.ts'

/** `url` is that of the server, without `/analyze`; `timeoutMs` is for all texts of one request together. */
export interface PresidioOptions extends JsonServiceOptions, TextServiceFacts<'embedded'> {
  /** Each text is analyzed in each of these: the server does not tell languages apart. */
  readonly languages: readonly string[]
  /** Presidio's names of types to those of the gateway; `ignore` leaves one out. Equal names need no entry. */
  readonly types: Readonly<Record<string, EntityType | 'ignore'>>
  /** 0..1. */
  readonly minScore: number
}

/** Presidio's names that the gateway has under the same name; a codename and a type of one's own are no such. */
const SAME_NAMES = ENTITY_TYPES.filter((type) => type !== 'CODENAME' && type !== 'CUSTOM')

/**
 * A Presidio Analyzer server (`POST /analyze`, https://microsoft.github.io/presidio/api-docs/api-docs.html). It gets
 * one text at a time. Texts that it has read for a tenant are remembered by a keyed digest.
 */
export class PresidioRecognizer extends ConfiguredService<'embedded'> implements ExternalRecognizer {
  readonly reading: ExternalRecognizer['reading']
  readonly #options: PresidioOptions
  readonly #types: ReadonlyMap<string, EntityType>
  readonly #service: JsonService
  readonly #memo = new AnalysisMemo()

  /** @throws {TypeError} if `url` is not an http or https URL. */
  constructor(options: PresidioOptions) {
    super(options)
    const { languages, types, minScore } = options
    this.reading = { languages, types, minScore }
    this.#options = options
    this.#types = typesOf(types)
    this.#service = new JsonService(options)
  }

  close(): Promise<void> {
    return this.#service.close()
  }

  async analyze(texts: readonly string[], call: ExternalCall): Promise<readonly (readonly ExternalSpan[])[]> {
    const { languages, timeoutMs } = this.#options
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
      if (asked.size > 0) this.#service.answered()
      return spans
    } catch (cause) {
      stop.abort(cause)
      await Promise.allSettled(asked.values())
      if (!call.signal.aborted) this.#service.failed(cause)
      throw cause
    }
  }

  async #askOnce(
    key: string,
    text: string,
    language: string,
    user: string,
    signal: AbortSignal,
  ): Promise<readonly ExternalSpan[]> {
    const { minScore } = this.#options
    const question = { text, language, score_threshold: minScore }
    const spans = await this.#service.ask('/analyze', question, user, signal, (answer) =>
      readAnalysis(answer, text, this.#types, minScore),
    )
    this.#memo.set(key, spans)
    return spans
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
