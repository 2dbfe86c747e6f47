import type { LayerId } from '@sluice/contracts'
import type { Layer } from '../layer.ts'
import type { AbortScope } from './abort-scope.ts'

/** A write that a layer began has failed, or was too slow. */
export class PendingWriteFailed extends Error {
  readonly layer: LayerId

  constructor(layer: LayerId, cause: unknown) {
    super(`A write of ${layer} could not be completed.`, { cause })
    this.name = 'PendingWriteFailed'
    this.layer = layer
  }
}

/** The writes that the layers of one request have begun and not yet completed. */
export class PendingWrites {
  readonly #begun: { readonly layer: Layer; readonly work: Promise<void> }[] = []

  get isEmpty(): boolean {
    return this.#begun.length === 0
  }

  add(layer: Layer, work: Promise<void>): void {
    // The failure counts when it is awaited; until then it must not count as unhandled.
    work.catch(() => {})
    this.#begun.push({ layer, work })
  }

  /** Resolves when all of them are stored, each within its layer's time. Rejects with `PendingWriteFailed`. */
  async completed(scope: AbortScope): Promise<void> {
    for (const { layer, work } of this.#begun.splice(0)) {
      try {
        await scope.wait(work, layer.timeoutMs)
      } catch (cause) {
        throw new PendingWriteFailed(layer.id, cause)
      }
    }
  }
}
