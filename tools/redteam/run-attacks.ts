import { type Attack, couldNotTell, type Outcome, stopped } from './attack.ts'
import { describe, RequestsSpent, type Target } from './target.ts'

/** An attack as it went. */
export interface Played extends Omit<Attack, 'run'>, Outcome {
  readonly elapsedMs: number
}

const LONGEST_ATTACK_MS = 30_000

/**
 * Plays the attacks one after the other; each is cut off after half a minute, or after the patience that slow ones ask
 * for. What throws could not be told.
 */
export async function runAttacks(
  attacks: readonly Attack[],
  target: Target,
  options: { readonly patienceMs: number; readonly report: (line: string) => void },
): Promise<Played[]> {
  const played: Played[] = []
  const unfit = await whyUnfit(target)
  for (const attack of attacks) {
    const startMs = performance.now()
    const outcome = unfit ?? (await play(attack, target, Math.max(LONGEST_ATTACK_MS, options.patienceMs + 5_000)))
    const elapsedMs = Math.round(performance.now() - startMs)
    const { id, group, sends, stoppedWhen } = attack
    played.push({ id, group, sends, stoppedWhen, ...outcome, elapsedMs })
    options.report(`${outcome.result.padEnd(14)} ${id}: ${outcome.reason}`)
  }
  return played
}

/** Where a harmless request is not answered, a refusal says nothing. */
async function whyUnfit(target: Target): Promise<Outcome | undefined> {
  const harmless: Attack['run'] = async (_, signal) => {
    const reply = await target.ask([{ role: 'user', content: `Hello. ${target.unique()}` }], { signal })
    return reply.status === 200 && reply.answer !== ''
      ? stopped('')
      : couldNotTell(`a harmless request was not answered: ${describe(reply)}`)
  }
  const outcome = await play({ run: harmless }, target, LONGEST_ATTACK_MS)
  return outcome.result === 'stopped' ? undefined : outcome
}

async function play(attack: Pick<Attack, 'run'>, target: Target, timeoutMs: number): Promise<Outcome> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    return await attack.run(target, signal)
  } catch (error) {
    if (signal.aborted) return couldNotTell(`no answer in ${Math.round(timeoutMs / 1000)} s`)
    if (error instanceof RequestsSpent) return couldNotTell(error.message)
    return couldNotTell(`the attack itself failed: ${error instanceof Error ? causeOf(error) : String(error)}`)
  }
}

function causeOf(error: Error): string {
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}
