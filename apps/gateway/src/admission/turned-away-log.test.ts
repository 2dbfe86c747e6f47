import { expect, it } from 'vitest'
import { TurnedAwayLog } from './turned-away-log.ts'

function setUp() {
  const lines: unknown[] = []
  const log = new TurnedAwayLog({ warn: (line: unknown) => void lines.push(line) })
  return { log, lines }
}

it('tells how many were turned away and names the users with most, in one line', () => {
  const { log, lines } = setUp()
  for (let user = 0; user < 12; user += 1) {
    for (let request = 0; request <= user; request += 1) log.note('acme', `user-${user}`)
  }
  log.stop()
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatchObject({ requests: 78, users: 12 })
  expect(lines[0]).toHaveProperty('most.length', 10)
  expect(lines[0]).toHaveProperty('most.0', { tenant: 'acme', sub: 'user-11', requests: 12 })
})

it('counts from the beginning after it has told', () => {
  const { log, lines } = setUp()
  log.note('acme', 'alice')
  log.stop()
  log.note('acme', 'bob')
  log.stop()
  log.stop()
  expect(lines).toEqual([
    { requests: 1, users: 1, most: [{ tenant: 'acme', sub: 'alice', requests: 1 }] },
    { requests: 1, users: 1, most: [{ tenant: 'acme', sub: 'bob', requests: 1 }] },
  ])
})
