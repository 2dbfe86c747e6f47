import { hash } from 'node:crypto'
import { type Clock, canonicalJson } from '@sluice/contracts'
import { ConfiguredPolicy, type PolicyConfig } from '../policy-config.ts'
import { documentOf, type PolicyDocuments } from '../policy-documents.ts'
import type { PolicySnapshot, PolicySource } from '../snapshot.ts'
import { BrokenSnapshot } from './broken-snapshot.ts'
import { BUILT_IN_POLICIES } from './built-in-policies.ts'
import { CedarRequests } from './cedar-request.ts'
import { CedarSnapshot, cedarAnswers, prepareBuiltIn, type SnapshotContext } from './cedar-snapshot.ts'
import type { PolicyFault } from './check-policy-text.ts'
import { policiesDocument } from './policies-document.ts'
import { SCHEMA_TEXT } from './policy-files.ts'
import { type DecisionCounts, RememberedDecisions } from './remembered-decisions.ts'
import { compileTenantPolicies, type TenantPolicy } from './tenant-policy.ts'

/** Cedar policies: the built-in ones, which all tenants share, and those of each tenant. */
interface CedarPolicies extends PolicySource {
  /**
   * Puts these in place of all policies of a tenant; those that are not enabled count as absent. Requests that are
   * under way keep the snapshot that they have. Where one cannot be used, that is, it does not fit the schema or there
   * are too many, nothing is permitted to the tenant but to administer policies, and the faults are returned.
   */
  replace(tenant: string, policies: readonly TenantPolicy[]): readonly PolicyFault[]
  /** False where the engine is broken for good, and denies what is not remembered: the process must start anew. */
  isWorking(): boolean
  /** Since the start. */
  counts(): DecisionCounts
}

interface CedarPoliciesOptions {
  readonly clock: Pick<Clock, 'nowMs'>
}

/**
 * Creates the policy that Cedar decides (https://docs.cedarpolicy.com), from the built-in policies of this package, the
 * configuration and the tenants' own policies, of which there are none at first. The built-in policies say the most
 * that anybody may do; a tenant's policies narrow that and never widen it.
 *
 * The version of a snapshot is the SHA-256 of all three.
 * Throws a `RangeError` where thresholds are not `0 < observe <= block <= 1`.
 */
export function createCedarPolicies(config: PolicyConfig, { clock }: CedarPoliciesOptions): CedarPolicies {
  return new CedarPolicySource(new ConfiguredPolicy(config), clock)
}

class CedarPolicySource implements CedarPolicies {
  readonly #context: SnapshotContext
  readonly #remembered = new RememberedDecisions()
  readonly #builtIn: PolicySnapshot
  readonly #tenants = new Map<string, PolicySnapshot>()

  constructor(configured: ConfiguredPolicy, clock: Pick<Clock, 'nowMs'>) {
    const requests = new CedarRequests(configured)
    this.#context = { configured, requests, remembered: this.#remembered, clock }
    const inForce = { version: this.#versionOf([]), policies: [], documents: () => this.#documentsOf([]) }
    this.#builtIn = new CedarSnapshot(inForce, this.#context)
    prepareBuiltIn()
  }

  current(tenant: string): PolicySnapshot {
    return this.#tenants.get(tenant) ?? this.#builtIn
  }

  replace(tenant: string, policies: readonly TenantPolicy[]): readonly PolicyFault[] {
    const enabled = policies.filter((policy) => policy.enabled).toSorted((one, other) => (one.id < other.id ? -1 : 1))
    if (enabled.length === 0) {
      this.#tenants.delete(tenant)
      return []
    }
    const { compiled, faults } = compileTenantPolicies(enabled)
    const version = this.#versionOf(enabled)
    const [broken, ...alsoBroken] = new Set(faults.map(({ policyId }) => policyId))
    const documents = () => this.#documentsOf(enabled)
    const snapshot =
      broken === undefined
        ? new CedarSnapshot({ version, policies: compiled, documents }, this.#context)
        : new BrokenSnapshot({ version, policyIds: [broken, ...alsoBroken], documents, builtIn: this.#builtIn })
    this.#tenants.set(tenant, snapshot)
    return faults
  }

  isWorking(): boolean {
    return cedarAnswers(this.#context.requests)
  }

  counts() {
    return this.#remembered.counts
  }

  #documentsOf(policies: readonly TenantPolicy[]): PolicyDocuments {
    return {
      policies: policiesDocument(policies),
      schema: documentOf(SCHEMA_TEXT),
      entities: this.#context.configured.document(),
    }
  }

  #versionOf(policies: readonly TenantPolicy[]): string {
    const { version } = this.#context.configured
    const content = {
      version,
      builtIn: BUILT_IN_DIGEST,
      policies: policies.map(({ id, text, immutable }) => ({ id, text, immutable })),
    }
    return hash('sha256', canonicalJson(content), 'hex').slice(0, 16)
  }
}

const BUILT_IN_DIGEST = hash(
  'sha256',
  canonicalJson([SCHEMA_TEXT, ...BUILT_IN_POLICIES.map(({ text }) => text)]),
  'hex',
)
