/** Work that need not be done at once, spread over turns of the event loop so that what comes in meanwhile is served. */
export interface Turns {
  /** Runs `work` in one of the next turns, in the order of the calls. It must not throw. */
  add(work: () => void): void
}

/** @param perTurn how much is done between two looks at the sockets; at least 1. */
export function createTurns(perTurn: number): Turns {
  let waiting: (() => void)[] = []

  function takeTurn(): void {
    const due = waiting.slice(0, perTurn)
    waiting = waiting.slice(perTurn)
    if (waiting.length > 0) setImmediate(takeTurn)
    for (const work of due) work()
  }

  return {
    add(work) {
      if (waiting.push(work) === 1) setImmediate(takeTurn)
    },
  }
}
