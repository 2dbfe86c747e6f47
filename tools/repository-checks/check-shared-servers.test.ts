import { expect, it } from 'vitest'
import { checkSharedServers } from './check-shared-servers.ts'
import { formatFault } from './fault.ts'

const SETS = "\nawait redis.config('SET', 'maxmemory', '1')\n"

it.each([
  ['a.test.ts', SETS, 1],
  ['a.test.ts', 'await redis.flushall()', 1],
  ['a.test.ts', "await redis.script('FLUSH')", 1],
  ['a.test.ts', `const redis = await startOwnRedis()${SETS}`, 0],
  ['a.test.ts', "await redis.config('GET', 'maxmemory')", 0],
  ['a.ts', SETS, 0],
])('finds in %s with %j so many: %i', (path, text, faults) => {
  expect(checkSharedServers([{ path, text }])).toHaveLength(faults)
})

it('names the line', () => {
  const [fault] = checkSharedServers([{ path: 'a.test.ts', text: SETS }])
  expect(fault && formatFault(fault)).toBe('a.test.ts:2: changes a Redis that others use; use startOwnRedis')
})
