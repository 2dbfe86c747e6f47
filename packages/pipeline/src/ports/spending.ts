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
