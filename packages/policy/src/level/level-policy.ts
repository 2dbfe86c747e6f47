import { hash } from 'node:crypto'
import {
  ACTION_CATEGORIES,
  type ActionCategory,
  canonicalJson,
  ENTITY_TYPES,
  type EntityType,
  type Level,
  type Principal,
} from '@sluice/contracts'
import { isAdminAction, isSoarAction } from '../actions.ts'
import { DENIED_BY_DEFAULT, decided, type PolicyDecision } from '../decision.ts'
import type { AdminQuestion, PolicyQuestion, RevealQuestion, RouteQuestion, SoarQuestion } from '../question.ts'
import { type CallerQuotas, type QuotaConfig, quotasOf, type WholeQuotaConfig, withDefaultQuotas } from '../quotas.ts'
import type { JailbreakThresholds, PolicySnapshot, PolicySource } from '../snapshot.ts'
import { ADMIN_GRANTS } from './admin-grants.ts'
import { decideAdmin } from './decide-admin.ts'
import { decideSoar, type SoarPolicyConfig } from './decide-soar.ts'

/** What one group may see. */
interface Clearance {
  /** Real values up to this level are shown. */
  readonly level: Level
  /** Types that are shown whatever their level, beyond what `level` already shows. */
  readonly reveal?: readonly EntityType[]
}

export interface LevelPolicyConfig {
  /** By group; `*` holds for every caller. A caller without any entry sees no real values. */
  readonly clearances: Readonly<Record<string, Clearance>>
  /** Wait for a human; {@link DEFAULT_HELD_ACTIONS} by default. */
  readonly heldActions?: readonly ActionCategory[]
  /** Are refused; none by default. An action in both lists is refused. */
  readonly forbiddenActions?: readonly ActionCategory[]
  /** {@link DEFAULT_JAILBREAK_THRESHOLDS} by default. */
  readonly jailbreak?: JailbreakThresholds
  /** Models by group as callers name them, `*` for every caller. Absent: every caller may use every model. */
  readonly modelsByGroup?: Readonly<Record<string, readonly string[]>> | undefined
  /** How much users, departments and tenants may use; what is absent has its default. */
  readonly quotas?: QuotaConfig | undefined
  /** Absent: no command of a SOAR system is permitted. */
  readonly soar?: SoarPolicyConfig
}

/** F (transact), G (administer) and H (decide about people). */
export const DEFAULT_HELD_ACTIONS: readonly ActionCategory[] = ['F', 'G', 'H']

export const DEFAULT_JAILBREAK_THRESHOLDS: JailbreakThresholds = { observe: 0.5, block: 0.8 }

const REVEALED_BY_LEVEL = decided('permit', 'reveal-clearance')
const REVEALED_BY_TYPE = decided('permit', 'reveal-listed-type')
const NOT_REVEALED = decided('forbid', 'reveal-clearance')
const ROUTED = decided('permit', 'route-permitted-level')
const NOT_ROUTED = decided('forbid', 'route-permitted-level')
const MODEL_PERMITTED = decided('permit', 'model-by-group')
const MODEL_FORBIDDEN = decided('forbid', 'model-by-group')
const CACHE_PERMITTED = decided('permit', 'use-cache')

/**
 * Creates the policy that compares levels; it is the same for every tenant.
 *
 * - `reveal-entity`: the value's level is at or below the highest clearance among the caller's groups and `*`, or one
 *   of their entries lists its type under `reveal`. A list only ever adds.
 * - `route-to-endpoint`: the tile's level is at or below the endpoint's permitted level.
 * - `perform-action`: by the two lists of categories.
 * - `invoke-model`: one of the caller's groups, or `*`, lists the very name that the caller used.
 * - `use-cache`: always, because the cache key holds tenant and policy version.
 * - Actions of administrators: by role, see {@link ADMIN_GRANTS}. Actions of SOAR systems: by `soar`.
 *
 * `version` is the SHA-256 of the whole configuration, whatever the order in which it is written.
 * Throws a `RangeError` where thresholds are not `0 < observe <= block <= 1`.
 */
export function createLevelPolicy(config: LevelPolicyConfig): PolicySource {
  const snapshot = new LevelSnapshot(config)
  return { current: () => snapshot }
}

/** What the configuration gives one caller. */
interface CallerRights {
  /** -1 without any clearance: not even level 0 is restored. */
  readonly level: number
  readonly types: ReadonlySet<EntityType>
  /** Absent where every model is open. */
  readonly models: ReadonlySet<string> | undefined
  readonly quotas: CallerQuotas
}

class LevelSnapshot implements PolicySnapshot {
  readonly version: string
  readonly jailbreak: JailbreakThresholds
  readonly #actions: ReadonlyMap<ActionCategory, PolicyDecision>
  readonly #clearances: ReadonlyMap<string, Clearance>
  readonly #models: ReadonlyMap<string, readonly string[]> | undefined
  readonly #soar: SoarPolicyConfig | undefined
  readonly #quotas: WholeQuotaConfig
  /** The rights of callers that are in memory anyway; a principal never changes. */
  readonly #rights = new WeakMap<Principal, CallerRights>()

  constructor(config: LevelPolicyConfig) {
    const whole = {
      ...config,
      heldActions: [...(config.heldActions ?? DEFAULT_HELD_ACTIONS)].toSorted(),
      forbiddenActions: [...(config.forbiddenActions ?? [])].toSorted(),
      jailbreak: config.jailbreak ?? DEFAULT_JAILBREAK_THRESHOLDS,
      quotas: withDefaultQuotas(config.quotas),
    }
    this.version = versionOf(whole)
    this.jailbreak = checkThresholds(whole.jailbreak)
    this.#actions = decideActions(whole.heldActions, whole.forbiddenActions)
    this.#clearances = new Map(Object.entries(config.clearances))
    this.#soar = config.soar
    this.#quotas = whole.quotas
    this.#models = config.modelsByGroup && new Map(Object.entries(config.modelsByGroup))
  }

  decide(question: PolicyQuestion): PolicyDecision {
    switch (question.action) {
      case 'reveal-entity':
        return this.#decideReveal(question)
      case 'route-to-endpoint':
        return decideRoute(question)
      case 'perform-action':
        return this.#actions.get(question.resource.category) ?? DENIED_BY_DEFAULT
      case 'invoke-model': {
        const { models } = this.#rightsOf(question.principal)
        return models === undefined || models.has(question.resource.model) ? MODEL_PERMITTED : MODEL_FORBIDDEN
      }
      case 'use-cache':
        return CACHE_PERMITTED
      default:
        return decideOperation(question, this.#soar)
    }
  }

  quotasOf(principal: Principal): CallerQuotas {
    return this.#rightsOf(principal).quotas
  }

  #decideReveal({ principal, resource }: RevealQuestion): PolicyDecision {
    const { level, types } = this.#rightsOf(principal)
    if (resource.level <= level) return REVEALED_BY_LEVEL
    return types.has(resource.entity) ? REVEALED_BY_TYPE : NOT_REVEALED
  }

  #rightsOf(principal: Principal): CallerRights {
    const known = this.#rights.get(principal)
    if (known !== undefined) return known
    const clearances = entriesOf(this.#clearances, principal)
    const rights = {
      level: Math.max(-1, ...clearances.map(({ level }) => level)),
      types: new Set(clearances.flatMap(({ reveal = [] }) => reveal)),
      models: this.#models && new Set(entriesOf(this.#models, principal).flat()),
      quotas: quotasOf(this.#quotas, principal),
    }
    this.#rights.set(principal, rights)
    return rights
  }
}

/** The check of the action holds for values, too, that no type has seen. */
function decideOperation(question: AdminQuestion | SoarQuestion, soar: SoarPolicyConfig | undefined): PolicyDecision {
  if ('context' in question) return isSoarAction(question.action) ? decideSoar(question, soar) : DENIED_BY_DEFAULT
  return isAdminAction(question.action) ? decideAdmin(question) : DENIED_BY_DEFAULT
}

function decideRoute({ resource, context }: RouteQuestion): PolicyDecision {
  return context.tile.level <= resource.permittedLevel ? ROUTED : NOT_ROUTED
}

function decideActions(held: readonly ActionCategory[], forbidden: readonly ActionCategory[]) {
  return new Map(
    ACTION_CATEGORIES.map((category) => {
      const effect = forbidden.includes(category) ? 'forbid' : held.includes(category) ? 'hold' : 'permit'
      return [category, decided(effect, `action-${category.toLowerCase()}`)]
    }),
  )
}

function checkThresholds(thresholds: JailbreakThresholds): JailbreakThresholds {
  const { observe, block } = thresholds
  if (observe > 0 && observe <= block && block <= 1) return thresholds
  throw new RangeError('The jailbreak thresholds must be 0 < observe <= block <= 1.')
}

function entriesOf<T>(byGroup: ReadonlyMap<string, T>, { groups }: Principal): T[] {
  return ['*', ...groups].flatMap((group) => {
    const entry = byGroup.get(group)
    return entry === undefined ? [] : [entry]
  })
}

function versionOf(config: LevelPolicyConfig): string {
  // A new type of data, or another grant, changes what the same configuration means.
  return hash('sha256', canonicalJson({ ...config, types: ENTITY_TYPES, grants: ADMIN_GRANTS }), 'hex').slice(0, 16)
}
