import type { Endpoint } from '../../api/endpoints.ts'
import type { Tone } from '../../design/chip.tsx'

type AtGateway = Endpoint['gateways'][number]

/** How an endpoint does at all gateways together. */
interface EndpointHealth {
  readonly words: string
  readonly tone: Tone
  /** Since when requests are kept from it, where they are: the earliest of its gateways. */
  readonly since: string | undefined
  /** Whether any gateway sends it requests of callers. */
  readonly isReachable: boolean
  readonly asked: number
  readonly failed: number
  /** The fastest and the slowest of its models at its gateways, in milliseconds. */
  readonly latencyMs: readonly [from: number, to: number] | undefined
  readonly inUse: number
  readonly waiting: number
}

/** Puts together how an endpoint does, by the worst that a gateway says of it. */
export function healthOf({ gateways }: Pick<Endpoint, 'gateways'>): EndpointHealth {
  const asking = gateways.filter(({ kind }) => kind === 'gateway')
  // Workers ask for approved requests alone: what they have not noticed yet says nothing.
  const judged = asking.length > 0 ? asking : gateways
  const latencies = gateways.flatMap(({ latency_ms: byModel }) => Object.values(byModel))
  const sum = (value: (one: AtGateway) => number) => gateways.reduce((total, one) => total + value(one), 0)
  const since = judged.flatMap(({ broken_since: one }) => one ?? []).sort()[0]
  return {
    ...breakerOf(judged),
    since,
    isReachable: judged.some(({ breaker }) => breaker !== 'open'),
    asked: sum(({ lately }) => lately?.asked ?? 0),
    failed: sum(({ lately }) => lately?.failed ?? 0),
    latencyMs: latencies.length === 0 ? undefined : [Math.min(...latencies), Math.max(...latencies)],
    inUse: sum(({ connections }) => connections.in_use),
    waiting: sum(({ connections }) => connections.waiting),
  }
}

function breakerOf(gateways: readonly AtGateway[]): { readonly words: string; readonly tone: Tone } {
  const at = (state: AtGateway['breaker']) => gateways.filter(({ breaker }) => breaker === state).length
  const [open, trying] = [at('open'), at('half-open')]
  if (open > 0 && open < gateways.length) {
    return { words: `Kept back at ${open} of ${gateways.length} gateways`, tone: 'warn' }
  }
  if (open > 0) return { words: 'Kept back', tone: 'danger' }
  return trying > 0 ? { words: 'Being tried', tone: 'warn' } : { words: 'Asked', tone: 'good' }
}

/** What each state of a breaker means. */
export const BREAKER_WORDS: Readonly<Record<AtGateway['breaker'], { readonly words: string; readonly tone: Tone }>> = {
  closed: { words: 'closed: asked', tone: 'good' },
  'half-open': { words: 'half-open: one request tries', tone: 'warn' },
  open: { words: 'open: kept back', tone: 'danger' },
}

const FAULTS: Readonly<Record<string, string>> = {
  unreachable: 'could not be reached',
  timeout: 'did not answer in time',
  invalid_answer: 'answered what no protocol knows',
  interrupted: 'broke off an answer',
}

/** Says what an endpoint last failed by. */
export function faultWords({ fault, status }: NonNullable<AtGateway['last_fault']>): string {
  return fault === 'status' ? `answered ${status ?? 'with an error'}` : (FAULTS[fault] ?? fault)
}

/** A range of milliseconds, as exact as it matters: `82 ms`, `0.4 to 1.2 s`. */
export function latencyWords([from, to]: readonly [number, number]): string {
  const write = (ms: number) => (to < 1_000 ? String(Math.round(ms)) : (ms / 1_000).toFixed(1))
  const unit = to < 1_000 ? 'ms' : 's'
  return write(from) === write(to) ? `${write(to)} ${unit}` : `${write(from)} to ${write(to)} ${unit}`
}

/** To how many endpoints data of one level may go. */
interface LevelReach {
  readonly level: number
  readonly may: number
  /** Those of them to which a gateway sends requests now. */
  readonly can: number
}

/** Counts for each level, 0 to 7, where data of it may go and can go now. */
export function reachOf(endpoints: readonly Endpoint[]): LevelReach[] {
  return Array.from({ length: 8 }, (_, level) => {
    const may = endpoints.filter(({ permitted_level: highest }) => highest >= level)
    const names = (some: readonly Endpoint[]) => new Set(some.map(({ name }) => name)).size
    return { level, may: names(may), can: names(may.filter((one) => healthOf(one).isReachable)) }
  })
}
