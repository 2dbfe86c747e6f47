import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench, BenchReport, Progress } from '../bench.ts'
import { type FlagValues, UsageError, wholeNumber } from '../command-line.ts'
import { cpuTimeUs } from '../gateway/process-cpu.ts'
import { startSurroundings } from '../gateway/surroundings.ts'
import { endingWhatWasStarted, type Keep } from '../services.ts'
import type { AliceCall, AliceReply } from './alice-process.ts'
import type { BobCall, BobReply } from './bob-process.ts'
import { CASES } from './cases.ts'
import { type Child, startChild } from './child.ts'
import { residentMegabytes, startBenchGateway, startModelServer } from './gateway-under-load.ts'
import { type CaseResult, missesOf, renderCases, summarizeCase } from './summary.ts'

const BOB = 'bob'
/** Bob works alone for this long before Alice begins and after she has ended. */
const ALONE_MS = 1_000

/** Whether one user's work can hurt another's: Bob asks small questions and holds a stream, whatever Alice does. */
export const neighboursBench: Bench = {
  summary: 'what one user notices while others send hostile bodies, streams and floods through the same gateway',
  flags: {
    case: { type: 'string', default: 'all', value: 'LIST', summary: `Cases: ${Object.keys(CASES).join(', ')}.` },
    seconds: { type: 'string', default: '10', value: 'N', summary: 'Length of each case.' },
    users: { type: 'string', default: '1', value: 'N', summary: 'Users who each do what the case says.' },
    rate: { type: 'string', default: '20', value: 'N', summary: "Bob's questions a second." },
    checkout: { type: 'string', value: 'FOLDER', summary: 'Measure the built gateway of another checkout.' },
    source: { type: 'boolean', default: false, summary: 'Run the gateway from its sources, not as built.' },
    targets: { type: 'boolean', default: false, summary: 'End with code 1 where a target is missed.' },
  },
  run: (flags, progress) => {
    const settings = readSettings(flags)
    return endingWhatWasStarted((keep) => measure(settings, keep, progress))
  },
}

interface Settings {
  readonly cases: readonly string[]
  readonly seconds: number
  readonly users: number
  readonly perSecond: number
  readonly checkout: string | undefined
  readonly fromSource: boolean
  readonly targets: boolean
}

function readSettings(flags: FlagValues): Settings {
  const cases = flags.case === 'all' ? Object.keys(CASES) : String(flags.case).split(',')
  const unknown = cases.find((name) => !Object.hasOwn(CASES, name))
  if (unknown !== undefined) throw new UsageError(`There is no case '${unknown}'.`)
  return {
    cases,
    seconds: wholeNumber(flags, 'seconds', { max: 600 }),
    users: wholeNumber(flags, 'users', { max: 100 }),
    perSecond: wholeNumber(flags, 'rate', { max: 500 }),
    checkout: typeof flags.checkout === 'string' ? flags.checkout : undefined,
    fromSource: flags.source === true,
    targets: flags.targets === true,
  }
}

type Surroundings = Awaited<ReturnType<typeof startSurroundings>>['value']

async function measure(settings: Settings, keep: Keep, progress: Progress): Promise<BenchReport> {
  progress.start(settings.cases.length + 1)
  progress.step('starting the servers')
  const upstream = keep(await startModelServer())
  const alices = Array.from({ length: settings.users }, (_, index) => `alice-${index + 1}`)
  const around = keep(await startSurroundings(upstream, [BOB, ...alices]))
  const tokens = await Promise.all(alices.map(around.tokenOf))
  const results: CaseResult[] = []
  for (const name of settings.cases) {
    progress.step(name)
    results.push(await playCase(name, settings, around, tokens))
  }
  const { seconds, users, perSecond } = settings
  const how = `Bob asks ${perSecond} questions a second and holds a stream; ${users} other ${users === 1 ? 'user' : 'users'}; ${seconds} s a case`
  return {
    text: `${how}\n\n${renderCases(results)}`,
    data: { settings, cases: results },
    faults: settings.targets ? results.flatMap(missesOf) : [],
  }
}

/** Each case has a gateway and users of its own, so that none suffers from the one before. */
async function playCase(
  name: string,
  { seconds, perSecond, checkout, fromSource }: Settings,
  around: Surroundings,
  tokens: readonly string[],
): Promise<CaseResult> {
  const gateway = await startBenchGateway(around, { fromSource, checkout })
  const alice = startChild<AliceCall, AliceReply>('./alice-process.ts')
  const bob = startChild<BobCall, BobReply>('./bob-process.ts')
  try {
    const { origin, pid } = gateway.value
    await alice.value.call({ do: 'prepare', name, origin, tokens })
    await bob.value.call({ do: 'begin', origin, token: around.token, perSecond })
    await bob.value.call({ do: 'measure' })
    const beforeUs = cpuTimeUs(pid)
    const statuses = await playBesideBob(alice.value, seconds)
    const seen = await bob.value.call({ do: 'end' })
    return summarizeCase(name, {
      alice: statuses,
      bob: seen,
      cpuSeconds: (cpuTimeUs(pid) - beforeUs) / 1e6,
      rssPeakMegabytes: residentMegabytes(pid).peak,
    })
  } finally {
    await Promise.all([alice.stop(), bob.stop()])
    await gateway.stop()
  }
}

async function playBesideBob(alice: Child<AliceCall, AliceReply>, seconds: number): Promise<AliceReply> {
  await sleep(ALONE_MS)
  const statuses = await alice.call({ do: 'play', seconds }, seconds * 1_000 + 60_000)
  await sleep(ALONE_MS)
  return statuses
}
