import { ask, type Caller } from './ask.ts'
import { MODELS } from './models.ts'
import type { TextRead } from './stream-reading.ts'

/** One short request and its answer; times are those of the reader, in milliseconds. */
interface Probe {
  readonly sentMs: number
  /** When the head of the answer was read. */
  readonly answeredMs: number
  /** `answered`, the code of the refusal, or what else went wrong. */
  readonly outcome: string
  /** The model text of the answer. */
  readonly texts: readonly TextRead[]
}

export interface Prober {
  /** Resolves when a request was answered with model text. */
  readonly answered: Promise<void>
  /** The probes that have been answered so far. */
  probes(): readonly Probe[]
  /** Resolves when the last answer has been read. */
  stop(): Promise<void>
}

/**
 * How often each gateway is asked, in milliseconds: often enough to see the moment, seldom enough not to be the load
 * itself. At 10 ms three gateways are asked 300 times a second, which is all that two cores serve.
 */
export const PROBE_EVERY_MS = 25
const MAX_PENDING_PROBES = 20

let probeNumber = 0

/** Keeps sending short requests to one gateway, whether or not the last one was answered. */
export function startProber(caller: Caller, nextSession: () => string): Prober {
  const probes: Probe[] = []
  const pendingProbes = new Set<Promise<void>>()
  const answered = Promise.withResolvers<void>()

  async function probe(): Promise<void> {
    const one = await sendProbe(caller, nextSession())
    probes.push(one)
    if (one.outcome === 'answered') answered.resolve()
  }

  const timer = setInterval(() => {
    if (pendingProbes.size >= MAX_PENDING_PROBES) return
    const running: Promise<void> = probe().finally(() => pendingProbes.delete(running))
    pendingProbes.add(running)
  }, PROBE_EVERY_MS)

  return {
    answered: answered.promise,
    probes: () => probes,
    async stop() {
      clearInterval(timer)
      await Promise.all(pendingProbes)
    },
  }
}

/** Never rejects. */
async function sendProbe(caller: Caller, session: string): Promise<Probe> {
  probeNumber += 1
  const prompt = `Please thank customer.${probeNumber}@example.com for order ${probeNumber}.`
  const sentMs = performance.now()
  let answeredMs = Number.NaN
  try {
    const { statusCode, body } = await ask(caller, { model: MODELS.brief, prompt, session })
    answeredMs = performance.now()
    const answer = (await body.json()) as ProbeAnswer
    const text = answer.choices?.[0]?.message?.content
    if (statusCode === 200 && text === prompt) {
      return {
        sentMs,
        answeredMs,
        outcome: 'answered',
        texts: [{ atMs: performance.now(), bytes: Buffer.byteLength(text) }],
      }
    }
    const outcome = statusCode === 403 ? String(answer.error?.code) : `status ${statusCode}`
    return { sentMs, answeredMs, outcome, texts: [] }
  } catch (error) {
    return { sentMs, answeredMs, outcome: `failed: ${error instanceof Error ? error.message : error}`, texts: [] }
  }
}

/** What the bench reads of an answer; anything else gives another outcome. */
interface ProbeAnswer {
  readonly choices?: readonly { readonly message?: { readonly content?: string } }[]
  readonly error?: { readonly code?: string }
}
