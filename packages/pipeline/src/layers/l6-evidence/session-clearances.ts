import { createHmac, hash } from 'node:crypto'
import {
  type ClearanceBasis,
  type ClearanceRecord,
  canonicalJson,
  digestOfBasis,
  type Principal,
  writeOpening,
} from '@sluice/contracts'
import type { PolicySnapshot } from '@sluice/policy'
import type { KeyRing } from '@sluice/token-vault'
import { LRUCache } from 'lru-cache'
import type { Exchange, ExchangeOrigin } from '../../layer.ts'
import type { Mask } from '../../ports/mask-pool.ts'
import type { Outbox } from '../../ports/outbox.ts'
import type { RegistryDocument } from '../../ports/registry-document.ts'

/** The clearance of a session's caller, as it is on record. */
interface SessionClearance {
  /** Names its basis. */
  readonly basis: string
  /** Until its record is accepted. Rejects as the outbox does. */
  appended: Promise<void> | undefined
  /** When it is put on record anew, on the monotonic clock; at once where its record was not accepted. */
  usableUntilMs: number
}

/** What a caller's last request went by. */
interface LatestUse {
  readonly sessionId: number
  readonly policyVersion: string
  readonly registry: string
  readonly clearance: SessionClearance
}

interface ClearancesOptions {
  readonly outbox: Outbox
  readonly keyRing: KeyRing
  /** Gives a record its id: a UUIDv7. */
  readonly newId: () => string
  /** Gives 32 random bytes. */
  readonly randomKey: () => Uint8Array
  /** Told of the policy and of the endpoints behind each clearance, so that their texts are kept. */
  readonly onPolicy: (tenant: string, policy: PolicySnapshot, registry: RegistryDocument) => void
}

/** Sessions that are remembered. One that is forgotten has its clearance put on record once more. */
const MAX_SESSIONS = 20_000
/** The record of an older clearance may have been erased with its person, or be past its retention. */
const RENEW_AFTER_MS = 3_600_000

/**
 * Puts the clearance of each session's caller on record, once for this process, and again when the caller's claims, the
 * policies or the endpoints change or an hour has passed. A proof that nothing was restored above a clearance says
 * something only because the clearance was on record before, with a digest of what gave it.
 */
export class SessionClearances {
  readonly #options: ClearancesOptions
  readonly #known = new LRUCache<string, SessionClearance>({ max: MAX_SESSIONS })
  /** Of callers that are in memory anyway: a request finds its clearance without a key. */
  readonly #latest = new WeakMap<Principal, LatestUse>()
  readonly #claims = new WeakMap<Principal, string>()

  constructor(options: ClearancesOptions) {
    this.#options = options
  }

  /** The clearance that this request goes by; undefined where it has to be put on record first. */
  find(exchange: Exchange): SessionClearance | undefined {
    const { origin, runtime } = exchange
    const { principal, session } = origin
    const { version } = runtime.policy
    const { digest } = runtime.endpoints.registry
    const nowMs = runtime.clock.monotonicMs()
    const latest = this.#latest.get(principal)
    const isSame = latest?.sessionId === session.id && latest.policyVersion === version && latest.registry === digest
    if (isSame && nowMs < latest.clearance.usableUntilMs) return latest.clearance
    const known = this.#known.get(this.#keyOf(origin, version, digest))
    if (known === undefined || nowMs >= known.usableUntilMs) return undefined
    this.#use(exchange, known)
    return known
  }

  #use({ origin: { principal, session }, runtime }: Exchange, clearance: SessionClearance): void {
    const { policy, endpoints } = runtime
    const wentBy = { policyVersion: policy.version, registry: endpoints.registry.digest }
    this.#latest.set(principal, { sessionId: session.id, ...wentBy, clearance })
  }

  /** Begins to put it on record. The record of a request that is appended in the same turn stands behind it. */
  record(exchange: Exchange, mask: Mask): SessionClearance {
    const { origin, runtime } = exchange
    const { policy, endpoints } = runtime
    const key = this.#keyOf(origin, policy.version, endpoints.registry.digest)
    const record = this.#recordOf(exchange, mask)
    this.#options.onPolicy(origin.principal.tenant, policy, endpoints.registry)
    const usableUntilMs = runtime.clock.monotonicMs() + RENEW_AFTER_MS
    const clearance: SessionClearance = { basis: digestOfBasis(record.basis), appended: undefined, usableUntilMs }
    this.#known.set(key, clearance)
    this.#use(exchange, clearance)
    clearance.appended = this.#options.outbox.append(record).then(
      () => {
        clearance.appended = undefined
      },
      (cause: unknown) => {
        clearance.usableUntilMs = Number.NEGATIVE_INFINITY
        if (this.#known.get(key) === clearance) this.#known.delete(key)
        throw cause
      },
    )
    // Every request that names it waits for it; where none is left to wait, nothing is unheard.
    clearance.appended.catch(() => undefined)
    return clearance
  }

  /** What a clearance goes by: the session, the policies, the endpoints and the caller's claims. */
  #keyOf({ principal, session }: ExchangeOrigin, policyVersion: string, registry: string): string {
    let claims = this.#claims.get(principal)
    if (claims === undefined) {
      const { tenant, sub, username, client, roles, groups, departments } = principal
      claims = JSON.stringify([tenant, sub, username, client, roles, groups, departments])
      this.#claims.set(principal, claims)
    }
    return `${session.id} ${policyVersion} ${registry} ${claims}`
  }

  #recordOf({ origin, runtime }: Exchange, mask: Mask): ClearanceRecord {
    const { keyRing, newId, randomKey } = this.#options
    const { digest: registry } = runtime.endpoints.registry
    const { tenant, sub, username, client, roles, groups, departments } = origin.principal
    const { version: policy_version, digests } = runtime.policy
    const clearance = runtime.policy.clearanceOf(origin.principal)
    const id = newId()
    const key = randomKey()
    const { masked, value, blinding } = mask
    const claims = canonicalJson({
      ...{ sub, username, roles, groups, departments, client, clearance, policy_version },
    })
    const basis: ClearanceBasis = {
      ...{ id, policies: digests.policies, schema: digests.schema, registry, entities: digests.entities },
      ...{ claims: saltedDigest(key, 'claims', Buffer.from(claims)), masked, shift: mask.shiftTo(clearance) },
      opening: saltedDigest(key, 'opening', Buffer.from(value, 'base64url'), Buffer.from(blinding, 'base64url')),
    }
    const opening = writeOpening({ key: Buffer.from(key).toString('base64url'), value, blinding })
    return {
      ...{ kind: 'clearance', version: 1, id, time_ms: Math.trunc(runtime.clock.nowMs()), tenant, sub },
      ...{ session_id: origin.session.id, username, client },
      ...{ roles: [...roles], groups: [...groups], departments: [...departments] },
      ...{ policy_version, clearance, basis },
      sealed_opening: keyRing.seal({ purpose: 'evidence', tenant }, opening, id),
    }
  }
}

/** SHA-256, base64url, of a salt of its own for each name, and of the parts. */
function saltedDigest(key: Uint8Array, name: string, ...parts: readonly Uint8Array[]): string {
  const salt = createHmac('sha256', key).update(name, 'utf8').digest()
  return hash('sha256', Buffer.concat([salt, ...parts]), 'base64url')
}
