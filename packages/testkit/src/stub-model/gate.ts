import type { StubRequest } from './request-log.ts'

export interface StubGate {
  /** Resolves when a streamed answer has sent its frames up to the gate and waits there. */
  readonly reached: Promise<StubRequest>
  /** Lets the waiting answer, or the one still to come, go on. */
  release(): void
}

export interface ArmedGate extends StubGate {
  readonly afterFrames: number
  /** Called by the answer when it waits at the gate. */
  pass(request: StubRequest): Promise<void>
}

/** A gate that holds one streamed answer after a number of frames, until a test releases it. */
export function createGate(afterFrames: number): ArmedGate {
  const reached = Promise.withResolvers<StubRequest>()
  const released = Promise.withResolvers<void>()
  return {
    afterFrames,
    reached: reached.promise,
    release: () => released.resolve(),
    pass: (request) => {
      reached.resolve(request)
      return released.promise
    },
  }
}
