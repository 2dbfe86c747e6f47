import type { Round } from './round.ts'
import type { Distribution, Summary } from './summary.ts'

/** A freeze is in force within 500 ms (specification, section 8), and within 100 ms in 99 of 100 cases. */
export const TARGET_MS = { p99: 100, max: 500 } as const

interface Expected {
  readonly gateways: number
  readonly sessions: number
}

/** What was promised and did not happen; empty when everything did. */
export function findFaults(rounds: readonly Round[], summary: Summary, expected: Expected): string[] {
  const { textBytes, ends, afterwards } = summary
  const faults = [
    ...missedTargets('last stream byte', summary.lastStreamByte),
    ...missedTargets('first refused request', summary.firstRefusal),
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

function missedTargets(what: string, { p99, max }: Distribution): string[] {
  return [
    ...(p99 < TARGET_MS.p99 ? [] : [`target missed: ${what}, p99 ${p99.toFixed(1)} ms, not under ${TARGET_MS.p99}`]),
    ...(max < TARGET_MS.max ? [] : [`target missed: ${what}, max ${max.toFixed(1)} ms, not under ${TARGET_MS.max}`]),
  ]
}
