import type { ChatRequest } from '@sluice/contracts'
import { ordersOf } from '../../request/index.ts'
import { SentenceReader } from './action-reader.ts'
import { classifyAsWritten } from './classify-action.ts'
import type { Sign } from './sign.ts'

export { judged } from './action-reader.ts'

/** What the model reads of a request, and what the rules say of it. */
interface ReadRequest {
  readonly hashes: Int32Array
  /** Those of the sentences that the rules hold. */
  readonly heldHashes: Int32Array
  /** By the words of its newest turn. */
  readonly ruled: Sign
  /** By all that it shows. */
  readonly action: Sign
  /** Whether the model is asked about it. */
  readonly isAsked: boolean
}

/** Keeps what the model reads of a request. */
class FeatureKeeper extends SentenceReader {
  readonly #all: number[] = []
  readonly #held: number[] = []
  #ruled: Sign | undefined

  protected keep(hashes: Int32Array, count: number, isHeld: boolean): void {
    for (let at = 0; at < count; at += 1) this.#all.push(hashes[at] as number)
    if (isHeld) for (let at = 0; at < count; at += 1) this.#held.push(hashes[at] as number)
  }

  judge(ruled: Sign): Sign {
    this.#ruled = ruled
    return ruled
  }

  read(action: Sign): ReadRequest {
    const [hashes, heldHashes] = [Int32Array.from(this.#all), Int32Array.from(this.#held)]
    return { hashes, heldHashes, ruled: this.#ruled ?? action, action, isAsked: this.isAsked }
  }
}

/** Reads a request as the gateway does, for training. */
export function readForTraining(body: ChatRequest): ReadRequest {
  const keeper = new FeatureKeeper()
  const steps = classifyAsWritten(ordersOf({ kind: 'chat', body }), undefined, keeper)
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  return keeper.read(step.value)
}
