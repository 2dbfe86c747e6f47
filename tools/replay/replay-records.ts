import { type ClearanceRecord, digestOfBasis, type RequestRecord, trailRecordSchema } from '@sluice/contracts'
import { type RecordedRequest, replayRequest } from '@sluice/policy/cedar'
import type { PolicyLibrary, RegisteredEndpoint, ReplayBasis } from './policy-library.ts'

/** What became of one request. */
export type ReplayVerdict = { readonly id: string } & (
  | { readonly type: 'agrees'; readonly decisions: number }
  | { readonly type: 'differs'; readonly differences: readonly string[] }
  | { readonly type: 'unknown'; readonly why: string; readonly missing?: readonly string[] }
)

/**
 * Replays the requests of an export, one record after another. The record of a session's clearance stands before the
 * requests that go by it, so that one look is enough.
 */
export class RecordReplay {
  readonly #library: PolicyLibrary
  readonly #clearances = new Map<string, ClearanceRecord>()

  constructor(library: PolicyLibrary) {
    this.#library = library
  }

  /**
   * Undefined for a record that is no request, and no clearance that is a fault. That the log has committed to it is
   * for another to see.
   */
  take(shown: unknown): ReplayVerdict | undefined {
    const record = trailRecordSchema.safeParse(shown).data
    if (record?.kind === 'clearance') return this.#addClearance(record)
    return record?.kind === 'request' ? this.#replay(record) : undefined
  }

  /** A second record with the basis of the first would be another caller under the same name. */
  #addClearance(record: ClearanceRecord): ReplayVerdict | undefined {
    const digest = digestOfBasis(record.basis)
    if (record.basis.id === record.id && !this.#clearances.has(digest)) {
      this.#clearances.set(digest, record)
      return undefined
    }
    return { type: 'differs', id: record.id, differences: ['The clearance has the basis of another record.'] }
  }

  #replay(record: RequestRecord): ReplayVerdict {
    const { id, tenant, evidence } = record
    const unknown = (why: string) => ({ type: 'unknown', id, why }) as const
    if (evidence === undefined) return unknown('it was recorded before there was evidence')
    if (evidence.basis === null) return unknown('it was refused before the clearance of its session was looked at')
    const clearance = this.#clearances.get(evidence.basis)
    if (clearance === undefined) return unknown('the record of the clearance of its session is not in the export')
    if (clearance.session_id !== record.session_id || clearance.tenant !== tenant) {
      return { type: 'differs', id, differences: ['The clearance that it names is of another session.'] }
    }
    const basis = this.#library.basisOf(tenant, clearance.basis)
    if ('missing' in basis)
      return { ...unknown('texts that its decisions followed from are missing'), missing: basis.missing }
    if ('isOtherVersion' in basis) return unknown('another version of the product decided on it')
    if (lastedMs(record) > LONGEST_MS) return unknown('it says to have lasted more than a day')
    return verdictOf(record, clearance, basis)
  }
}

const MINUTE_MS = 60_000
/** A request that says to have lasted longer is not replayed: each of its minutes is one more replay. */
const LONGEST_MS = 86_400_000

/** A decision may look at the time to the minute, and a request can last longer: one of its minutes must agree. */
function verdictOf(record: RequestRecord, clearance: ClearanceRecord, basis: ReplayBasis): ReplayVerdict {
  const { id, time_ms } = record
  const request = requestOf(record, clearance, basis.registry)
  let differences: readonly string[] = []
  const first = Math.floor((time_ms - lastedMs(record)) / MINUTE_MS)
  for (let minute = Math.floor(time_ms / MINUTE_MS); minute >= first; minute -= 1) {
    const policy = basis.at(minute * MINUTE_MS)
    const replay = replayRequest(policy, request)
    const highest = Math.max(0, policy.clearanceOf(request.principal))
    differences = [
      ...(highest === clearance.clearance ? [] : [`The caller's clearance is ${highest}, not ${clearance.clearance}.`]),
      ...replay.differences,
    ]
    if (differences.length === 0) return { type: 'agrees', id, decisions: replay.decisions.length }
  }
  return { type: 'differs', id, differences }
}

function lastedMs({ layers }: RequestRecord): number {
  return layers.reduce((sum, { duration_ms }) => sum + duration_ms, 0)
}

/** What a record says to the questions of the policy. */
function requestOf(
  record: RequestRecord,
  clearance: ClearanceRecord,
  registry: readonly RegisteredEndpoint[],
): RecordedRequest {
  const { tenant, sub, username, client, groups, roles, departments } = clearance
  const { model, reason, action, tile, outcome, code, violations, evidence } = record
  const serving = registry.filter(({ endpoint, models }) =>
    Object.values(models).some((names) => names.some((name) => name === model || `${endpoint}/${name}` === model)),
  )
  const asked = new Set(evidence?.endpoints.map(([name]) => name))
  return {
    principal: { tenant, sub, username, client, groups, roles, departments },
    // The digest of a name that nobody serves says nothing to a policy.
    model: model.startsWith('hmac-sha256:') ? undefined : model,
    ...{ reasonGiven: reason !== undefined, category: action, tile, outcome, code, violations },
    asked: registry.filter(({ endpoint }) => asked.has(endpoint)),
    serving,
  }
}
