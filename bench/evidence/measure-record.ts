import { AbortScope, Disclosed, type Exchange } from '@sluice/pipeline'
import { median } from '../gateway/statistics.ts'
import { createLayersInMemory, EVENTS, originOf, runtimeForBench } from '../pipeline/layers-in-memory.ts'
import { createMasksInMemory } from '../pipeline/masks-in-memory.ts'
import { SCENARIOS } from '../pipeline/scenarios.ts'

/** One record is below what the clock can tell. */
const RECORDS_AT_ONCE = 2_000
const WARM_UP_ROUNDS = 5

/** CPU of the event loop, in milliseconds for each request: the median of all rounds. */
interface RecordCosts {
  /** A mask is taken and shifted, where one is ready. */
  readonly commitMs: number
  /** L6 makes a whole record, commitment and sealed opening included; it goes nowhere. */
  readonly recordMs: number
}

/** Measures what the request path does for evidence. */
export async function measureRecord(rounds: number): Promise<RecordCosts> {
  const [scenario] = SCENARIOS
  if (scenario === undefined) throw new Error('There is a scenario.')
  const chunks = scenario.answer(scenario.request(0))
  const { L6 } = createLayersInMemory()
  const masks = createMasksInMemory()
  const exchange = answeredExchange()
  const commit = async () => {
    const mask = await masks.take('bench')
    mask.shiftTo(43)
  }
  const record = async () => {
    const guard = L6.openGuard<(typeof chunks)[number]>(exchange)
    guard.take(chunks)
    await guard.end()
  }
  const costs = { commit: [] as number[], record: [] as number[] }
  for (let round = 0; round < WARM_UP_ROUNDS + rounds; round += 1) {
    for (const [name, work] of [['commit', commit] as const, ['record', record] as const]) {
      const costMs = await cpuMsOf(work)
      if (round >= WARM_UP_ROUNDS) costs[name].push(costMs)
    }
  }
  return { commitMs: median(costs.commit), recordMs: median(costs.record) }
}

/** An exchange whose answer one endpoint gave, and in which one value was restored. */
function answeredExchange(): Exchange {
  const origin = originOf(1, { model: 'bench-model', messages: [] })
  const runtime = runtimeForBench()
  const disclosed = new Disclosed()
  disclosed.toEndpoint({ name: 'bench', permittedLevel: 7 }, { digest: () => 'A'.repeat(43) })
  disclosed.toCaller({ highest: 7, tokens: () => ['EMAIL_ADDRESS_7H3K9Q2M5T'], invented: 0 })
  return {
    ...{ origin, runtime, disclosed, findings: [], facts: { endpoint: 'bench' } },
    scope: new AbortScope(runtime.signal, origin.principal, runtime.clock),
    account: () => ({ events: EVENTS, violations: [], cacheHit: false, alerts: [] }),
  }
}

async function cpuMsOf(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage()
  for (let time = 0; time < RECORDS_AT_ONCE; time += 1) await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000 / RECORDS_AT_ONCE
}
