import type { GuardCall, GuardModel, GuardOpinion } from '@sluice/pipeline/ports'
import { JsonService, type JsonServiceOptions } from '../json-service.ts'
import { ConfiguredService, type TextServiceFacts } from '../text-service.ts'
import type { GuardDialectName } from './guard-dialect-names.ts'
import { GUARD_DIALECTS, type GuardDialect } from './guard-dialects.ts'

export interface GuardServiceOptions extends JsonServiceOptions, TextServiceFacts<'pass'> {
  /** How it answers. */
  readonly kind: GuardDialectName
  /** As the service knows it. */
  readonly model: string
}

/** Pieces of one text; a longer text is not judged. */
const MAX_WINDOWS = 32
/** An attack that is not longer than this part of a piece stands whole in one. */
const OVERLAP = 0.25

/** A guard model behind an OpenAI-compatible server, or a classifier. One attack in a piece is one in the text. */
export class GuardService extends ConfiguredService<'pass'> implements GuardModel {
  readonly reading: GuardModel['reading']
  readonly #dialect: GuardDialect
  readonly #model: string
  readonly #timeoutMs: number
  readonly #service: JsonService

  /** @throws {TypeError} if `url` is not an http or https URL. */
  constructor(options: GuardServiceOptions) {
    super(options)
    const { kind, model } = options
    this.reading = { kind, model }
    this.#dialect = GUARD_DIALECTS[kind]
    this.#model = model
    this.#timeoutMs = options.timeoutMs
    this.#service = new JsonService(options)
  }

  close(): Promise<void> {
    return this.#service.close()
  }

  /** Rejects with a `RangeError` for a text that is too long. */
  async judge(text: string, { user, signal }: GuardCall): Promise<GuardOpinion> {
    const { path, ask, read, windowLength } = this.#dialect
    const stop = new AbortController()
    const until = AbortSignal.any([signal, stop.signal, AbortSignal.timeout(this.#timeoutMs)])
    const asked = windowsOf(text, windowLength).map((window) =>
      this.#service.ask(path, ask(this.#model, window), user, until, read),
    )
    try {
      const opinions = await Promise.all(asked)
      this.#service.answered()
      return opinions.find(({ isAttack }) => isAttack) ?? { isAttack: false }
    } catch (cause) {
      stop.abort(cause)
      await Promise.allSettled(asked)
      if (!signal.aborted) this.#service.failed(cause)
      throw cause
    }
  }
}

function windowsOf(text: string, length: number): readonly string[] {
  const step = Math.floor(length * (1 - OVERLAP))
  const windows: string[] = []
  for (let at = 0; windows.length < MAX_WINDOWS; at += step) {
    windows.push(text.slice(at, at + length))
    if (at + length >= text.length) return windows
  }
  throw new RangeError('The text is too long for the guard.')
}
