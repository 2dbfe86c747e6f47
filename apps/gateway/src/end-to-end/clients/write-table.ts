import { readFileSync } from 'node:fs'
import type { ClientUnderTest } from './client.ts'
import type { Scenario } from './scenarios.ts'

/** What became of a scenario with a client: `yes`, `-` where the client has no words for it, or what went wrong. */
type Outcomes = ReadonlyMap<ClientUnderTest, ReadonlyMap<Scenario, string>>

/** The page that shows which client can do what. */
export function writeTable(outcomes: Outcomes, scenarios: readonly Scenario[]): string {
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
  return `${[HEAD, table.join('\n'), COLUMNS, columns.join('\n')].join('\n\n')}\n`
}

const HEAD = `# Which client can do what

Written by \`apps/gateway/src/end-to-end/clients/clients-table.test.ts\`, which does the same with each official client against a
running gateway; it fails when this page is stale (\`vitest -u\` writes it anew). How to set clients up stands in
[clients.md](clients.md). \`-\` stands where a client has no words for a thing.`

const COLUMNS = `In each of them no endpoint has seen a value that is masked. A star: shown with an endpoint of each kind
(\`openai-compatible\`, \`openai\`, \`anthropic\`), whatever wire the client speaks.`

function versionOf(name: string): string {
  const file = new URL(`../../../node_modules/${name}/package.json`, import.meta.url)
  const { version }: { version: string } = JSON.parse(readFileSync(file, 'utf8'))
  return `${name} ${version}`
}
