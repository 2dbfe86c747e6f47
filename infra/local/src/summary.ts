import { DEMO_MODEL_NAME } from './demo-answer.ts'
import type { SampleUser } from './sample-users.ts'

export interface SummaryFacts {
  /** Where a browser finds the console. */
  readonly console: string
  /** Addresses by name; those of the services by the names of their folders. */
  readonly services: Readonly<Record<string, string>>
  readonly users: readonly SampleUser[]
  readonly model: string
  readonly models: readonly string[]
  readonly stateFolder: string
  /** Whether `npm run token` finds the state folder by itself. */
  readonly isDefaultFolder: boolean
}

const SAMPLE_PROMPT = 'Write to Maria Keller at maria.keller@example.com, her card is 4111 1111 1111 1111.'

/** What `npm start` prints once everything is ready. */
export function summary(facts: SummaryFacts): string {
  const { services, users, stateFolder } = facts
  return [
    '',
    'Sluice is ready.',
    '',
    `Open the console: ${facts.console}`,
    'It asks who you are, and for no password: alice asks a model in the playground, carol (CISO) and erin (AIGO) approve.',
    '',
    ...table(Object.entries(services)),
    '',
    `Sample users (print an access token with: ${tokenCommand(facts, 'alice')})`,
    ...table(users.map(({ sub, title, groups }) => [sub, title, groups.join(' ')])),
    '',
    ...asking(facts),
    ...makingKeys(facts),
    ...freezing(facts),
    ...assessing(services),
    `State and logs are in ${stateFolder}. Ctrl-C ends everything.`,
    '',
  ].join('\n')
}

function asking(facts: SummaryFacts): string[] {
  const { model, models } = facts
  const { gateway } = facts.services
  const body = JSON.stringify({ model, messages: [{ role: 'user', content: SAMPLE_PROMPT }] })
  const others = models.length > 1 ? ` (${models.length} models: GET ${gateway}/v1/models)` : ''
  return [
    `Ask with curl, model ${model}${others}:`,
    '',
    ...curl(facts, `${gateway}/v1/chat/completions`, 'alice', body),
    '',
    ...watching(facts),
    'Pictures go to every model as they are, sound and files to those of level 7, as the demo model is. UNREADABLE_LEVELS keeps them inside, FILES=text sends the masked text of PDF and office files.',
    "With bob's token the card number stays a token; the sample codename Nightfall does, too.",
    '',
    'Ask with the official client (npm install openai), with TOKEN set to a token as above:',
    '',
    "  import OpenAI from 'openai'",
    `  const client = new OpenAI({ baseURL: '${gateway}/v1', apiKey: process.env.TOKEN })`,
    '  const answer = await client.chat.completions.create({',
    `    model: '${model}',`,
    `    messages: [{ role: 'user', content: '${SAMPLE_PROMPT}' }],`,
    '  })',
    '  console.log(answer.choices[0].message.content)',
    '',
  ]
}

function watching({ model, models }: SummaryFacts): string[] {
  if (model === DEMO_MODEL_NAME) return ['What leaves Sluice for the demo model is shown below.']
  const hint = `What leaves Sluice for ${model} is not shown here.`
  return [models.includes(DEMO_MODEL_NAME) ? `${hint} Ask ${DEMO_MODEL_NAME} instead to see it below.` : hint]
}

function makingKeys(facts: SummaryFacts): string[] {
  const { admin } = facts.services
  const order = { name: 'Trying it out', user: 'alice', expires_in_days: 1 }
  return [
    'Make an API key for alice, as the CISO, for a client that cannot renew a token. It is shown once (docs/credentials.md):',
    '',
    ...curl(facts, `${admin}/admin/api-keys`, 'carol', JSON.stringify(order)),
    '',
  ]
}

function freezing(facts: SummaryFacts): string[] {
  const { admin, 'soar-listener': soarListener } = facts.services
  const command = { command: 'freeze_user', user: { preferred_username: 'alice' }, reason: 'Trying it out' }
  return [
    'Freeze alice, as a SOAR system does. Ask again then: 403, session_frozen, and open streams of hers have ended.',
    '',
    ...curl(facts, `${soarListener}/soar/command`, 'soar', JSON.stringify(command)),
    '',
    'See her sessions, and free her again, as the CISO:',
    '',
    ...curl(facts, `"${admin}/admin/sessions?user=alice"`, 'carol'),
    ...curl(facts, `${admin}/admin/users/alice/unfreeze`, 'carol', JSON.stringify({ reason: 'Tried it out' })),
    '',
  ]
}

function assessing({ 'assessment-api': assessment }: SummaryFacts['services']): string[] {
  return [
    'Have this repository assessed for CNSA 2.0 (the built-in identity provider asks for no password):',
    '',
    `  TOKEN=$(curl -s ${assessment}/v1/auth/token -H 'content-type: application/json' \\`,
    `    -d '{"clientId":"admin-001"}' | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')`,
    `  curl "${assessment}/v1/cnsa-verdict?project=." -H "authorization: Bearer $TOKEN"`,
    '',
  ]
}

/** A command to copy; with a body it posts. */
function curl(facts: SummaryFacts, url: string, who: string, body?: string): string[] {
  const token = `    -H "authorization: Bearer $(${tokenCommand(facts, who)})"`
  if (body === undefined) return [`  curl ${url} \\`, token]
  return [`  curl ${url} \\`, `${token} \\`, "    -H 'content-type: application/json' \\", `    -d '${body}'`]
}

function tokenCommand({ stateFolder, isDefaultFolder }: SummaryFacts, who: string): string {
  const command = `npm run --silent token -- ${who}`
  return isDefaultFolder ? command : `SLUICE_STATE_DIR=${quoteForShell(stateFolder)} ${command}`
}

function quoteForShell(text: string): string {
  return /^[\w/.:@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

function table(rows: readonly (readonly string[])[]): string[] {
  const columns = rows[0]?.length ?? 0
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  )
  return rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd())
}
