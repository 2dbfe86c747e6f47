import type { Bench, BenchReport, Progress } from '../bench.ts'
import { type FlagValues, wholeNumber } from '../command-line.ts'
import { median } from '../gateway/statistics.ts'
import { type BudgetRow, compareWithBudget, renderBudget } from './budget.ts'
import { type Costs, recordOf, ScenarioMeter, STEPS } from './measure.ts'
import { measurePolicy, type PolicyCosts, renderPolicyCosts } from './policy-cost.ts'
import { SCENARIOS, SHORT_PROMPT } from './scenarios.ts'

const BATCH_SIZE = 100
/** Long enough for the compiler to have seen every path often. */
const WARM_UP_ROUNDS = 6

/** What each layer costs when no network and no store is in the way. */
export const pipelineBench: Bench = {
  summary: 'CPU per request of each layer, of the whole pipeline and of the policy, in memory',
  flags: {
    rounds: { type: 'string', default: '7', value: 'N', summary: 'Rounds, of which the median counts.' },
    batches: { type: 'string', default: '8', value: 'N', summary: 'Batches of 100 requests in a round.' },
  },
  run: async (flags, progress) => {
    const settings = readSettings(flags)
    progress.start(SCENARIOS.length * (settings.rounds + WARM_UP_ROUNDS))
    const results: ScenarioCosts[] = []
    for (const scenario of SCENARIOS) {
      const meter = new ScenarioMeter(scenario)
      const rounds = await playRounds(scenario.name, meter, settings, progress)
      results.push({ name: scenario.name, ...medianOf(rounds) })
    }
    return report(settings, results, measurePolicy(settings.rounds))
  },
}

interface Settings {
  readonly rounds: number
  /** Batches of requests in one round. */
  readonly batches: number
}

interface ScenarioCosts extends Costs {
  readonly name: string
}

function readSettings(flags: FlagValues): Settings {
  return { rounds: wholeNumber(flags, 'rounds'), batches: wholeNumber(flags, 'batches') }
}

async function playRounds(
  name: string,
  meter: ScenarioMeter,
  { rounds, batches }: Settings,
  progress: Progress,
): Promise<readonly Costs[]> {
  const all: Costs[] = []
  for (let number = 1 - WARM_UP_ROUNDS; number <= rounds; number += 1) {
    progress.step(number < 1 ? `${name}: warming up` : `${name}: round ${number}`)
    const costs = await meter.round(batches, BATCH_SIZE)
    if (number >= 1) all.push(costs)
  }
  return all
}

function medianOf(rounds: readonly Costs[]): Costs {
  return {
    steps: recordOf((step) => round1(median(rounds.map(({ steps }) => steps[step])))),
    whole: round1(median(rounds.map(({ whole }) => whole))),
    runner: round1(median(rounds.map(({ runner }) => runner))),
  }
}

function report(settings: Settings, scenarios: readonly ScenarioCosts[], policy: PolicyCosts): BenchReport {
  const requests = settings.batches * BATCH_SIZE
  const budget = budgetOf(scenarios)
  const how = `CPU µs per request; median of ${settings.rounds} rounds of ${requests} requests, each layer alone, then the whole,\nand the runner over layers that do nothing`
  return {
    text: `${how}\n\n${renderTable(scenarios)}\n\n${BUDGET_TITLE}\n\n${renderBudget(budget)}\n\n${renderPolicyCosts(policy)}`,
    data: { settings, unit: 'CPU µs per request', scenarios, budget, policy },
    faults: scenarios.flatMap(({ name, whole }) => (whole > 0 ? [] : [`${name}: no CPU time was counted`])),
  }
}

const BUDGET_TITLE = `The budget of a request (${SHORT_PROMPT}, no cache hit), CPU µs; \`-\` is not part of this bench, see \`bench -- gateway\``

function budgetOf(scenarios: readonly ScenarioCosts[]): readonly BudgetRow[] {
  const short = scenarios.find(({ name }) => name === SHORT_PROMPT)
  return short === undefined ? [] : compareWithBudget(short)
}

function renderTable(scenarios: readonly ScenarioCosts[]): string {
  const rows = [
    ['', ...scenarios.map(({ name }) => name)],
    ...STEPS.map((step) => [step, ...scenarios.map(({ steps }) => steps[step].toFixed(1))]),
    ['layers together', ...scenarios.map(({ steps }) => sumOf(steps).toFixed(1))],
    ['whole run', ...scenarios.map(({ whole }) => whole.toFixed(1))],
    ['runner alone', ...scenarios.map(({ runner }) => runner.toFixed(1))],
  ]
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  const pad = (cell: string, column: number) =>
    column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)
  return rows.map((row) => row.map(pad).join('  ')).join('\n')
}

function sumOf(steps: Costs['steps']): number {
  return STEPS.reduce((sum, step) => sum + steps[step], 0)
}

function round1(value: number): number {
  return Math.round(value * 10) / 10
}
