import type { Refusal } from '@sluice/contracts'
import type { Answer } from './answer/answer.ts'
import type { ExchangeOrigin, ExchangeRuntime } from './layer.ts'
import type { Outcome } from './outcome.ts'

export interface Pipeline {
  /**
   * Sends one request through all steps of `order.ts`. Denials and holds are results, already recorded by L6; so is a
   * whole answer. The chunks of an answer must be read to their end or returned, which is when L6 records them.
   * Rejects with `audit_unavailable` when evidence cannot be left, with a `SluiceError` when a guard refuses a whole
   * answer, and with the signal's reason when the caller is gone. The chunks throw a `SluiceError` when the answer
   * breaks off or a guard fails.
   */
  run(origin: ExchangeOrigin, runtime: ExchangeRuntime): Promise<Outcome>
  /**
   * Records a request that was refused before its first layer, and returns the refusal as a result.
   * Rejects with `audit_unavailable` when the evidence cannot be left.
   */
  refuse(refusal: Refusal, origin: ExchangeOrigin, runtime: ExchangeRuntime): Promise<Outcome>
  /**
   * Sends an answer that was kept with its tokens the way back to its caller, as `run` does with a fresh one: by what
   * the policy of now lets the caller see, and recorded. Rejects as `run` does.
   */
  restore(answer: Answer, origin: ExchangeOrigin, runtime: ExchangeRuntime): Promise<Outcome>
}
