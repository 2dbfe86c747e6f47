import { expect, it } from 'vitest'
import { loadOf, loadOfSessions } from './load-model.ts'

const deployment = {
  ...{ gateways: 100, users: 36_000, requestsPerHour: 20, freezesPerHour: 3_600, outboxShards: 4, provedShare: 0.1 },
}
const costs = {
  ...{ renewUs: 10, touchUs: 20, freezeUs: 100, perGatewayUs: 5, appendUs: 40, requestUs: 1_000, maskUs: 250 },
  proofUs: 7_000,
}

it('is times a second by cost', () => {
  const cores = loadOf(deployment, costs).map((part) => part.cores)
  // 1,000 leases, 200 requests, 1 freeze, 200 records over 4 shards, over 100 gateways, 20 proofs.
  expect(cores).toEqual([0.01, 0.004, 0.0006, 0.002, 0.002, 0.0005, 0.14])
  expect(loadOfSessions(loadOf(deployment, costs))).toBeCloseTo(0.0146)
})

it('tells Redis of a session in use every ten seconds at the most', () => {
  const busy = { ...deployment, requestsPerHour: 3_600 }
  expect(loadOf(busy, costs)[1]?.cores).toBe(0.072)
})
