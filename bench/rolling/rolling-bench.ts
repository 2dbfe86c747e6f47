import { setTimeout as sleep } from 'node:timers/promises'
import { isProcessAlive } from '@sluice/testkit'
import type { Bench, BenchReport, Progress } from '../bench.ts'
import { type FlagValues, wholeNumber } from '../command-line.ts'
import { MODELS } from '../freeze/models.ts'
import { startSlowUpstream } from '../freeze/start-slow-upstream.ts'
import { gatewayEnvironment } from '../gateway/contenders.ts'
import { startSurroundings } from '../gateway/surroundings.ts'
import { endingWhatWasStarted, type Keep, type Running, type ServiceProcess, startService } from '../services.ts'
import { alignRows } from '../table.ts'
import { startBalancer } from './balancer.ts'
import { type DeedTally, startClients } from './clients.ts'

/** Whether a gateway can be replaced under load without a request being lost. */
export const rollingBench: Bench = {
  summary: 'what callers notice while gateways behind a balancer are replaced, one after the other',
  flags: {
    seconds: { type: 'string', default: '60', value: 'N', summary: 'Length of the run.' },
    every: { type: 'string', default: '10', value: 'N', summary: 'Seconds from one replacement to the next.' },
    clients: { type: 'string', default: '6', value: 'N', summary: 'Clients for each kind of request.' },
    'drain-delay': { type: 'string', default: '5000', value: 'N', summary: 'DRAIN_DELAY_MS of the gateways.' },
    source: { type: 'boolean', default: false, summary: 'Run the gateways from their sources, not as built.' },
  },
  run: (flags, progress) => {
    const settings = readSettings(flags)
    return endingWhatWasStarted((keep) => measure(settings, keep, progress))
  },
}

interface Settings {
  readonly seconds: number
  readonly everySeconds: number
  readonly clients: number
  readonly drainDelayMs: number
  readonly fromSource: boolean
}

function readSettings(flags: FlagValues): Settings {
  return {
    seconds: wholeNumber(flags, 'seconds', { max: 3_600 }),
    everySeconds: wholeNumber(flags, 'every', { min: 2, max: 600 }),
    clients: wholeNumber(flags, 'clients', { max: 200 }),
    drainDelayMs: wholeNumber(flags, 'drain-delay', { min: 0, max: 60_000 }),
    fromSource: flags.source === true,
  }
}

/** As long as the manifest in infra/k8s waits. */
const DRAIN_TIMEOUT_MS = 60_000
const GATEWAYS = 2
const LOOK_EVERY_MS = 50

async function measure(settings: Settings, keep: Keep, progress: Progress): Promise<BenchReport> {
  const replacements = Math.floor(settings.seconds / settings.everySeconds)
  progress.start(replacements + 2)
  progress.step('starting the services')
  const upstream = keep(await startSlowUpstream())
  const around = keep(await startSurroundings(`${upstream.origin}/v1`))
  const env = {
    ...gatewayEnvironment(around, Object.values(MODELS)),
    DRAIN_DELAY_MS: String(settings.drainDelayMs),
    DRAIN_TIMEOUT_MS: String(DRAIN_TIMEOUT_MS),
  }
  const balancer = keep(await startBalancer())
  const running: Running<ServiceProcess>[] = []
  const startAnother = async () => {
    const one = await startService({ app: 'gateway', env, fromSource: settings.fromSource })
    keep(one)
    balancer.add(one.value.origin)
    running.push(one)
  }
  for (let count = 0; count < GATEWAYS; count += 1) await startAnother()
  const clients = startClients(balancer.origin, around.token, settings.clients)
  const stoppedMs: Promise<number>[] = []
  try {
    await sleep(settings.everySeconds * 1_000)
    for (let number = 1; number <= replacements; number += 1) {
      progress.step(`replacement ${number}`)
      const nextMs = performance.now() + settings.everySeconds * 1_000
      await startAnother()
      const oldest = running.shift()
      if (oldest !== undefined) stoppedMs.push(end(oldest.value))
      await sleep(Math.max(0, nextMs - performance.now()))
    }
  } catch (error) {
    await clients.stop()
    throw error
  }
  progress.step('the last answers')
  const ended = await Promise.all(stoppedMs)
  return report(settings, await clients.stop(), ended)
}

/** Ends a gateway as Kubernetes does; resolves with the time that it took, in milliseconds. */
async function end({ pid }: ServiceProcess): Promise<number> {
  const startedMs = performance.now()
  process.kill(pid, 'SIGTERM')
  while (isProcessAlive(pid)) await sleep(LOOK_EVERY_MS)
  return performance.now() - startedMs
}

const HEADER = ['requests', 'right', 'worst ms', 'ended by a frame', 'cut', 'lost']

function report(settings: Settings, tallies: readonly DeedTally[], endedMs: readonly number[]): BenchReport {
  const rows = tallies.map(({ name, right, worstMs, ended, cut, lost }) => [
    name,
    String(right),
    worstMs > 0 ? worstMs.toFixed(0) : '-',
    countsOf(ended),
    String(cut),
    countsOf(lost),
  ])
  const { seconds, everySeconds, clients, drainDelayMs } = settings
  return {
    text: [
      `${GATEWAYS} gateways, one replaced every ${everySeconds} s, ${endedMs.length} times; ${clients} clients a kind, ${seconds} s, DRAIN_DELAY_MS ${drainDelayMs}`,
      '',
      ...alignRows([HEADER, ...rows]),
      '',
      `A gateway was gone ${(Math.max(...endedMs) / 1_000).toFixed(1)} s after SIGTERM at the latest. No client tries anything twice.`,
    ].join('\n'),
    data: { settings, tallies, endedMs },
    faults: [...tallies.flatMap(faultsOf), ...(endedMs.length === 0 ? ['No gateway was replaced.'] : [])],
  }
}

function faultsOf({ name, right, ended, lost, cut }: DeedTally): string[] {
  const others = Object.keys(ended).filter((code) => code !== 'shutting_down')
  return [
    ...(right > 0 ? [] : [`${name}: none was right`]),
    ...(Object.keys(lost).length > 0 ? [`${name}: lost: ${countsOf(lost)}`] : []),
    ...(cut > 0 ? [`${name}: ${cut} streams were cut without an error frame`] : []),
    ...(others.length > 0 ? [`${name}: streams ended with ${others.join(', ')}`] : []),
  ]
}

function countsOf(counts: Readonly<Record<string, number>>): string {
  const all = Object.entries(counts).map(([what, count]) => `${what} x${count}`)
  return all.length === 0 ? '-' : all.join(', ')
}
