import { createHash } from 'node:crypto'
import type { SentBytes } from '@sluice/pipeline/ports'

/**
 * What has been handed over of a request that leaves in several calls: the digest is over the bodies of those that have
 * left, one after another, in the order of the request. Of one call it is that of its body.
 */
export class SentParts {
  readonly #bodies: readonly Uint8Array[]
  readonly #left = new Set<number>()

  constructor(bodies: readonly Uint8Array[]) {
    this.#bodies = bodies
  }

  /** Notes that a call leaves. */
  leaving(at: number, bytes: SentBytes): SentBytes {
    this.#left.add(at)
    return this.#bodies.length === 1 ? bytes : this.#all()
  }

  #all(): SentBytes {
    return {
      digest: () => {
        const digest = createHash('sha256')
        for (const [at, body] of this.#bodies.entries()) if (this.#left.has(at)) digest.update(body)
        return digest.digest('base64url')
      },
    }
  }
}
