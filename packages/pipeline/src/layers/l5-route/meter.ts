import type { Answer } from '../../answer/answer.ts'
import type { Awaitable, Exchange } from '../../layer.ts'
import type { EndpointTrace } from '../../ports/exchange-trace.ts'
import type { ServingEndpoint } from '../../ports/find-serving.ts'
import type { ModelPrice } from '../../ports/model-endpoint.ts'
import { type AnswerUsage, costOf, type PriceOfTokens, type Reservation } from '../../ports/spending.ts'
import type { ModelRequest } from '../../request/index.ts'
import { counted, TokenCount } from './used-tokens.ts'

/** How long an answer may be where the request does not bound it, in tokens. */
const USUAL_OUTPUT_TOKENS = 1_024

/** Sets aside what one request may cost, and charges what its answer has cost. */
export interface Meter {
  /**
   * Sets aside what the request may cost of the budgets of an endpoint. The caller of this function settles it, or lets
   * `follow` do so. Throws or rejects as `EndpointBudget.reserve` does.
   */
  reserveAt(candidate: ServingEndpoint): Awaitable<Pick<Reservation, 'settle'>>
  /**
   * The answer of an endpoint, which is charged when it ends, and what it has cost; undefined where it is free.
   *
   * @param atEndpoint what `reserveAt` has set aside for it.
   * @param call of the endpoint, where it is traced; told when the answer ends, unless it is free.
   */
  follow(
    answer: Answer,
    served: ServingEndpoint,
    atEndpoint: Pick<Reservation, 'settle'>,
    call?: EndpointTrace,
  ): { readonly answer: Answer; readonly usage?: () => AnswerUsage }
  /** Nobody has answered. */
  release(): void
}

const UNLIMITED: Pick<Reservation, 'settle'> = { settle: () => undefined }

const FREE: Meter = { reserveAt: () => UNLIMITED, follow: (answer) => ({ answer }), release: () => undefined }

/**
 * The meter of a request. Throws or rejects as `Spending.reserve` does.
 *
 * @param candidates that may be asked. What the dearest one costs is set aside.
 */
export function openMeter(
  request: ModelRequest,
  { runtime: { spending } }: Exchange,
  candidates: readonly ServingEndpoint[],
): Awaitable<Meter> {
  if (!isCharged(request)) return FREE
  const prices = candidates.flatMap((candidate) => priceOf(candidate) ?? [])
  const estimate = { outputTokens: outputBoundOf(request), price: dearest(prices) }
  const reserved = spending.reserve(estimate)
  const { outputTokens } = estimate
  return reserved instanceof Promise
    ? reserved.then((reservation) => meterOf(reservation, outputTokens))
    : meterOf(reserved, outputTokens)
}

function meterOf(reservation: Reservation, outputTokens: number): Meter {
  return {
    reserveAt(candidate) {
      const { budget } = candidate.endpoint
      if (budget === undefined) return UNLIMITED
      return budget.reserve(reservation.inputTokens, { outputTokens, price: priceOf(candidate) })
    },
    follow(answer, served, atEndpoint, call) {
      const count = new TokenCount(reservation.inputTokens)
      const price = priceOf(served)
      return {
        answer: counted(answer, count, () => {
          const used = count.used()
          for (const { settle } of [reservation, atEndpoint]) settle(used, price)
          call?.answered(used, count.model)
        }),
        usage: () => {
          const used = count.used()
          return { ...used, model: served.model, costMicros: costOf(used, price), currency: price?.currency }
        },
      }
    },
    release: () => reservation.settle(undefined, undefined),
  }
}

/** Whether an endpoint works for it. */
function isCharged({ kind }: ModelRequest): boolean {
  return kind === 'chat' || kind === 'responses' || kind === 'messages' || kind === 'embeddings'
}

function priceOf({ endpoint, model }: ServingEndpoint): ModelPrice | undefined {
  return endpoint.priceOf?.(model)
}

function dearest(prices: readonly PriceOfTokens[]): PriceOfTokens | undefined {
  if (prices.length === 0) return undefined
  return {
    inputMicros: Math.max(...prices.map(({ inputMicros }) => inputMicros)),
    outputMicros: Math.max(...prices.map(({ outputMicros }) => outputMicros)),
    cachedInputMicros: Math.max(...prices.map(({ cachedInputMicros }) => cachedInputMicros)),
  }
}

/** The most tokens that the request lets the model answer with. */
function outputBoundOf({ kind, body }: ModelRequest): number {
  if (kind === 'embeddings') return 0
  const members: Readonly<Record<string, unknown>> = { ...body }
  const bounds = [members.max_completion_tokens, members.max_output_tokens, members.max_tokens]
  const bound = bounds.find((value) => typeof value === 'number' && value > 0)
  const choices = typeof members.n === 'number' && members.n > 1 ? members.n : 1
  return (typeof bound === 'number' ? bound : USUAL_OUTPUT_TOKENS) * choices
}
