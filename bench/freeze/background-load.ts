import { type LoadResult, load, type Target } from '../gateway/load.ts'

interface Background {
  /** Resolves with all that was asked and answered since the start, when the last answer is there. */
  stop(): Promise<LoadResult>
}

const SLICE_MS = 2_000

let promptNumber = 0

/** Sends other users' requests without a pause: to each gateway over one connection with streams and one without. */
export function startBackground(targets: readonly Target[]): Background {
  let stopped = false
  const drive = async (target: Target, stream: boolean): Promise<LoadResult[]> => {
    const slices: LoadResult[] = []
    while (!stopped) {
      slices.push(await load(target, { connections: 1, durationMs: SLICE_MS, stream, nextPrompt }))
    }
    return slices
  }
  const startedMs = performance.now()
  const running = Promise.all(targets.flatMap((target) => [drive(target, true), drive(target, false)]))
  // A failure is reported by `stop`.
  running.catch(() => undefined)
  return {
    async stop() {
      stopped = true
      const slices = (await running).flat()
      const firstError = slices.find((slice) => slice.firstError !== undefined)?.firstError
      return {
        requests: slices.reduce((sum, { requests }) => sum + requests, 0),
        errors: slices.reduce((sum, { errors }) => sum + errors, 0),
        ...(firstError !== undefined && { firstError }),
        elapsedMs: performance.now() - startedMs,
        latenciesMs: slices.flatMap(({ latenciesMs }) => latenciesMs),
      }
    },
  }
}

function nextPrompt(): string {
  promptNumber += 1
  return `Please draft a short, friendly reply to customer.${promptNumber}@example.com about order ${promptNumber}.`
}
