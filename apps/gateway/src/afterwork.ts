/** Work that outlives the response it belongs to; a service that stops must wait for it before it closes its stores. */
export interface Afterwork {
  /** Notes work that is under way. It must tell its failures itself: here they are only waited for. */
  add(work: Promise<unknown>): void
  /** Resolves when all of it has ended, what joins meanwhile included. */
  done(): Promise<void>
}

/** Creates an empty one. */
export function createAfterwork(): Afterwork {
  const underway = new Set<Promise<unknown>>()
  return {
    add(work) {
      underway.add(work)
      const forget = () => void underway.delete(work)
      work.then(forget, forget)
    },
    async done() {
      while (underway.size > 0) await Promise.allSettled(underway)
    },
  }
}
