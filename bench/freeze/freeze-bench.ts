import { randomBytes } from 'node:crypto'
import type { Bench, BenchReport, Progress } from '../bench.ts'
import { type FlagValues, UsageError, wholeNumber } from '../command-line.ts'
import { gatewayEnvironment, WITHOUT_QUOTAS_NOTE } from '../gateway/contenders.ts'
import { startSurroundings } from '../gateway/surroundings.ts'
import { startModelServer } from '../neighbours/gateway-under-load.ts'
import { keepBusy } from '../neighbours/keep-busy.ts'
import { MODELS as HOSTILE_MODELS } from '../neighbours/models.ts'
import { endingWhatWasStarted, type Keep, type ServiceProcess, startService } from '../services.ts'
import { startBackground } from './background-load.ts'
import { startClient } from './client.ts'
import { findFaults } from './faults.ts'
import { measureMachine } from './machine-use.ts'
import { MODELS } from './models.ts'
import { PROBE_EVERY_MS } from './prober.ts'
import { render } from './render.ts'
import type { Round } from './round.ts'
import { startListener } from './start-listener.ts'
import { startSlowUpstream } from './start-slow-upstream.ts'
import { distribution, outline, summarize } from './summary.ts'

const MEASURED = 'measured'
const OTHERS = 'others'
const HOSTILE = 'hostile'

const WITHOUT_LIMITS = { openExchanges: null, requestsPerMinute: null, refusalsPerMinute: null, bytesInFlight: null }
/** The hostile user has the quotas of every user; the others send more than those permit. */
const QUOTAS_OF_NEIGHBOURS = {
  QUOTAS: JSON.stringify({ byGroup: { [MEASURED]: WITHOUT_LIMITS, [OTHERS]: WITHOUT_LIMITS } }),
  UPSTREAM_MAX_CONNECTIONS: '4096',
}
const NEIGHBOURS_NOTE =
  'The hostile user has the default quotas; the measured one and the others have none (QUOTAS), and more connections.'

/** How fast `POST /soar/command` stops a user who is busy at several gateways, and whether it does so for good. */
export const freezeBench: Bench = {
  summary: 'a user with open streams at several gateways is frozen through POST /soar/command, again and again',
  flags: {
    rounds: { type: 'string', default: '200', value: 'N', summary: 'How often the user is frozen and freed.' },
    streams: { type: 'string', default: '200', value: 'N', summary: 'Open streams of the user.' },
    sessions: { type: 'string', default: '1000', value: 'N', summary: 'Sessions of the user.' },
    gateways: { type: 'string', default: '3', value: 'N', summary: 'Gateways that the streams are spread over.' },
    'with-neighbours': {
      type: 'boolean',
      default: false,
      summary: 'Let another user do the hostile cases of the bench neighbours at the first gateway meanwhile.',
    },
    source: { type: 'boolean', default: false, summary: 'Run the services from their sources, not as built.' },
  },
  run: (flags, progress) => {
    const settings = readSettings(flags)
    return endingWhatWasStarted((keep) => measure(settings, keep, progress))
  },
}

interface Settings {
  readonly rounds: number
  readonly streams: number
  readonly sessions: number
  readonly gateways: number
  readonly withNeighbours: boolean
  readonly fromSource: boolean
}

function readSettings(flags: FlagValues): Settings {
  const settings = {
    rounds: wholeNumber(flags, 'rounds', { max: 10_000 }),
    streams: wholeNumber(flags, 'streams', { max: 1_000 }),
    sessions: wholeNumber(flags, 'sessions', { max: 10_000 }),
    gateways: wholeNumber(flags, 'gateways', { max: 16 }),
    withNeighbours: flags['with-neighbours'] === true,
    fromSource: flags.source === true,
  }
  if (settings.streams > settings.sessions) throw new UsageError('--streams takes no more than there are --sessions.')
  return settings
}

async function measure(settings: Settings, keep: Keep, progress: Progress): Promise<BenchReport> {
  progress.start(settings.rounds + 2)
  progress.step('starting the services')
  const { gateways, listener, upstream, around, secret, pids } = await startServices(settings, keep)
  progress.step(`beginning ${settings.sessions} sessions`)
  const client = keep(
    await startClient({
      gateways: gateways.map(({ origin }) => origin),
      listener: listener.origin,
      upstream: upstream.origin,
      secret: secret.toString('base64'),
      token: around.token,
      sub: MEASURED,
      streams: settings.streams,
      sessions: settings.sessions,
    }),
  )
  const headers = { authorization: `Bearer ${await around.tokenOf(OTHERS)}` }
  const load = startBackground(gateways.map(({ origin }) => ({ origin, headers })))
  const hostile = settings.withNeighbours
    ? keep(await keepBusy('ten-at-once', gateways[0]?.origin ?? '', [await around.tokenOf(HOSTILE)]))
    : undefined
  const endMachine = measureMachine({ ...pids, client: client.pid, ...(hostile && { neighbours: hostile.pid }) })
  const rounds: Round[] = []
  try {
    for (let number = 0; number < settings.rounds; number += 1) {
      progress.step(`freeze ${number + 1}`)
      rounds.push(await client.playRound(number))
    }
  } catch (error) {
    await load.stop()
    throw error
  }
  const machine = endMachine()
  return report(settings, rounds, { background: await load.stop(), machine, neighbours: hostile?.statuses() })
}

async function startServices({ gateways, fromSource, withNeighbours }: Settings, keep: Keep) {
  const upstream = keep(await startSlowUpstream())
  const around = keep(await startSurroundings(`${upstream.origin}/v1`, [MEASURED, OTHERS, HOSTILE]))
  const secret = randomBytes(32)
  const models = Object.values(MODELS)
  const env = gatewayEnvironment(around, models, ...(withNeighbours ? [QUOTAS_OF_NEIGHBOURS] : []))
  if (withNeighbours) env.ENDPOINTS = withEndpoint(env.ENDPOINTS, keep(await startModelServer()))
  const started: ServiceProcess[] = []
  for (let number = 0; number < gateways; number += 1) {
    started.push(keep(await startService({ app: 'gateway', env, fromSource })))
  }
  const listener = keep(await startListener(around, secret, fromSource))
  const pids = {
    ...Object.fromEntries(started.map(({ pid }, index) => [`gateway ${index + 1}`, pid])),
    'soar-listener': listener.pid,
    ...(around.redisPid !== undefined && { redis: around.redisPid }),
    model: upstream.pid,
  }
  return { gateways: started, listener, upstream, around, secret, pids }
}

/** The hostile users' models have an endpoint of their own, behind that of the measured user. */
function withEndpoint(endpoints: string | undefined, baseUrl: string): string {
  const known: unknown = JSON.parse(endpoints ?? '[]')
  const hostile = { name: 'hostile', baseUrl, permittedLevel: 7, models: Object.values(HOSTILE_MODELS) }
  return JSON.stringify([...(Array.isArray(known) ? known : []), hostile])
}

type Beside = Pick<Parameters<typeof render>[0], 'background' | 'machine' | 'neighbours'>

function report(settings: Settings, rounds: readonly Round[], beside: Beside): BenchReport {
  const { background, machine, neighbours } = beside
  const { gateways, streams, sessions } = settings
  const summary = summarize(rounds)
  const how = `${rounds.length} freezes of one user with ${sessions} sessions and ${streams} open streams at ${gateways} gateways, each asked every ${PROBE_EVERY_MS} ms, other users busy`
  const { latenciesMs, ...counts } = background
  return {
    text: `${render({ how, summary, ...beside })}\n${settings.withNeighbours ? NEIGHBOURS_NOTE : WITHOUT_QUOTAS_NOTE}`,
    data: {
      settings,
      summary,
      background: { ...counts, latency: distribution(latenciesMs) },
      machine,
      ...(neighbours && { neighbours }),
      rounds: rounds.map(outline),
    },
    faults: [
      ...findFaults(rounds, summary, { gateways, sessions, withNeighbours: settings.withNeighbours }),
      ...(background.errors > 0
        ? [`other users: ${background.errors} errors, the first: ${background.firstError}`]
        : []),
    ],
  }
}
