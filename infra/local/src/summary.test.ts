import { expect, it } from 'vitest'
import { sampleUsers } from './sample-users.ts'
import { summary } from './summary.ts'

it('gives each service, each user with their roles, and both snippets', () => {
  const text = summary({
    services: { gateway: 'http://127.0.0.1:9000', Redis: 'redis://127.0.0.1:1' },
    users: sampleUsers,
    gatewayUrl: 'http://127.0.0.1:9000',
    model: 'sluice-demo',
    models: ['sluice-demo'],
    stateFolder: '.sluice',
  })
  for (const { sub, title } of sampleUsers) expect(text).toMatch(new RegExp(`^  ${sub} +${title} +dept:`, 'm'))
  expect(text).toContain('curl http://127.0.0.1:9000/v1/chat/completions')
  expect(text).toContain("baseURL: 'http://127.0.0.1:9000/v1'")
  const body = /-d '(.*)'/.exec(text)?.[1]
  expect(JSON.parse(body ?? '')).toMatchObject({ model: 'sluice-demo' })
})
