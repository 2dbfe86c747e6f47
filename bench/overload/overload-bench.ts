import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import type { Bench, BenchReport, Progress } from '../bench.ts'
import { type FlagValues, wholeNumber } from '../command-line.ts'
import { MODELS } from '../freeze/models.ts'
import { sendCommand } from '../freeze/soar-command.ts'
import { startListener } from '../freeze/start-listener.ts'
import { startSlowUpstream } from '../freeze/start-slow-upstream.ts'
import { gatewayEnvironment, WITHOUT_QUOTAS_NOTE } from '../gateway/contenders.ts'
import { startSurroundings } from '../gateway/surroundings.ts'
import { startChild } from '../neighbours/child.ts'
import { endingWhatWasStarted, type Keep, startService } from '../services.ts'
import type { FloodCall, FloodReply } from './flood-process.ts'
import { faultsOf, type OverloadSettings, type Round, renderOverload, sumUp } from './summary.ts'

/** Whether a gateway that is asked for five times what it can do still does what it can. */
export const overloadBench: Bench = {
  summary: 'goodput, refusals and freezes while a gateway is asked for several times its capacity',
  flags: {
    seconds: { type: 'string', default: '20', value: 'N', summary: 'Length of each part, over all rounds.' },
    rounds: { type: 'string', default: '4', value: 'N', summary: 'Rounds in which capacity and overload take turns.' },
    times: { type: 'string', default: '5', value: 'N', summary: 'How much of its capacity is asked for.' },
    users: { type: 'string', default: '6', value: 'N', summary: 'Users; one sends half, and one more only a little.' },
    chars: { type: 'string', default: '8000', value: 'N', summary: 'Length of each prompt, in characters.' },
    source: { type: 'boolean', default: false, summary: 'Run the services from their sources, not as built.' },
  },
  run: (flags, progress) => {
    const settings = readSettings(flags)
    return endingWhatWasStarted((keep) => measure(settings, keep, progress))
  },
}

function readSettings(flags: FlagValues): OverloadSettings {
  return {
    seconds: wholeNumber(flags, 'seconds', { max: 600 }),
    rounds: wholeNumber(flags, 'rounds', { max: 20 }),
    times: wholeNumber(flags, 'times', { max: 100 }),
    users: wholeNumber(flags, 'users', { min: 2, max: 100 }),
    chars: wholeNumber(flags, 'chars', { max: 1_000_000 }),
    fromSource: flags.source === true,
  }
}

const VICTIM = 'victim'
const CONNECTIONS = [16, 64]
/** Of an equal share of the capacity: who asks for so little must not notice that others ask for more. */
const LIGHT_SHARE = 1 / 4
const FREEZE_EVERY_MS = 500
const CALM_MS = 5_000
const CALL_TIMEOUT_MS = 700_000

async function measure(settings: OverloadSettings, keep: Keep, progress: Progress): Promise<BenchReport> {
  const { seconds, rounds, users, chars, fromSource } = settings
  progress.start(rounds + 3)
  progress.step('starting the services')
  const subs = Array.from({ length: users + 1 }, (_, index) => `user-${index + 1}`)
  const upstream = keep(await startSlowUpstream())
  const around = keep(await startSurroundings(`${upstream.origin}/v1`, [VICTIM, ...subs]))
  const env = gatewayEnvironment(around, Object.values(MODELS))
  const { origin } = keep(await startService({ app: 'gateway', env, fromSource }))
  const secret = randomBytes(32)
  const listener = new Pool(keep(await startListener(around, secret, fromSource)).origin)
  const client = keep(startChild<FloodCall, FloodReply>('../overload/flood-process.ts'))
  const tokens = await Promise.all(subs.map(around.tokenOf))
  const flooding = { origin, tokens, chars, seconds: seconds / rounds }

  progress.step('warming up')
  await client.call({ do: 'closed', ...flooding, seconds, connections: 32 }, CALL_TIMEOUT_MS)
  progress.step('freezes without load')
  const calm = startFreezes(listener, secret)
  await sleep(CALM_MS)
  const { freezesMs: calmFreezesMs } = await calm.stop()
  const measured: Round[] = []
  for (let round = 1; round <= rounds; round += 1) {
    progress.step(`round ${round}`)
    measured.push(await measureRound(settings, flooding, client, () => startFreezes(listener, secret)))
  }
  await listener.close()
  const result = { settings, calmFreezesMs, ...sumUp(measured, seconds) }
  return {
    text: `${renderOverload(result)}\n${WITHOUT_QUOTAS_NOTE.replace('one user, who has', 'users who have')}`,
    data: { ...result, flood: { ...result.flood, latenciesMs: undefined, refusedMs: undefined } },
    faults: faultsOf(result),
  }
}

/** First the capacity, and then several times as much of it. */
async function measureRound(
  { times }: OverloadSettings,
  flooding: Omit<Extract<FloodCall, { do: 'closed' }>, 'do' | 'connections'>,
  client: { call(call: FloodCall, timeoutMs: number): Promise<FloodReply> },
  freeze: () => ReturnType<typeof startFreezes>,
): Promise<Round> {
  const { seconds, tokens } = flooding
  const closed: { connections: number; perSecond: number }[] = []
  for (const connections of CONNECTIONS) {
    const reply = await client.call({ do: 'closed', ...flooding, connections }, CALL_TIMEOUT_MS)
    closed.push({ connections, perSecond: reply.latenciesMs.length / seconds })
  }
  const peak = Math.max(...closed.map(({ perSecond }) => perSecond))
  if (peak === 0) throw new Error('Nothing was answered.')
  const freezes = freeze()
  const perSecond = Math.ceil(peak * times)
  const lightPerSecond = (LIGHT_SHARE * peak) / tokens.length
  const flood = await client.call({ do: 'open', ...flooding, perSecond, lightPerSecond }, CALL_TIMEOUT_MS)
  return { closed, perSecond, flood, ...(await freezes.stop()) }
}

/** Freezes and frees one user again and again; each time counts from just before the command to its answer. */
function startFreezes(listener: Pool, secret: Buffer) {
  const freezesMs: number[] = []
  const freezeFailures: string[] = []
  let isOver = false
  const drive = async () => {
    while (!isOver) {
      try {
        const sent = await sendCommand(listener, secret, { command: 'freeze_user', sub: VICTIM })
        const { gateways } = await sent.answer()
        freezesMs.push(sent.answeredMs - sent.sentMs)
        if (gateways.acknowledged < gateways.alive) freezeFailures.push('a gateway did not acknowledge a freeze')
        await (await sendCommand(listener, secret, { command: 'unfreeze_user', sub: VICTIM })).answer()
      } catch (error) {
        freezeFailures.push(error instanceof Error ? error.message : 'a command failed')
      }
      await sleep(FREEZE_EVERY_MS)
    }
  }
  const running = drive()
  return {
    stop: async () => {
      isOver = true
      await running
      return { freezesMs, freezeFailures }
    },
  }
}
