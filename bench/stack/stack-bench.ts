import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { environmentOf as serviceEnvironment } from '@sluice/service-kit/environment'
import { startProcess } from '@sluice/testkit'
import { z } from 'zod'
import type { Bench, BenchReport, Progress } from '../bench.ts'
import { type FlagValues, wholeNumber } from '../command-line.ts'
import { median } from '../gateway/statistics.ts'
import { endingWhatWasStarted, type Running, startService } from '../services.ts'
import { environmentOf, processesOf, type StackProcess } from './processes.ts'

const SERVICES = ['gateway', 'admin', 'assessment-api', 'soar-listener', 'idp-sync'] as const
/** Flags of Node with which `npm start` runs what starts the stack. */
const NODE_FLAGS = new URL('../../infra/local/node-flags.json', import.meta.url)
const MEBIBYTE = 1_024 * 1_024
/** Of the names of services that share a process. */
const PART_WIDTH = 56
const START_TIMEOUT_MS = 300_000

/** What each part of the stack costs before anyone asks anything. */
interface StackFigures {
  readonly startMs: number
  readonly idleMebibytes: Readonly<Record<string, number>>
  readonly totalMebibytes: number
  /** Of one more replica of each service beside the running stack, from its start until it says that it is ready. */
  readonly replicaMs: Readonly<Record<string, number>>
}

/** The local stack as `npm start` runs it. */
export const stackBench: Bench = {
  summary: 'start and idle memory of the stack of `npm start`, and the start of one more replica of each service',
  flags: {
    'port-base': { type: 'string', default: '18080', value: 'N', summary: 'PORT_BASE of the stack.' },
    'idle-seconds': { type: 'string', default: '15', value: 'N', summary: 'Rest before memory is read.' },
    rounds: { type: 'string', default: '3', value: 'N', summary: 'Replicas of each service that are started in turn.' },
  },
  run: (flags, progress) =>
    endingWhatWasStarted(async (keep) => {
      const rounds = wholeNumber(flags, 'rounds', { max: 20 })
      progress.start(2 + rounds)
      progress.step('the whole stack')
      const startedMs = performance.now()
      const root = keep(await startLocalStack(flags))
      const startMs = performance.now() - startedMs
      progress.step('idle')
      await sleep(wholeNumber(flags, 'idle-seconds', { max: 600 }) * 1_000)
      const processes = processesOf(root)
      const replicaMs = await startReplicas(processes, rounds, progress)
      return report({ startMs, ...memoryOf(processes), replicaMs })
    }),
}

/** Gives the id of the process that runs the stack. */
async function startLocalStack(flags: FlagValues): Promise<Running<number>> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-bench-stack-'))
  const nodeFlags = z.array(z.string()).parse(JSON.parse(readFileSync(NODE_FLAGS, 'utf8')))
  const stack = await startProcess({
    name: 'the local stack',
    command: process.execPath,
    args: [
      ...nodeFlags,
      ...['--conditions=@sluice/source', '--disable-warning=ExperimentalWarning'],
      fileURLToPath(new URL('../../infra/local/src/main.ts', import.meta.url)),
    ],
    env: { ...process.env, NODE_OPTIONS: '', PORT_BASE: String(flags['port-base']), SLUICE_STATE_DIR: folder },
    readyText: 'Ctrl-C ends everything',
    readyTimeoutMs: START_TIMEOUT_MS,
  })
  return {
    value: stack.pid,
    stop: async () => {
      await stack.end('SIGTERM', 30_000)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function memoryOf(processes: readonly StackProcess[]): Pick<StackFigures, 'idleMebibytes' | 'totalMebibytes'> {
  const parts = Object.groupBy(processes, ({ part }) => part)
  const idleMebibytes = Object.fromEntries(
    Object.entries(parts).map(([part, own = []]) => [
      part,
      own.reduce((sum, { pssBytes }) => sum + pssBytes, 0) / MEBIBYTE,
    ]),
  )
  return { idleMebibytes, totalMebibytes: Object.values(idleMebibytes).reduce((sum, one) => sum + one, 0) }
}

/** The variables of a service, also where it shares its process. */
function variablesOf(service: string, { pid, services }: StackProcess): Record<string, string> {
  const defined = Object.entries(serviceEnvironment(service, services, environmentOf(pid)))
  return Object.fromEntries(defined.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
}

/** Each replica is a process of its own with the variables of the one that runs, as a Deployment would start it. */
async function startReplicas(
  processes: readonly StackProcess[],
  rounds: number,
  progress: Progress,
): Promise<Readonly<Record<string, number>>> {
  const taken: Record<string, number[]> = {}
  for (let round = 0; round < rounds; round += 1) {
    progress.step(`replicas, round ${round + 1}`)
    for (const app of SERVICES) {
      const running = processes.find(({ services }) => services.includes(app))
      if (running === undefined) throw new Error(`The stack runs no ${app}.`)
      const startedMs = performance.now()
      const { PORT: _, OPERATIONS_PORT: __, ...env } = variablesOf(app, running)
      const replica = await startService({ app, env })
      taken[app] = [...(taken[app] ?? []), performance.now() - startedMs]
      await replica.stop()
    }
  }
  return Object.fromEntries(Object.entries(taken).map(([app, times]) => [app, median(times)]))
}

function report(figures: StackFigures): BenchReport {
  const memory = Object.entries(figures.idleMebibytes).sort(([, a], [, b]) => b - a)
  const lines = [
    `The stack of \`npm start\`, built: ${(figures.startMs / 1_000).toFixed(1)} s to ready, with new stores.`,
    '',
    'Idle, MiB (proportional set size)',
    ...memory.map(([part, mebibytes]) => `  ${part.padEnd(PART_WIDTH)}${mebibytes.toFixed(0).padStart(6)}`),
    `  ${'together'.padEnd(PART_WIDTH)}${figures.totalMebibytes.toFixed(0).padStart(6)}`,
    '',
    'One more replica, ms until it is ready',
    ...Object.entries(figures.replicaMs).map(([app, ms]) => `  ${app.padEnd(16)}${ms.toFixed(0).padStart(6)}`),
  ]
  return { text: lines.join('\n'), data: { ...figures }, faults: [] }
}
