import { randomBytes } from 'node:crypto'
import { pathToFileURL } from 'node:url'
import { allAttacks } from './attacks/index.ts'
import { type Options, readOptions, USAGE, UsageError } from './read-options.ts'
import { countResults, type Run, renderJson, renderMarkdown } from './render-report.ts'
import { runAttacks } from './run-attacks.ts'
import { Target } from './target.ts'

const MOST_REQUESTS = 400

/**
 * `npm run redteam -- ...`. Gives the exit code: 1 where an attack was not stopped, 2 where the command line is wrong
 * or nothing could be told, else 0.
 *
 * @param print gets the report.
 * @param note gets a line for each attack while it runs.
 */
export async function runRedTeam(
  args: readonly string[],
  print: (text: string) => void,
  note: (line: string) => void,
): Promise<0 | 1 | 2> {
  try {
    if (args.includes('--help')) {
      print(USAGE)
      return 0
    }
    const options = readOptions(args)
    const run = await attack(options, note)
    print(options.json ? renderJson(run) : renderMarkdown(run))
    const counts = countResults(run.attacks)
    if (counts['NOT stopped'] > 0) return 1
    return counts.stopped === 0 ? 2 : 0
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    note(`${error.message}\n\n${USAGE}`)
    return 2
  }
}

async function attack({ accounts, only, patienceMs }: Options, report: (line: string) => void): Promise<Run> {
  const attacks = allAttacks(patienceMs)
  const unknown = only.find((name) => !attacks.some(({ id, group }) => name === id || name === group))
  if (unknown !== undefined) throw new UsageError(`there is no attack ${unknown}`)
  const chosen = attacks.filter(({ id, group }) => only.length === 0 || only.includes(id) || only.includes(group))
  const target = new Target(accounts, { run: randomBytes(4).toString('hex'), mostRequests: MOST_REQUESTS })
  const startedAt = new Date().toISOString()
  const played = await runAttacks(chosen, target, { patienceMs, report })
  return { url: accounts.url.origin, startedAt, requests: target.requests, attacks: played }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.exitCode = await runRedTeam(
    process.argv.slice(2),
    (text) => console.log(text),
    (line) => console.error(line),
  )
}
