import { readFileSync } from 'node:fs'
import type { ClientUnderTest } from './client.ts'
import type { Scenario } from './scenarios.ts'

/** What became of a scenario with a client: `yes`, `-` where the client has no words for it, or what went wrong. */
type Outcomes = ReadonlyMap<ClientUnderTest, ReadonlyMap<Scenario, string>>

/** The guide for clients with the table of which client can do what in its place. */
export function withTable(guide: string, outcomes: Outcomes, scenarios: readonly Scenario[]): string {
  const [before, rest = ''] = guide.split(BEGIN)
  const after = rest.split(END)[1]
  if (after === undefined) throw new Error('The guide has lost the place of its table.')
  return [before, BEGIN, '\n', tableOf(outcomes, scenarios), END, after].join('')
}

const BEGIN = '<!-- Written by clients-table.test.ts: from here -->'
const END = '<!-- to here -->'

function tableOf(outcomes: Outcomes, scenarios: readonly Scenario[]): string {
  const rows = [...outcomes].map(([{ name, packages }, cells]) => [
    name,
    ...scenarios.map((scenario) => cells.get(scenario) ?? 'not run'),
    packages.map((name) => versionOf(name)).join(', '),
  ])
  const head = ['client', ...scenarios.map(({ column }) => column), 'versions']
  const table = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  const columns = scenarios.map(
    ({ column, shows, isOnEachKind }) => `- **${column}**${isOnEachKind ? '*' : ''}: ${shows}.`,
  )
  return `\n${[table.join('\n'), COLUMNS, columns.join('\n')].join('\n\n')}\n\n`
}

const COLUMNS = `\`-\` stands where a client has no words for a thing. Where values are masked, no endpoint has seen one. A star: shown with
an endpoint of each kind (\`openai-compatible\`, \`openai\`, \`anthropic\`), whatever wire the client speaks.`

function versionOf(name: string): string {
  const file = new URL(`../../../node_modules/${name}/package.json`, import.meta.url)
  const { version }: { version: string } = JSON.parse(readFileSync(file, 'utf8'))
  return `${name} ${version}`
}
