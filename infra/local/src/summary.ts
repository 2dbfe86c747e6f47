import type { SampleUser } from './sample-users.ts'

export interface SummaryFacts {
  readonly services: Readonly<Record<string, string>>
  readonly users: readonly SampleUser[]
  readonly gatewayUrl: string
  readonly model: string
  readonly models: readonly string[]
  readonly stateFolder: string
}

const samplePrompt = 'Write to Maria Keller at maria.keller@example.com, her card is 4111 1111 1111 1111.'

/** What `npm start` prints once everything is ready. */
export function summary(facts: SummaryFacts): string {
  const { services, users, gatewayUrl, model, models, stateFolder } = facts
  const body = JSON.stringify({ model, messages: [{ role: 'user', content: samplePrompt }] })
  const others = models.length > 1 ? ` (${models.length} models: GET ${gatewayUrl}/v1/models)` : ''
  return [
    '',
    'Sluice is ready.',
    '',
    ...table(Object.entries(services)),
    '',
    'Sample users (print an access token with: npm run --silent token -- alice)',
    ...table(users.map(({ sub, title, groups }) => [sub, title, groups.join(' ')])),
    '',
    `Ask with curl, model ${model}${others}:`,
    '',
    `  curl ${gatewayUrl}/v1/chat/completions \\`,
    '    -H "authorization: Bearer $(npm run --silent token -- alice)" \\',
    "    -H 'content-type: application/json' \\",
    `    -d '${body}'`,
    '',
    "The model's console below shows what left the house. With bob's token the card number stays a token; the sample",
    'codename Nightfall does, too.',
    '',
    'Ask with the official client (npm install openai), with TOKEN set to a token as above:',
    '',
    "  import OpenAI from 'openai'",
    `  const client = new OpenAI({ baseURL: '${gatewayUrl}/v1', apiKey: process.env.TOKEN })`,
    '  const answer = await client.chat.completions.create({',
    `    model: '${model}',`,
    `    messages: [{ role: 'user', content: '${samplePrompt}' }],`,
    '  })',
    '  console.log(answer.choices[0].message.content)',
    '',
    `State and logs are in ${stateFolder}. Ctrl-C ends everything.`,
    '',
  ].join('\n')
}

function table(rows: readonly (readonly string[])[]): string[] {
  const columns = rows[0]?.length ?? 0
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  )
  return rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd())
}
