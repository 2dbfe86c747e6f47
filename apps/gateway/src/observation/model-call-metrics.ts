import type { Distribution, SpanAttributes, Telemetry } from '@sluice/service-kit'

/**
 * In seconds and in tokens, as the conventions advise
 * (https://github.com/open-telemetry/semantic-conventions-genai, metrics).
 */
const SECONDS = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92]
const TOKENS = Array.from({ length: 14 }, (_, power) => 4 ** power)

/** The metrics of calls of models that OpenTelemetry's conventions for generative AI name. */
export class ModelCallMetrics {
  readonly #duration: Distribution
  readonly #firstChunk: Distribution
  readonly #tokens: Distribution

  constructor(telemetry: Pick<Telemetry, 'distribution'>) {
    this.#duration = telemetry.distribution(
      'gen_ai.client.operation.duration',
      's',
      'GenAI operation duration.',
      SECONDS,
    )
    this.#firstChunk = telemetry.distribution(
      'gen_ai.client.operation.time_to_first_chunk',
      's',
      'Time to receive the first chunk of a streamed answer.',
      SECONDS,
    )
    this.#tokens = telemetry.distribution(
      'gen_ai.client.token.usage',
      '{token}',
      'Number of input and output tokens used.',
      TOKENS,
    )
  }

  /** @param error why it gave no answer, or none to its end. */
  ended(durationMs: number, about: SpanAttributes, error: string | undefined): void {
    this.#duration.record(durationMs / 1_000, { ...about, 'error.type': error })
  }

  began(afterMs: number, about: SpanAttributes): void {
    this.#firstChunk.record(afterMs / 1_000, about)
  }

  used({ input, output }: { readonly input: number; readonly output: number }, about: SpanAttributes): void {
    this.#tokens.record(input, { ...about, 'gen_ai.token.type': 'input' })
    this.#tokens.record(output, { ...about, 'gen_ai.token.type': 'output' })
  }
}
