import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Clock, type Principal, type RequestRecord, SluiceError } from '@sluice/contracts'
import type { PoliciesRepository, StoredPolicy, UsersRepository } from '@sluice/db'
import type { PolicyConfig } from '@sluice/policy'
import { createCedarPolicies } from '@sluice/policy/cedar'
import { defined } from '@sluice/service-kit/async'
import { invalidPolicies } from './invalid-policies.ts'
import { decideAgain, type Effect, obstacleTo, recordedEffect, type Unknown } from './rebuilt-decision.ts'

/** A policy as it would be. */
interface ProposedPolicy {
  readonly id: string
  readonly text: string
}

interface SimulationOrder {
  readonly tenant: string
  /** How many of the last requests are decided again, 1 to 10,000. */
  readonly last: number
  /** In place of the stored ones of the same id, or beside them. */
  readonly set: readonly ProposedPolicy[]
  /** The ids of stored policies to leave out. */
  readonly remove: readonly string[]
}

/** How a decision would have been another. */
interface Difference {
  readonly record: RequestRecord
  readonly recorded: Effect
  readonly simulated: Effect
  readonly policyIds: readonly string[]
}

export interface SimulationReport {
  /** Requests that were looked at. */
  readonly requests: number
  /** Those that were decided again. */
  readonly decided: number
  readonly unknown: Readonly<Record<Unknown | 'time' | 'form', number>>
  /** By `recorded` and `simulated`, where they differ. */
  readonly differences: ReadonlyMap<string, { readonly recorded: Effect; readonly simulated: Effect; count: number }>
  /** The newest 100 of them. */
  readonly examples: readonly Difference[]
}

/** Says what policies would have decided on requests that were made. */
export interface PolicySimulation {
  /**
   * Decides the last requests of a tenant again. Each is asked as of its own time, for the caller as the Users store
   * knows it now. Throws `invalid_request` with the faults of proposed policies, `overloaded` while another simulation
   * runs, `dependency_unavailable`.
   */
  simulate(order: SimulationOrder): Promise<SimulationReport>
}

interface PolicySimulationOptions {
  readonly policies: Pick<PoliciesRepository, 'all'>
  readonly users: Pick<UsersRepository, 'findAll'>
  readonly recentRequests: (
    tenant: string,
    limit: number,
  ) => Promise<{ readonly records: readonly RequestRecord[]; readonly unreadable: number }>
  readonly readPrincipal: (claims: Readonly<Record<string, unknown>>) => Principal
  readonly config: PolicyConfig
  readonly clock: Clock
}

const MAX_EXAMPLES = 100
/** Cedar takes milliseconds for a decision that no other one is like; what is not reached by then stays unknown. */
const TIME_LIMIT_MS = 10_000
/** How long one turn of the event loop is used. */
const SLICE_MS = 5

export function createPolicySimulation(options: PolicySimulationOptions): PolicySimulation {
  return new RecordedSimulation(options)
}

class RecordedSimulation implements PolicySimulation {
  readonly #options: PolicySimulationOptions
  #isRunning = false

  constructor(options: PolicySimulationOptions) {
    this.#options = options
  }

  async simulate(order: SimulationOrder): Promise<SimulationReport> {
    if (this.#isRunning) throw new SluiceError({ code: 'overloaded', message: 'Another simulation is running.' })
    this.#isRunning = true
    try {
      return await this.#run(order)
    } finally {
      this.#isRunning = false
    }
  }

  async #run(order: SimulationOrder): Promise<SimulationReport> {
    const { tenant, last } = order
    const { config, policies, recentRequests } = this.#options
    const time = { nowMs: 0 }
    const trial = createCedarPolicies(config, { clock: { nowMs: () => time.nowMs } })
    const faults = trial.replace(tenant, proposed(await policies.all(tenant), order))
    if (faults.length > 0) throw invalidPolicies(order, faults)
    const { records, unreadable } = await recentRequests(tenant, last)
    const principals = await this.#principalsOf(tenant, records)
    const result = new Tally(records.length, unreadable)
    const policy = trial.current(tenant)
    for await (const record of this.#inTime(records)) {
      const principal = principals.get(record.sub)
      const obstacle = obstacleTo(record, principal)
      time.nowMs = record.time_ms
      const decision = principal && obstacle === undefined ? decideAgain(policy, principal, record) : undefined
      if (decision === undefined) result.addUnknown(obstacle ?? 'user')
      else result.add(record, decision.effect, decision.policyIds)
    }
    return result.report()
  }

  async #principalsOf(tenant: string, records: readonly RequestRecord[]): Promise<ReadonlyMap<string, Principal>> {
    const { users, readPrincipal } = this.#options
    const found = await users.findAll(tenant, [...new Set(records.map(({ sub }) => sub))])
    return new Map(
      found.map(({ sub, groups, preferredUsername }) => {
        const claims = { sub, groups, ...defined({ preferred_username: preferredUsername }) }
        return [sub, Object.freeze({ ...readPrincipal(claims), tenant })]
      }),
    )
  }

  /** Gives the records until the time is over, and the event loop to others in between. */
  async *#inTime(records: readonly RequestRecord[]): AsyncGenerator<RequestRecord> {
    const { clock } = this.#options
    const endsMs = clock.monotonicMs() + TIME_LIMIT_MS
    let sliceEndsMs = clock.monotonicMs() + SLICE_MS
    for (const record of records) {
      yield record
      if (clock.monotonicMs() < sliceEndsMs) continue
      if (clock.monotonicMs() >= endsMs) return
      await nextTurn()
      sliceEndsMs = clock.monotonicMs() + SLICE_MS
    }
  }
}

class Tally {
  readonly #requests: number
  readonly #unknown = { user: 0, action: 0, model: 0, form: 0 }
  readonly #differences = new Map<string, { readonly recorded: Effect; readonly simulated: Effect; count: number }>()
  readonly #examples: Difference[] = []
  #decided = 0

  constructor(requests: number, unreadable: number) {
    this.#requests = requests
    this.#unknown.form = unreadable
  }

  addUnknown(why: Unknown): void {
    this.#unknown[why] += 1
  }

  add(record: RequestRecord, simulated: Effect, policyIds: readonly string[]): void {
    this.#decided += 1
    const recorded = recordedEffect(record)
    if (recorded === simulated) return
    const kind = `${recorded} ${simulated}`
    const known = this.#differences.get(kind) ?? { recorded, simulated, count: 0 }
    known.count += 1
    this.#differences.set(kind, known)
    if (this.#examples.length < MAX_EXAMPLES) this.#examples.push({ record, recorded, simulated, policyIds })
  }

  report(): SimulationReport {
    const { user, action, model } = this.#unknown
    const time = this.#requests - this.#decided - user - action - model
    return {
      ...{ requests: this.#requests, decided: this.#decided, unknown: { ...this.#unknown, time } },
      ...{ differences: this.#differences, examples: this.#examples },
    }
  }
}

function proposed(stored: readonly StoredPolicy[], { set, remove }: SimulationOrder) {
  const replaced = new Set([...remove, ...set.map(({ id }) => id)])
  return [
    ...stored.filter(({ id }) => !replaced.has(id)),
    ...set.map(({ id, text }) => ({ id, text, immutable: false, enabled: true, version: 1 })),
  ]
}
