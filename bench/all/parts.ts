import type { Bench, BenchReport } from '../bench.ts'
import type { FlagValues } from '../command-line.ts'
import { evidenceBench } from '../evidence/evidence-bench.ts'
import { freezeBench } from '../freeze/freeze-bench.ts'
import { gatewayBench } from '../gateway/gateway-bench.ts'
import { l1Bench } from '../l1/l1-bench.ts'
import { latencyBench } from '../latency/latency-bench.ts'
import { neighboursBench } from '../neighbours/neighbours-bench.ts'
import { pipelineBench } from '../pipeline/pipeline-bench.ts'
import { stackBench } from '../stack/stack-bench.ts'
import { providersBench } from '../wires/providers-bench.ts'

/** One run of a bench among all. */
export interface Part {
  readonly name: string
  readonly bench: Bench
  /** Flags that differ from the bench's defaults. */
  readonly flags: FlagValues
}

/** What is asked of the product, and how the answer is read from the figures of a part. */
export interface Target {
  readonly part: string
  readonly what: string
  readonly asked: string
  read(data: BenchReport['data']): number
  holds(figure: number): boolean
  show(figure: number): string
}

/** In this order: what is asked for first. */
export const PARTS: readonly Part[] = [
  { name: 'gateway', bench: gatewayBench, flags: {} },
  { name: 'gateway --stream', bench: gatewayBench, flags: { stream: true } },
  { name: 'latency', bench: latencyBench, flags: {} },
  { name: 'stack', bench: stackBench, flags: {} },
  { name: 'pipeline', bench: pipelineBench, flags: {} },
  { name: 'l1', bench: l1Bench, flags: {} },
  { name: 'providers --rounds 2', bench: providersBench, flags: { rounds: '2' } },
  { name: 'evidence', bench: evidenceBench, flags: {} },
  { name: 'freeze --rounds 50', bench: freezeBench, flags: { rounds: '50' } },
  { name: 'neighbours', bench: neighboursBench, flags: {} },
]

const times = (figure: number) => `${figure.toFixed(2)}x`
const milliseconds = (figure: number) => `${figure.toFixed(figure < 10 ? 2 : 0)} ms`

/** The figures that the product was built towards. */
export const TARGETS: readonly Target[] = [
  ...(['gateway', 'gateway --stream'] as const).flatMap((part) => [
    atLeast(part, 0.4, 'requests/s against a bare Hono and undici pass-through', ratioTo('hono + undici pass-through')),
    atLeast(part, 3, 'requests/s against @portkey-ai/gateway as a plain proxy', ratioTo('@portkey-ai/gateway')),
    atMost(part, 230, 'CPU a request', ownCpu, (us) => `${us.toFixed(0)} µs`),
  ]),
  atMost('latency', 3, 'time to first token that is added, p50', addedToFirstPiece, milliseconds),
  atMost('latency', 50, 'answer to a prompt of 100 KB, p50', ownLongPrompt, milliseconds),
  atMost('stack', 2_000, 'start of one more replica, the slowest service', slowestStart, milliseconds),
  atMost('stack', 600, 'idle memory of the whole stack', idleMebibytes, (mebibytes) => `${mebibytes.toFixed(0)} MiB`),
]

function atLeast(part: string, least: number, what: string, read: Target['read']): Target {
  return { part, what, asked: `at least ${times(least)}`, read, holds: (figure) => figure >= least, show: times }
}

function atMost(part: string, most: number, what: string, read: Target['read'], show: Target['show']): Target {
  return { part, what, asked: `at most ${show(most)}`, read, holds: (figure) => figure <= most, show }
}

function ratioTo(other: string): Target['read'] {
  return ({ ratios }) => {
    const found = recordsOf(ratios).find(({ against }) => against === other)
    return numberOf(found?.requestsPerSecond)
  }
}

function ownCpu({ contenders }: BenchReport['data']): number {
  return numberOf(recordsOf(contenders)[0]?.cpuUsPerRequest)
}

function addedToFirstPiece({ firstPiece }: BenchReport['data']): number {
  return numberOf(recordOf(firstPiece).addedP50Ms)
}

function ownLongPrompt({ longPrompt }: BenchReport['data']): number {
  return numberOf(recordOf(recordOf(longPrompt).own).p50Ms)
}

function slowestStart({ replicaMs }: BenchReport['data']): number {
  return Math.max(...Object.values(recordOf(replicaMs)).map(numberOf))
}

function idleMebibytes({ totalMebibytes }: BenchReport['data']): number {
  return numberOf(totalMebibytes)
}

type Record = Readonly<globalThis.Record<string, unknown>>

function recordsOf(value: unknown): readonly Record[] {
  return Array.isArray(value) ? value.map(recordOf) : []
}

function recordOf(value: unknown): Record {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** NaN where a bench has changed what it reports, which then shows as not held. */
function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : Number.NaN
}
