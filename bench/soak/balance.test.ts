import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { balanceFaults, balanceOf } from './balance.ts'

const refusals = (count: number) => ({
  requestId: undefined,
  record: {
    kind: 'refusals',
    version: 1,
    id: randomUUID(),
    tenant: 't',
    code: 'overloaded',
    count,
    first_ms: 1,
    time_ms: 2,
  },
})
const frozen = () => ({
  requestId: undefined,
  record: {
    ...{ kind: 'control', version: 1, id: randomUUID(), event: 'user.frozen', severity: 'high', time_ms: 1 },
    ...{ service: 'soar-listener', actor: 'soar:bench', tenant: 't', sub: 'victim' },
  },
})
/** A row of a request, told by its name alone. */
const named = (requestId: string) => ({ ...refusals(1), requestId })

it('balances what was asked with the trail', () => {
  const asked = { acknowledged: ['a', 'b'], refused: ['c', 'd', 'e'], uncertain: ['f'] }
  // Each named row counts one refusal here beside its name: three of c, d, e are there, and more.
  const rows = [named('a'), named('b'), refusals(3), frozen()]
  const balance = balanceOf(asked, 1, rows)
  expect(balance).toMatchObject({ answered: 2, lost: 0, doubled: 0, refused: 3, freezes: 1, freezesKept: 1 })
  expect(balanceFaults(balance)).toEqual([])
})

it('tells what is lost, what is there twice, and what was not counted', () => {
  const asked = { acknowledged: ['a', 'b'], refused: ['c', 'd', 'e'], uncertain: [] }
  const balance = balanceOf(asked, 2, [named('a'), named('a'), frozen()])
  expect(balanceFaults(balance)).toEqual([
    '1 answered requests are not in the trail',
    '1 requests are in the trail twice',
    '1 of 3 refusals are not in the trail',
    '1 freezes are in the trail, not 2',
  ])
})
