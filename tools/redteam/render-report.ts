import type { Result } from './attack.ts'
import type { Played } from './run-attacks.ts'

export interface Run {
  readonly url: string
  readonly startedAt: string
  readonly requests: number
  readonly attacks: readonly Played[]
}

const RESULTS: readonly Result[] = ['NOT stopped', 'could not tell', 'stopped']

/** How many attacks ended in which way. */
export function countResults(attacks: readonly Played[]): Record<Result, number> {
  const count = (result: Result) => attacks.filter((one) => one.result === result).length
  return { stopped: count('stopped'), 'NOT stopped': count('NOT stopped'), 'could not tell': count('could not tell') }
}

/** The report for people: what was not stopped first. */
export function renderMarkdown(run: Run): string {
  const counts = countResults(run.attacks)
  const head = [
    `# Attacks on ${run.url}`,
    '',
    `${run.startedAt}, ${run.attacks.length} attacks, ${run.requests} requests. ${RESULTS.map((one) => `${one}: ${counts[one]}`).join('; ')}.`,
    '',
    'It says of these attacks, on this day, with these accounts, what became of them; of others it says nothing.',
  ]
  return [...head, ...RESULTS.flatMap((result) => sectionOf(result, run.attacks))].join('\n')
}

function sectionOf(result: Result, attacks: readonly Played[]): string[] {
  const own = attacks.filter((one) => one.result === result)
  if (own.length === 0) return []
  const heading = `## ${result.slice(0, 1).toUpperCase()}${result.slice(1)}`
  const table = ['| attack | what is sent | stopped when | seen |', '|---|---|---|---|']
  const rows = own.map(
    ({ group, id, sends, stoppedWhen, reason }) =>
      `| ${[`${group}: \`${id}\``, sends, stoppedWhen, reason].map(cell).join(' | ')} |`,
  )
  return ['', heading, '', ...table, ...rows]
}

/** A reason may quote what a deployment says. */
function cell(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').replaceAll('|', '\\|')
}

/** The same for programs. */
export function renderJson(run: Run): string {
  return JSON.stringify({ ...run, counts: countResults(run.attacks) }, null, 2)
}
