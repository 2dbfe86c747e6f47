/** How much there is of everything. */
export interface Deployment {
  readonly gateways: number
  /** People who use the gateway in a working hour, each with one session. */
  readonly users: number
  /** Of each of them, in an hour. */
  readonly requestsPerHour: number
  readonly freezesPerHour: number
  readonly outboxShards: number
  /** The part of requests of which a proof is made. */
  readonly provedShare: number
}

/** Measured costs, in microseconds of one core. */
interface Costs {
  /** Of Redis: one renewal of a lease, one touch of a session, one freeze, what each gateway adds to it, one record. */
  readonly renewUs: number
  readonly touchUs: number
  readonly freezeUs: number
  readonly perGatewayUs: number
  readonly appendUs: number
  /** Of gateways: one request with all layers. */
  readonly requestUs: number
  /** Of a thread: one mask of a record, one proof. */
  readonly maskUs: number
  readonly proofUs: number
}

const LEASE_RENEWALS_PER_S = 10
/** A gateway tells Redis of a session that is in use once in so many seconds. */
const TOUCH_EVERY_S = 10

/** A part that does its work on cores; over 1 for each it needs more of them than one. */
export interface Part {
  readonly name: string
  readonly cores: number
  /** Whether it can be spread: over more processes, or more shards. One that cannot is what has to change first. */
  readonly canSpread: boolean
}

/** What each part has to do in a second, in cores. */
export function loadOf(deployment: Deployment, costs: Costs): readonly Part[] {
  const { gateways, users, requestsPerHour, freezesPerHour, outboxShards, provedShare } = deployment
  const requests = (users * requestsPerHour) / 3_600
  const freezes = freezesPerHour / 3_600
  const cores = (timesPerSecond: number, us: number) => (timesPerSecond * us) / 1_000_000
  const leases = cores(gateways * LEASE_RENEWALS_PER_S, costs.renewUs)
  // Somebody who asks more seldom than once in ten seconds is told of at each request.
  const touches = cores(Math.min(users / TOUCH_EVERY_S, requests), costs.touchUs)
  const freezing = cores(freezes, costs.freezeUs + gateways * costs.perGatewayUs)
  return [
    { name: 'slot of the sessions: leases', cores: leases, canSpread: false },
    { name: 'slot of the sessions: sessions in use', cores: touches, canSpread: false },
    { name: 'slot of the sessions: freezes', cores: freezing, canSpread: false },
    {
      name: `each of ${outboxShards} shards of the outbox`,
      cores: cores(requests, costs.appendUs) / outboxShards,
      canSpread: true,
    },
    { name: 'each gateway: requests', cores: cores(requests, costs.requestUs) / gateways, canSpread: true },
    {
      name: 'each gateway: masks of records, a thread',
      cores: cores(requests, costs.maskUs) / gateways,
      canSpread: true,
    },
    {
      name: 'all admin services: proofs, threads',
      cores: cores(requests * provedShare, costs.proofUs),
      canSpread: true,
    },
  ]
}

/** The part of its core that the slot of the sessions is busy. */
export function loadOfSessions(parts: readonly Part[]): number {
  return parts.filter(({ canSpread }) => !canSpread).reduce((sum, { cores }) => sum + cores, 0)
}
