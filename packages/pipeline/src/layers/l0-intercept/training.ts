import { ordersOf } from '../../request/index.ts'
import type { ChatRequest } from '@sluice/contracts'
import { FeatureKeeper } from './action-reader.ts'
import { classifySteps, type Action } from './classify-action.ts'

/** What the model reads of a request, and what the rules say of it. */
export interface ReadRequest {
  readonly hashes: Int32Array
  readonly words: number
  readonly ruled: Action
  readonly action: Action
}

export function readForTraining(body: ChatRequest): ReadRequest {
  const keeper = new FeatureKeeper()
  const steps = classifySteps(ordersOf({ kind: 'chat', body }), undefined, keeper)
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  return { hashes: Int32Array.from(keeper.hashes), words: keeper.words, ruled: keeper.ruled ?? step.value, action: step.value }
}
