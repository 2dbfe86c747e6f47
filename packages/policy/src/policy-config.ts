import { hash } from 'node:crypto'
import {
  type ActionCategory,
  canonicalJson,
  ENTITY_CLASSES,
  ENTITY_TYPES,
  type EntityType,
  type Level,
  levelSchema,
  type Principal,
} from '@sluice/contracts'
import { ADMIN_GRANTS } from './level/admin-grants.ts'
import { documentOf, type PolicyDocument } from './policy-documents.ts'
import { type CallerQuotas, type QuotaConfig, quotasOf, type WholeQuotaConfig, withDefaultQuotas } from './quotas.ts'
import type { JailbreakThresholds, SessionSuspicionPolicy } from './snapshot.ts'

/** What one group may see. */
interface Clearance {
  /** Real values up to this level are shown. */
  readonly level: Level
  /** Types that are shown whatever their level, beyond what `level` already shows. */
  readonly reveal?: readonly EntityType[]
}

/** What configuration says of commands from SOAR systems. */
export interface SoarPolicyConfig {
  /** The scope that an access token needs. */
  readonly scope: string
  /** The clients whose tokens are those of machines, compared exactly. */
  readonly clients: readonly string[]
  /** Whether `unfreeze_user` is permitted. */
  readonly allowUnfreeze: boolean
}

/** What configuration says; both engines decide by it. */
export interface PolicyConfig {
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
  /** Types of tools that providers run themselves, by group, `*` for every caller. Absent: nobody may use any. */
  readonly providerToolsByGroup?: Readonly<Record<string, readonly string[]>> | undefined
  /**
   * Tools of configured servers by group, `*` for every caller: `SERVER/TOOL`, `SERVER/*` or `*`. Absent: nobody may
   * call any.
   */
  readonly toolsByGroup?: Readonly<Record<string, readonly string[]>> | undefined
  /** How much users, departments and tenants may use; what is absent has its default. */
  readonly quotas?: QuotaConfig | undefined
  /** Absent: no command of a SOAR system is permitted. */
  readonly soar?: SoarPolicyConfig
}

/** F (transact), G (administer) and H (decide about people). */
export const DEFAULT_HELD_ACTIONS: readonly ActionCategory[] = ['F', 'G', 'H']

/** Of ordinary prompts, one in a hundred scores above the first, and one in five hundred above the second. */
export const DEFAULT_JAILBREAK_THRESHOLDS: JailbreakThresholds = { observe: 0.3, block: 0.6 }

/**
 * Five unsure messages within some minutes make a sixth one of 0.3 one of 0.66, and one of 0.02 one of 0.08: nobody is
 * refused for what is no sign by itself.
 */
const DEFAULT_SESSION_SUSPICION: SessionSuspicionPolicy = { raise: 1.5, messages: 5, halfLifeMs: 600_000 }

/** The group of every caller. */
export const EVERYONE = '*'

/** What the configuration gives one caller. */
interface CallerRights {
  /** -1 without any clearance: not even level 0 is restored. */
  readonly level: number
  readonly types: ReadonlySet<EntityType>
  /** `level`, or the highest that a value of these types can have. */
  readonly highestLevel: number
  /** The same; 0 without any clearance. */
  readonly clearance: Level
  /** Absent where every model is open. */
  readonly models: ReadonlySet<string> | undefined
  /** Types of tools that providers run. */
  readonly providerTools: ReadonlySet<string>
  readonly quotas: CallerQuotas
}

/** The configuration as a policy reads it: what is absent has its default, and callers have their rights. */
export class ConfiguredPolicy {
  /** SHA-256 of the whole configuration, whatever the order in which it is written; 16 digits. */
  readonly version: string
  readonly jailbreak: JailbreakThresholds
  readonly soar: SoarPolicyConfig | undefined
  readonly heldActions: ReadonlySet<ActionCategory>
  readonly forbiddenActions: ReadonlySet<ActionCategory>
  readonly #clearances: ReadonlyMap<string, Clearance>
  readonly #models: ReadonlyMap<string, readonly string[]> | undefined
  readonly #tools: ReadonlyMap<string, readonly string[]>
  readonly #serverTools: ReadonlyMap<string, readonly string[]>
  readonly #quotas: WholeQuotaConfig
  readonly #decisive: Omit<PolicyConfig, 'quotas'>
  /** The rights of callers that are in memory anyway; a principal never changes. */
  readonly #rights = new WeakMap<Principal, CallerRights>()

  /** Throws a `RangeError` where the thresholds are not `0 < observe <= block <= 1`, or suspicion is out of bounds. */
  constructor(config: PolicyConfig) {
    const whole = {
      ...config,
      heldActions: [...(config.heldActions ?? DEFAULT_HELD_ACTIONS)].toSorted(),
      forbiddenActions: [...(config.forbiddenActions ?? [])].toSorted(),
      jailbreak: withDefaults(config.jailbreak ?? DEFAULT_JAILBREAK_THRESHOLDS),
      // Written down even where it is absent: policies on record that leave it out are of a time when that opened all.
      toolsByGroup: config.toolsByGroup ?? {},
      quotas: withDefaultQuotas(config.quotas),
    }
    this.version = versionOf(whole)
    const { quotas, ...decisive } = whole
    this.#decisive = decisive
    this.jailbreak = checkThresholds(whole.jailbreak)
    this.soar = config.soar
    this.heldActions = new Set(whole.heldActions)
    this.forbiddenActions = new Set(whole.forbiddenActions)
    this.#clearances = new Map(Object.entries(config.clearances))
    this.#models = config.modelsByGroup && new Map(Object.entries(config.modelsByGroup))
    this.#tools = new Map(Object.entries(config.providerToolsByGroup ?? {}))
    this.#serverTools = new Map(Object.entries(whole.toolsByGroup))
    this.#quotas = quotas
  }

  /** What decisions follow from, with every default; quotas are no decisions. */
  document(): PolicyDocument {
    return documentOf(canonicalJson({ ...this.#decisive, types: ENTITY_TYPES }))
  }

  /** What a caller may see and use. A second answer for a caller comes from memory. */
  rightsOf(principal: Principal): CallerRights {
    const known = this.#rights.get(principal)
    if (known !== undefined) return known
    const clearances = entriesOf(this.#clearances, principal)
    const level = Math.max(-1, ...clearances.map((clearance) => clearance.level))
    const types = new Set(clearances.flatMap(({ reveal = [] }) => reveal))
    const highestLevel = Math.max(level, ...Array.from(types, highestLevelOf))
    const rights = {
      ...{ level, types, highestLevel, clearance: levelSchema.parse(Math.max(0, highestLevel)) },
      models: this.#models && new Set(entriesOf(this.#models, principal).flat()),
      providerTools: new Set(entriesOf(this.#tools, principal).flat()),
      quotas: quotasOf(this.#quotas, principal),
    }
    this.#rights.set(principal, rights)
    return rights
  }

  /** The highest level of anything that a caller may see. Nothing is below 0, so who may see nothing has that. */
  clearanceOf(principal: Principal): Level {
    return this.rightsOf(principal).clearance
  }

  /** The groups that a model is open to. */
  groupsOf(model: string): readonly string[] {
    if (this.#models === undefined) return [EVERYONE]
    return [...this.#models].filter(([, models]) => models.includes(model)).map(([group]) => group)
  }

  /** The groups that a type of tools is open to. */
  groupsOfProviderTool(type: string): readonly string[] {
    return [...this.#tools].filter(([, types]) => types.includes(type)).map(([group]) => group)
  }

  /** The groups that a tool of a server is open to; an empty name is that of the list of its tools. */
  groupsOfTool(server: string, tool: string): readonly string[] {
    const isOpen = (entry: string) =>
      entry === '*' ||
      (tool === '' ? entry.startsWith(`${server}/`) : entry === `${server}/*` || entry === `${server}/${tool}`)
    return [...this.#serverTools].filter(([, entries]) => entries.some(isOpen)).map(([group]) => group)
  }
}

/** Written down even where it is left out: policies on record without `secondStage` are of a time when it was off. */
function withDefaults(thresholds: JailbreakThresholds): JailbreakThresholds {
  const { secondStage = true, session = DEFAULT_SESSION_SUSPICION } = thresholds
  return { ...thresholds, secondStage, session }
}

function checkThresholds(thresholds: JailbreakThresholds): JailbreakThresholds {
  const { observe, block, session } = thresholds
  if (!(observe > 0 && observe <= block && block <= 1))
    throw new RangeError('The jailbreak thresholds must be 0 < observe <= block <= 1.')
  const { raise, messages, halfLifeMs } = session ?? DEFAULT_SESSION_SUSPICION
  if (
    !(raise >= 0 && raise <= 3 && messages >= 1 && messages <= 100 && halfLifeMs >= 1_000 && halfLifeMs <= 86_400_000)
  )
    throw new RangeError('The suspicion of sessions is out of bounds.')
  return thresholds
}

/** A codename has the level of its class, which is this or less. */
function highestLevelOf(type: EntityType): Level {
  return ENTITY_CLASSES[type].level
}

function entriesOf<T>(byGroup: ReadonlyMap<string, T>, { groups }: Principal): T[] {
  return [EVERYONE, ...groups].flatMap((group) => {
    const entry = byGroup.get(group)
    return entry === undefined ? [] : [entry]
  })
}

function versionOf(config: PolicyConfig): string {
  // A new type of data, or another grant, changes what the same configuration means.
  return hash('sha256', canonicalJson({ ...config, types: ENTITY_TYPES, grants: ADMIN_GRANTS }), 'hex').slice(0, 16)
}
