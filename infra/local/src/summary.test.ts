import { expect, it } from 'vitest'
import { SAMPLE_USERS } from './sample-users.ts'
import { type SummaryFacts, summary } from './summary.ts'

const facts: SummaryFacts = {
  console: 'http://127.0.0.1:9001/console/',
  services: {
    gateway: 'http://127.0.0.1:9000',
    admin: 'http://127.0.0.1:9001',
    'soar-listener': 'http://127.0.0.1:9002',
    'assessment-api': 'http://127.0.0.1:9004',
  },
  users: SAMPLE_USERS,
  model: 'sluice-demo',
  models: ['sluice-demo'],
  stateFolder: '/home/me/sluice/.sluice',
  isDefaultFolder: true,
}
const text = summary(facts)

it('gives each service, each user with their roles, and both snippets', () => {
  for (const { sub, title } of SAMPLE_USERS) expect(text).toMatch(new RegExp(`^  ${sub} +${title} +dept:`, 'm'))
  expect(text).toMatch(/^ {2}soar-listener +http:\/\/127.0.0.1:9002$/m)
  expect(text).toContain("baseURL: 'http://127.0.0.1:9000/v1'")
})

it('says that pictures go to models outside, and what setting keeps them inside', () => {
  expect(text).toMatch(/^Pictures .* UNREADABLE_LEVELS/m)
})

it.each([
  ['curl http://127.0.0.1:9000/v1/chat/completions', 'alice', { model: 'sluice-demo' }],
  [
    'curl http://127.0.0.1:9002/soar/command',
    'soar',
    { command: 'freeze_user', user: { preferred_username: 'alice' } },
  ],
  ['curl http://127.0.0.1:9001/admin/api-keys', 'carol', { user: 'alice', expires_in_days: 1 }],
  ['curl "http://127.0.0.1:9001/admin/sessions?user=alice"', 'carol', undefined],
  ['curl http://127.0.0.1:9001/admin/users/alice/unfreeze', 'carol', { reason: expect.any(String) }],
])('gives %s to copy, whole', (start, who, body) => {
  const command = /(?:.*\\\n)*.*/.exec(text.slice(text.indexOf(start)))?.[0] ?? ''
  expect(command.startsWith(start)).toBe(true)
  expect(command).toContain(`-H "authorization: Bearer $(npm run --silent token -- ${who})"`)
  const sent = /-d '(.*)'$/.exec(command)?.[1]
  expect(sent === undefined ? undefined : JSON.parse(sent)).toEqual(
    body === undefined ? undefined : expect.objectContaining(body),
  )
})

it.each([
  [{ stateFolder: '/tmp/second' }, 'SLUICE_STATE_DIR=/tmp/second npm run --silent token -- alice'],
  [{ stateFolder: "/tmp/the 'third'" }, "SLUICE_STATE_DIR='/tmp/the '\\''third'\\''' npm run --silent token -- alice"],
])('names the state folder in every token command of a stack that has one of its own: %j', (change, command) => {
  const lines = summary({ ...facts, ...change, isDefaultFolder: false })
  expect(lines).toContain(`$(${command})`)
  expect(lines.match(/npm run --silent token/g)).toHaveLength(lines.match(/SLUICE_STATE_DIR=/g)?.length ?? 0)
})

it.each([
  ['sluice-demo', ['sluice-demo'], /What leaves Sluice for the demo model is shown below/],
  ['gpt', ['gpt', 'sluice-demo'], /for gpt is not shown here\. Ask sluice-demo instead/],
  ['own', ['own'], /for own is not shown here\.$/m],
])('says of %s whether its prompts are shown', (model, models, expected) => {
  expect(summary({ ...facts, model, models })).toMatch(expected)
})
