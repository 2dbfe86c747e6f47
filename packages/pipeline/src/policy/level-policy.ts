import { createHash } from 'node:crypto'
import { type ActionCategory, ENTITY_TYPES, type EntityType, type Level, type Principal } from '@sluice/contracts'
import type { PolicyDecisions, PolicySnapshot } from '../ports/policy-decisions.ts'

/** What one group may see. */
export interface Clearance {
  /** Real values up to this level are shown. */
  readonly level: Level
  /** Types that are shown whatever their level, beyond what `level` already shows. */
  readonly reveal?: readonly EntityType[]
}

export interface LevelPolicyConfig {
  /** Named in the evidence beside the hash of everything else; for a policy that has a number of its own. */
  readonly version?: string
  /** By group; `*` holds for every caller. A caller without any entry has level 0. */
  readonly clearances: Readonly<Record<string, Clearance>>
  /** Wait for a human. Default F (transact), G (administer), H (decide about people). */
  readonly heldActions?: readonly ActionCategory[]
  /** Are refused. Default none. An action in both lists is refused. */
  readonly forbiddenActions?: readonly ActionCategory[]
  /** L1's thresholds, 0..1. Default observe from 0.5, block from 0.8. */
  readonly jailbreak?: { readonly observe: number; readonly block: number }
  /** Models by group, `*` for every caller. Absent: every caller may use every model. */
  readonly models?: Readonly<Record<string, readonly string[]>>
}

const DEFAULT_HELD: readonly ActionCategory[] = ['F', 'G', 'H']
const DEFAULT_JAILBREAK = { observe: 0.5, block: 0.8 }

/**
 * The small policy that compares levels; the same for every tenant.
 *
 * - Clearance: the highest level among the entries of the caller's groups and `*`.
 * - `mayReveal`: the value's level is at or below the clearance, or one of the caller's groups (or `*`) lists its type
 *   under `reveal`. A list only ever adds.
 * - `mayRoute`: the tile's level is at or below the endpoint's permitted level.
 * - `version` is the SHA-256 of the whole configuration, in canonical form, after the configured version.
 *
 * Throws a `RangeError` where thresholds are not `0 < observe <= block <= 1`.
 */
export function createLevelPolicy(config: LevelPolicyConfig): PolicyDecisions {
  const jailbreak = config.jailbreak ?? DEFAULT_JAILBREAK
  if (!(jailbreak.observe > 0 && jailbreak.observe <= jailbreak.block && jailbreak.block <= 1)) {
    throw new RangeError('The jailbreak thresholds must be 0 < observe <= block <= 1.')
  }
  const held = new Set(config.heldActions ?? DEFAULT_HELD)
  const forbidden = new Set(config.forbiddenActions ?? [])
  const clearances = new Map(Object.entries(config.clearances))
  const models = config.models === undefined ? undefined : new Map(Object.entries(config.models))
  const snapshot: PolicySnapshot = {
    version: versionOf(config),
    jailbreak,
    decideAction: (_principal, category) => {
      if (forbidden.has(category)) return 'forbid'
      return held.has(category) ? 'hold' : 'permit'
    },
    mayReveal: (principal, entity, level) => {
      const own = entriesOf(clearances, principal)
      return own.some((clearance) => level <= clearance.level || clearance.reveal?.includes(entity) === true)
    },
    mayRoute: (tile, permittedLevel) => tile.level <= permittedLevel,
    mayUseModel: (principal, model) =>
      models === undefined || entriesOf(models, principal).some((names) => names.includes(model)),
  }
  return { current: () => snapshot }
}

function entriesOf<T>(byGroup: ReadonlyMap<string, T>, { groups }: Principal): T[] {
  return ['*', ...groups].flatMap((group) => {
    const entry = byGroup.get(group)
    return entry === undefined ? [] : [entry]
  })
}

function versionOf(config: LevelPolicyConfig): string {
  const whole = {
    ...config,
    heldActions: [...(config.heldActions ?? DEFAULT_HELD)].toSorted(),
    forbiddenActions: [...(config.forbiddenActions ?? [])].toSorted(),
    jailbreak: config.jailbreak ?? DEFAULT_JAILBREAK,
    // A new type of data changes what the same configuration means.
    types: ENTITY_TYPES,
  }
  const hash = createHash('sha256')
    .update(JSON.stringify(canonical(whole)))
    .digest('hex')
    .slice(0, 16)
  return config.version === undefined ? hash : `${config.version}-${hash}`
}

/** Members in order of their names, so that the order of writing does not count. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  const sorted = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return sorted.map(([name, inner]) => [name, canonical(inner)])
}
