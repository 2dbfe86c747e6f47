import { ACTION_CATEGORIES, type ActionCategory, type Level, type Principal } from '@sluice/contracts'
import { isAdminAction, isSoarAction } from '../actions.ts'
import { DENIED_BY_DEFAULT, decided, type PolicyDecision } from '../decision.ts'
import { ConfiguredPolicy, EVERYONE, type PolicyConfig, type SoarPolicyConfig } from '../policy-config.ts'
import { digestsOf, documentOf, type PolicyDigests, type PolicyDocuments } from '../policy-documents.ts'
import type { AdminQuestion, PolicyQuestion, RevealQuestion, RouteQuestion, SoarQuestion } from '../question.ts'
import type { CallerQuotas } from '../quotas.ts'
import type { JailbreakThresholds, PolicySnapshot, PolicySource } from '../snapshot.ts'
import { decideAdmin } from './decide-admin.ts'
import { decideSoar } from './decide-soar.ts'

const REVEALED_BY_LEVEL = decided('permit', 'reveal-clearance')
const REVEALED_BY_TYPE = decided('permit', 'reveal-listed-type')
const NOT_REVEALED = decided('forbid', 'reveal-clearance')
const ROUTED = decided('permit', 'route-permitted-level')
const NOT_ROUTED = decided('forbid', 'route-permitted-level')
const MODEL_PERMITTED = decided('permit', 'model-by-group')
const MODEL_FORBIDDEN = decided('forbid', 'model-by-group')
const TOOL_PERMITTED = decided('permit', 'provider-tool-by-group')
const TOOL_FORBIDDEN = decided('forbid', 'provider-tool-by-group')
const CALL_PERMITTED = decided('permit', 'tool-by-group')
const CALL_FORBIDDEN = decided('forbid', 'tool-by-group')
const CACHE_PERMITTED = decided('permit', 'use-cache')

/**
 * Creates the policy that compares levels; it is the same for every tenant and knows no policies of theirs. The
 * built-in policies of the Cedar engine say the same: one suite of tests runs over both.
 *
 * - `reveal-entity`: the value's level is at or below the highest clearance among the caller's groups and `*`, or one
 *   of their entries lists its type under `reveal`. A list only ever adds, up to the level that its types have.
 * - `route-to-endpoint`: the tile's level is at or below the endpoint's permitted level.
 * - `perform-action`: by the two lists of categories.
 * - `invoke-model`: one of the caller's groups, or `*`, lists the very name that the caller used.
 * - `use-provider-tool`: one of the caller's groups, or `*`, lists the very type.
 * - `call-tool`: one of the caller's groups, or `*`, lists the tool, its server or all.
 * - `use-cache`: always, because the cache key holds tenant and policy version.
 * - Actions of administrators: by role, see {@link ADMIN_GRANTS}. Actions of SOAR systems: by `soar`.
 *
 * Throws a `RangeError` where thresholds are not `0 < observe <= block <= 1`.
 */
export function createLevelPolicy(config: PolicyConfig): PolicySource {
  const snapshot = new LevelSnapshot(new ConfiguredPolicy(config))
  return { current: () => snapshot }
}

class LevelSnapshot implements PolicySnapshot {
  readonly version: string
  readonly digests: PolicyDigests
  readonly jailbreak: JailbreakThresholds
  readonly #configured: ConfiguredPolicy
  readonly #actions: ReadonlyMap<ActionCategory, PolicyDecision>

  constructor(configured: ConfiguredPolicy) {
    this.version = configured.version
    this.jailbreak = configured.jailbreak
    this.#configured = configured
    this.#actions = decideActions(configured)
    this.digests = digestsOf(this.documents())
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
        const { models } = this.#configured.rightsOf(question.principal)
        return models === undefined || models.has(question.resource.model) ? MODEL_PERMITTED : MODEL_FORBIDDEN
      }
      case 'use-provider-tool': {
        const { providerTools } = this.#configured.rightsOf(question.principal)
        return providerTools.has(question.resource.tool) ? TOOL_PERMITTED : TOOL_FORBIDDEN
      }
      case 'call-tool': {
        const { principal, resource } = question
        const groups = this.#configured.groupsOfTool(resource.server, resource.tool)
        const isOpen = groups.some((group) => group === EVERYONE || principal.groups.includes(group))
        return isOpen ? CALL_PERMITTED : CALL_FORBIDDEN
      }
      case 'use-cache':
        return CACHE_PERMITTED
      default:
        return decideOperation(question, this.#configured.soar)
    }
  }

  clearanceOf(principal: Principal): Level {
    return this.#configured.clearanceOf(principal)
  }

  quotasOf(principal: Principal): CallerQuotas {
    return this.#configured.rightsOf(principal).quotas
  }

  /** Its policies are code, and its questions fit types. */
  documents(): PolicyDocuments {
    const none = documentOf('level policy')
    return { policies: none, schema: none, entities: this.#configured.document() }
  }

  #decideReveal({ principal, resource }: RevealQuestion): PolicyDecision {
    const { level, types, highestLevel } = this.#configured.rightsOf(principal)
    // Values of what is no type or level at all come here, too.
    if (!(resource.level <= highestLevel)) return NOT_REVEALED
    if (resource.level <= level) return REVEALED_BY_LEVEL
    return types.has(resource.entity) ? REVEALED_BY_TYPE : NOT_REVEALED
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

function decideActions({ heldActions, forbiddenActions }: ConfiguredPolicy) {
  return new Map(
    ACTION_CATEGORIES.map((category) => {
      const effect = forbiddenActions.has(category) ? 'forbid' : heldActions.has(category) ? 'hold' : 'permit'
      return [category, decided(effect, `action-${category.toLowerCase()}`)]
    }),
  )
}
