import { expect, it } from 'vitest'
import { sampleUsers } from './sample-users.ts'
import { summary } from './summary.ts'

const text = summary({
  services: {
    gateway: 'http://127.0.0.1:9000',
    admin: 'http://127.0.0.1:9001',
    'soar-listener': 'http://127.0.0.1:9002',
    'assessment-api': 'http://127.0.0.1:9004',
  },
  users: sampleUsers,
  model: 'sluice-demo',
  models: ['sluice-demo'],
  stateFolder: '.sluice',
})

it('gives each service, each user with their roles, and both snippets', () => {
  for (const { sub, title } of sampleUsers) expect(text).toMatch(new RegExp(`^  ${sub} +${title} +dept:`, 'm'))
  expect(text).toMatch(/^ {2}soar-listener +http:\/\/127.0.0.1:9002$/m)
  expect(text).toContain("baseURL: 'http://127.0.0.1:9000/v1'")
})

it.each([
  ['curl http://127.0.0.1:9000/v1/chat/completions', 'alice', { model: 'sluice-demo' }],
  [
    'curl http://127.0.0.1:9002/soar/command',
    'soar',
    { command: 'freeze_user', user: { preferred_username: 'alice' } },
  ],
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
