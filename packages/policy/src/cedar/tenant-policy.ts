import { LRUCache } from 'lru-cache'
import { EMERGENCY_ACTIONS } from '../actions.ts'
import { checkPolicyText, type PolicyFault } from './check-policy-text.ts'
import { type CompiledPolicy, compilePolicy } from './compiled-policy.ts'

/** A policy of a tenant, as it is stored. */
export interface TenantPolicy {
  /** As it stands in decisions and records; {@link checkPolicyText} says which ids are refused. */
  readonly id: string
  /** One Cedar policy. */
  readonly text: string
  /** Only a CISO may change it, and only such a policy narrows who may stop users and sessions. */
  readonly immutable: boolean
  readonly enabled: boolean
  /** 1 and up. */
  readonly version: number
}

/** The most policies of one tenant that can be in force. */
const MAX_TENANT_POLICIES = 200

interface Compilation {
  readonly compiled: readonly CompiledPolicy[]
  /** Without warnings. */
  readonly faults: readonly PolicyFault[]
}

/** Parses and checks the policies of a tenant. One that was seen a while ago comes from memory. */
export function compileTenantPolicies(policies: readonly TenantPolicy[]): Compilation {
  const surplus = policies[MAX_TENANT_POLICIES]
  if (surplus !== undefined) {
    const message = `A tenant can have ${MAX_TENANT_POLICIES} policies.`
    return { compiled: [], faults: [{ policyId: surplus.id, severity: 'error', line: 1, column: 1, message }] }
  }
  const checked = policies.map(compile)
  return { compiled: checked.flatMap(({ compiled }) => compiled), faults: checked.flatMap(({ faults }) => faults) }
}

const COMPILED = new LRUCache<string, Compilation>({ max: 2_000 })

function compile({ id, text, immutable }: TenantPolicy): Compilation {
  const key = `${id}\n${immutable}\n${text}`
  const known = COMPILED.get(key)
  if (known !== undefined) return known
  const faults = checkPolicyText(text, id).filter(({ severity }) => severity === 'error')
  const policy = faults.length === 0 ? compilePolicy(text, id) : undefined
  const inForce = policy === undefined || immutable ? policy : withoutEmergencies(policy)
  const compilation = { compiled: inForce === undefined ? [] : [inForce], faults }
  COMPILED.set(key, compilation)
  return compilation
}

const EMERGENCIES: ReadonlySet<string> = new Set(EMERGENCY_ACTIONS)

function withoutEmergencies(policy: CompiledPolicy): CompiledPolicy {
  return { ...policy, actions: new Set([...policy.actions].filter((action) => !EMERGENCIES.has(action))) }
}
