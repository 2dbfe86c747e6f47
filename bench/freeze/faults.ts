import type { Round } from './round.ts'
import type { Distribution, Summary } from './summary.ts'

/** A freeze is in force within 500 ms (specification, section 8), and within 100 ms in 99 of 100 cases. */
const TARGET_MS = { p99: 100, max: 500 } as const
/** While somebody floods a gateway. */
const BUSY_TARGET_MS = { p99: 200, max: 500 } as const

interface Expected {
  readonly gateways: number
  readonly sessions: number
  readonly withNeighbours: boolean
}

export function targetOf(withNeighbours: boolean): { readonly p99: number; readonly max: number } {
  return withNeighbours ? BUSY_TARGET_MS : TARGET_MS
}

/** What was promised and did not happen; empty when everything did. */
export function findFaults(rounds: readonly Round[], summary: Summary, expected: Expected): string[] {
  const { textBytes, ends, afterwards } = summary
  const target = targetOf(expected.withNeighbours)
  const faults = [
    ...missedTargets('last stream byte', summary.lastStreamByte, target),
    ...missedTargets('first refused request', summary.firstRefusal, target),
  ]
  const say = (count: number, what: string) => {
    if (count > 0) faults.push(`${count} ${what}`)
  }
  const count = (isWrong: (round: Round) => boolean) => rounds.filter(isWrong).length
  say(textBytes.after, 'bytes of model text after the acknowledgement')
  say(ends.open ?? 0, 'streams that did not end')
  for (const [end, number] of Object.entries(ends)) {
    if (!['session_frozen', 'cut', 'open'].includes(end)) say(number, `streams that ended with ${end}`)
  }
  say(
    rounds.flatMap(({ streams }) => streams).filter(({ closedMs }) => closedMs < 0).length,
    'streams that were over before the command was sent',
  )
  const failures = rounds.flatMap((round) => round.failures)
  say(failures.length, `streams that did not open at once, the first: ${failures[0]}`)
  for (const [outcome, number] of Object.entries(afterwards)) {
    if (outcome !== 'session_frozen') say(number, `requests sent after the acknowledgement: ${outcome}`)
  }
  say(
    count(({ probes }) => probes.some((probe) => Object.keys(probe.afterwards).length === 0)),
    'freezes after which a gateway answered no request',
  )
  say(
    count(({ upstreamOpen }) => upstreamOpen > 0),
    'freezes after which the model still sent',
  )
  say(
    count(({ answer }) => answer.sessions_frozen !== expected.sessions),
    `freezes that did not hold ${expected.sessions} sessions`,
  )
  say(
    count(({ answer }) => answer.gateways.alive !== expected.gateways),
    `freezes that did not find ${expected.gateways} gateways alive`,
  )
  say(rounds.length - summary.complete, 'freezes that not every gateway acknowledged')
  say(
    count(({ answer }) => !answer.changed || answer.state !== 'frozen' || !answer.recorded),
    'freezes that changed nothing or were not recorded',
  )
  return faults
}

type Target = ReturnType<typeof targetOf>

function missedTargets(what: string, { p99, max }: Distribution, target: Target): string[] {
  return [
    ...(p99 < target.p99 ? [] : [`target missed: ${what}, p99 ${p99.toFixed(1)} ms, not under ${target.p99}`]),
    ...(max < target.max ? [] : [`target missed: ${what}, max ${max.toFixed(1)} ms, not under ${target.max}`]),
  ]
}
