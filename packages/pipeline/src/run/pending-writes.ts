import type { LayerId } from '@sluice/contracts'
import type { Layer } from '../layer.ts'
import type { AbortScope } from './abort-scope.ts'

/** A layer's work that went on beside later steps has failed, or was too slow. */
export class PendingWriteFailed extends Error {
  readonly layer: LayerId

  constructor(layer: LayerId, cause: unknown) {
    super(`What ${layer} had begun could not be completed.`, { cause })
    this.name = 'PendingWriteFailed'
    this.layer = layer
  }
}

/** What the layers of one request have begun and not yet completed. */
export class PendingWrites {
  readonly #begun: { readonly layer: Layer; readonly work: Promise<void> }[] = []

  add(layer: Layer, work: Promise<void> | undefined): void {
    if (work === undefined) return
    // Its failure counts when it is waited for; until then it must not count as one that nobody handles.
    work.catch(() => {})
    this.#begun.push({ layer, work })
  }

  /** Resolves when all of it is done, within each layer's own time. Rejects with `PendingWriteFailed`. */
  async done(scope: AbortScope): Promise<void> {
    for (const { layer, work } of this.#begun.splice(0)) {
      try {
        await scope.for(work, layer.timeoutMs)
      } catch (cause) {
        throw new PendingWriteFailed(layer.id, cause)
      }
    }
  }
}
