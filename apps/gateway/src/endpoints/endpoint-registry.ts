import { type EndpointSnapshot, type ModelEndpoint, snapshotOf } from '@sluice/pipeline'
import type { ExternalRecognizer, GuardModel } from '@sluice/pipeline/ports'

/** An endpoint with the tenants that it serves. */
export interface RegisteredEndpoint {
  readonly endpoint: ModelEndpoint
  /** The one tenant that it serves; undefined where it serves each that has no entry of its own for its name. */
  readonly tenant?: string | undefined
}

/** Everything that requests can be sent to, as one reading of the configuration says. */
export interface EndpointSet {
  readonly endpoints: readonly RegisteredEndpoint[]
  /** For all tenants. */
  readonly recognizers?: readonly ExternalRecognizer[]
  readonly guards?: readonly GuardModel[]
  /** Called once no request uses the set any more. */
  readonly onUnused: () => void
}

/** A snapshot whose connections stay open until it is let go. */
export interface HeldEndpoints {
  readonly snapshot: EndpointSnapshot
  /** A second call does nothing. */
  release(): void
}

/**
 * The endpoints of a gateway. A reload replaces all of them at once: requests that are under way go on with the set
 * that they began with, and what only that set has is closed behind the last of them.
 */
export class EndpointRegistry {
  #set: CurrentSet

  constructor(set: EndpointSet) {
    this.#set = new CurrentSet(set)
  }

  /** The endpoints that serve a tenant now; what uses their connections must hold them. */
  current(tenant: string): EndpointSnapshot {
    return this.#set.snapshotOf(tenant)
  }

  /** The endpoints that serve a tenant now, which stay open until they are let go. */
  hold(tenant: string): HeldEndpoints {
    return this.#set.hold(tenant)
  }

  /** Every endpoint of now, those of single tenants included. */
  all(): readonly ModelEndpoint[] {
    return this.#set.endpoints.map(({ endpoint }) => endpoint)
  }

  /** The same, each with the tenant that it serves. */
  registered(): readonly RegisteredEndpoint[] {
    return this.#set.endpoints
  }

  replace(set: EndpointSet): void {
    const before = this.#set
    this.#set = new CurrentSet(set)
    before.retire()
  }
}

class CurrentSet {
  readonly #set: EndpointSet
  readonly #forOthers: EndpointSnapshot
  /** Those that have something of their own. */
  readonly #tenants: ReadonlySet<string>
  /** Made when a tenant first asks: there may be a thousand. */
  readonly #byTenant = new Map<string, EndpointSnapshot>()
  #holds = 0
  #isRetired = false

  constructor(set: EndpointSet) {
    this.#set = set
    this.#forOthers = this.#makeSnapshot(undefined)
    this.#tenants = new Set(set.endpoints.flatMap(({ tenant }) => tenant ?? []))
  }

  get endpoints(): readonly RegisteredEndpoint[] {
    return this.#set.endpoints
  }

  snapshotOf(tenant: string): EndpointSnapshot {
    if (!this.#tenants.has(tenant)) return this.#forOthers
    let snapshot = this.#byTenant.get(tenant)
    if (snapshot === undefined) {
      snapshot = this.#makeSnapshot(tenant)
      this.#byTenant.set(tenant, snapshot)
    }
    return snapshot
  }

  hold(tenant: string): HeldEndpoints {
    this.#holds += 1
    let isHeld = true
    return {
      snapshot: this.snapshotOf(tenant),
      release: () => {
        if (!isHeld) return
        isHeld = false
        this.#holds -= 1
        this.#endWhereUnused()
      },
    }
  }

  retire(): void {
    this.#isRetired = true
    this.#endWhereUnused()
  }

  #endWhereUnused(): void {
    if (this.#isRetired && this.#holds === 0) this.#set.onUnused()
  }

  /** A tenant's own entry of an endpoint stands in place of the one for the others. */
  #makeSnapshot(tenant: string | undefined): EndpointSnapshot {
    const { endpoints, recognizers, guards } = this.#set
    const own = new Set(
      endpoints.flatMap((entry) => (entry.tenant !== undefined && entry.tenant === tenant ? entry.endpoint.name : [])),
    )
    const serving = endpoints.filter((entry) =>
      entry.tenant === undefined ? !own.has(entry.endpoint.name) : entry.tenant === tenant,
    )
    return snapshotOf(
      serving.map(({ endpoint }) => endpoint),
      recognizers,
      guards,
    )
  }
}
