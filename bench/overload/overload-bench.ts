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
import { faultsOf, type OverloadSettings, renderOverload } from './summary.ts'

/** Whether a gateway that is asked for five times what it can do still does what it can. */
export const overloadBench: Bench = {
  summary: 'goodput, refusals and freezes while a gateway is asked for several times its capacity',
  flags: {
    seconds: { type: 'string', default: '20', value: 'N', summary: 'Length of each part.' },
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
  const { seconds, users, chars, fromSource } = settings
  progress.start(CONNECTIONS.length + 4)
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

  progress.step('warming up')
  await client.call({ do: 'closed', origin, tokens, seconds, chars, connections: 32 }, CALL_TIMEOUT_MS)
  const closed: { readonly connections: number; readonly perSecond: number }[] = []
  for (const connections of CONNECTIONS) {
    progress.step(`capacity with ${connections} connections`)
    const call = { do: 'closed', origin, tokens, seconds, chars, connections } as const
    const reply = await client.call(call, CALL_TIMEOUT_MS)
    closed.push({ connections, perSecond: reply.latenciesMs.length / seconds })
  }
  const peak = Math.max(...closed.map(({ perSecond }) => perSecond))
  if (peak === 0) throw new Error('Nothing was answered.')
  progress.step('freezes without load')
  const calm = startFreezes(listener, secret)
  await sleep(CALM_MS)
  const { freezesMs: calmFreezesMs } = await calm.stop()
  progress.step(`${settings.times} times as much`)
  const freezes = startFreezes(listener, secret)
  const perSecond = Math.ceil(peak * settings.times)
  const lightPerSecond = (LIGHT_SHARE * peak) / tokens.length
  const open = { do: 'open', origin, tokens, seconds, chars, perSecond, lightPerSecond } as const
  const reply = await client.call(open, CALL_TIMEOUT_MS)
  const result = { settings, closed, peak, perSecond, flood: reply, calmFreezesMs, ...(await freezes.stop()) }
  await listener.close()
  return {
    text: `${renderOverload(result)}\n${WITHOUT_QUOTAS_NOTE.replace('one user, who has', 'users who have')}`,
    data: { ...result, flood: { ...reply, latenciesMs: undefined, refusedMs: undefined } },
    faults: faultsOf(result),
  }
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
