import { expect, it } from 'vitest'
import { SAMPLE_USERS } from './sample-users.ts'
import { startDirectory } from './start-directory.ts'

it('has the sample users in their groups', async () => {
  const directory = await startDirectory(0, 'token', SAMPLE_USERS)
  const list = async <Resource>(path: string) => {
    const response = await fetch(`${directory.url}${path}`, { headers: { authorization: 'Bearer token' } })
    const answer = (await response.json()) as { Resources: Resource[] }
    return answer.Resources
  }
  const names = new Map<string, string>()
  for (const { id, userName } of await list<{ id: string; userName: string }>('/Users')) names.set(id, userName)
  expect([...names.values()]).toEqual(SAMPLE_USERS.map(({ sub }) => sub))
  const groups = new Map<string, unknown>()
  for (const { displayName, members } of await list<{ displayName: string; members: { value: string }[] }>('/Groups')) {
    groups.set(
      displayName,
      members.map(({ value }) => names.get(value)),
    )
  }
  expect(groups.get('dept:finance')).toEqual(['alice', 'heidi'])
  expect(groups.get('role:employee')).toHaveLength(SAMPLE_USERS.length)
  await directory.stop()
})
