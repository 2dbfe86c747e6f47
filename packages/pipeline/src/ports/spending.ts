/** What a request may cost at most, as far as it can be known before it is sent. */
export interface SpendingEstimate {
  readonly outputTokens: number
  /** Of the dearest endpoint that may be asked; undefined where none has a price. */
  readonly price: PriceOfTokens | undefined
}

/** What a million tokens cost, in millionths of the currency's unit. */
export interface PriceOfTokens {
  readonly inputMicros: number
  readonly outputMicros: number
  readonly cachedInputMicros: number
}

/** What an answer has cost. */
export interface UsedTokens {
  /** All of the prompt, what was cached included. */
  readonly input: number
  readonly cachedInput: number
  readonly output: number
  /** Whether nobody has said it, so that it was estimated by lengths. */
  readonly isEstimated: boolean
}

/** What the answer of an endpoint has cost until now. */
export interface AnswerUsage extends UsedTokens {
  /** As the endpoint's prices call it. */
  readonly model: string
  /** In millionths of the currency's unit, rounded up; 0 where the endpoint has no price. */
  readonly costMicros: number
  /** ISO 4217; undefined where the endpoint has no price. */
  readonly currency: string | undefined
}

/** What is set aside for one request until it is known what it has cost. */
export interface Reservation {
  /** The estimate of the prompt. */
  readonly inputTokens: number
  /** Charges what was used in place of what was set aside; nothing where nobody has answered. A second call is void. */
  settle(used: UsedTokens | undefined, price: PriceOfTokens | undefined): void
}

/** The budgets that one request is charged to. */
export interface Spending {
  /**
   * Sets aside what a request may cost. Rejects or throws with a `SluiceError`: `rate_limit_exceeded`,
   * `budget_exceeded`, `dependency_unavailable` where it cannot be known what is left.
   */
  reserve(estimate: SpendingEstimate): Reservation | Promise<Reservation>
}

/** The budgets of an endpoint, which all its callers share. */
export interface EndpointBudget {
  /** Sets aside what a request may cost there, all of it or nothing. Rejects or throws as `Spending.reserve` does. */
  reserve(inputTokens: number, estimate: SpendingEstimate): Reservation | Promise<Reservation>
}

/**
 * The budgets of a request that nothing limits.
 *
 * @param inputTokens the estimate of the prompt.
 */
export function unlimitedSpending(inputTokens: number): Spending {
  return { reserve: () => ({ inputTokens, settle: () => undefined }) }
}

const MICROS = 1_000_000

/**
 * In millionths of the currency's unit, rounded up; 0 where the endpoint has no price. It stays exact as a number,
 * whatever an endpoint says that it has used.
 */
export function costOf({ input, cachedInput, output }: UsedTokens, price: PriceOfTokens | undefined): number {
  if (price === undefined) return 0
  const cached = Math.min(cachedInput, input)
  const micros = (input - cached) * price.inputMicros + cached * price.cachedInputMicros + output * price.outputMicros
  return Math.min(Number.MAX_SAFE_INTEGER, Math.ceil(micros / MICROS))
}
