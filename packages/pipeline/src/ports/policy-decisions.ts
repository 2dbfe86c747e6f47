import type { ActionCategory, EntityType, Level, Principal, SensitivityTile } from '@sluice/contracts'

/** The policy as it stood when a request came in; it does not change under a request. */
export interface PolicySnapshot {
  /** Changes whenever any decision could; partitions the cache and is named in the evidence. */
  readonly version: string
  /** Whether this caller may set out to do this kind of action, at once or after a human said so. */
  decideAction(principal: Principal, category: ActionCategory): 'permit' | 'hold' | 'forbid'
  /** The `reveal` permission: whether this caller may see a real value of this type and level. */
  mayReveal(principal: Principal, entity: EntityType, level: Level): boolean
  /** Whether an endpoint with this permitted level may see a request with this tile. */
  mayRoute(tile: SensitivityTile, permittedLevel: Level): boolean
  /** Whether this caller may use this model at all. */
  mayUseModel(principal: Principal, model: string): boolean
  /** L1's thresholds on its confidence, 0..1: report from `observe` on, refuse from `block` on. */
  readonly jailbreak: { readonly observe: number; readonly block: number }
}

/** Decides what policy allows. Synchronous: an implementation decides once per question and remembers. */
export interface PolicyDecisions {
  current(tenant: string): PolicySnapshot
}
