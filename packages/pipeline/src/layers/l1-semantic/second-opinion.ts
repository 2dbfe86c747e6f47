import {
  ENTITY_CLASSES,
  ENTITY_TYPES,
  type Level,
  levelSchema,
  type PolicyViolation,
  type ResidualTypes,
  SluiceError,
} from '@sluice/contracts'
import type { Exchange, InspectorDecision } from '../../layer.ts'
import type { GuardModel, GuardOpinion } from '../../ports/guard-model.ts'
import type { Excerpt, ModelRequest } from '../../request/index.ts'
import { tileOfLevel } from '../../run/clear-level.ts'
import { decideOnRoute } from '../../run/decide-on-route.ts'
import { excerptOf } from './excerpt.ts'

/** What one guard may read: nothing, where there is no excerpt. */
interface Visible {
  readonly excerpt: Excerpt | undefined
  readonly isMasked: boolean
}

/** What became of asking one guard. */
type Answer = Visible & { readonly guard: GuardModel; readonly opinion: GuardOpinion | undefined }

/**
 * Asks the guards about a request of which L1 is not sure, or what a tool has answered, side by side: one attack that
 * one of them sees is enough. A guard reads the texts with signs, and the last one of the user (`excerpt.ts`), as they
 * were written where the policy lets it see
 * their level, as about an endpoint; else as L3 has masked them, where the policy lets it see what stays in those
 * (`keptLevel`) and what the second look has still found there; else not at all.
 *
 * Denies with `jailbreak_detected`; throws `layer_failed` where a guard gives no answer, or may see nothing, and its
 * configuration says that the request is to be refused then.
 *
 * @param request as L3 has passed it on.
 * @param keptLevel the highest level of values that L3 leaves in texts.
 */
export async function askGuards(
  request: ModelRequest,
  exchange: Exchange,
  keptLevel: Level,
): Promise<InspectorDecision<'L1'>> {
  const { runtime, scope } = exchange
  const call = { user: scope.user, signal: runtime.signal }
  const ask = async (guard: GuardModel): Promise<Answer> => {
    const visible = visibleTo(guard, request, exchange, keptLevel)
    const { excerpt } = visible
    if (excerpt === undefined) return { guard, ...visible, opinion: without(guard.whenNotPermitted, undefined) }
    try {
      return { guard, ...visible, opinion: await guard.judge(excerpt.text, call) }
    } catch (cause) {
      runtime.signal.throwIfAborted()
      return { guard, ...visible, opinion: without(guard.whenDown, cause) }
    }
  }
  const answers = await Promise.all(runtime.endpoints.guards.map(ask))
  const violations = answers.map(violationOf)
  const isAttack = answers.some(({ opinion }) => opinion?.isAttack === true)
  return isAttack
    ? { type: 'deny', refusal: { code: 'jailbreak_detected' }, violations }
    : { type: 'allow', violations }
}

function visibleTo(guard: GuardModel, request: ModelRequest, exchange: Exchange, keptLevel: Level): Visible {
  const { facts, request: written } = exchange.arrived ?? { facts: exchange.facts, request: exchange.origin.request }
  const { threats = [], tile, wholeTile = tile, residual = {} } = facts
  if (wholeTile !== undefined && decideOnRoute(guard, wholeTile, exchange).effect === 'permit') {
    // Whatever holds a long body has given what it may show of it to L3.
    if (written.remote === undefined) return { excerpt: excerptOf(written, threats), isMasked: false }
    return { excerpt: request.remote === undefined ? undefined : request.excerpts?.written, isMasked: false }
  }
  // Of a call of a tool L3 leaves what its server may see.
  const left = facts.wholeTile === undefined ? 0 : (tile?.level ?? 7)
  const maskedLevel = levelSchema.parse(Math.max(keptLevel, left, ...levelsOf(residual)))
  if (decideOnRoute(guard, tileOfLevel(maskedLevel), exchange).effect === 'permit') {
    if (request.remote !== undefined) return { excerpt: request.excerpts?.masked, isMasked: true }
    const before = written.remote === undefined ? written : request
    return { excerpt: excerptOf(request, threats, before), isMasked: true }
  }
  return { excerpt: undefined, isMasked: false }
}

/** The levels of what L2's second look has still found; codenames and types of a tenant's own have own levels. */
function levelsOf(residual: ResidualTypes): readonly Level[] {
  const types = ENTITY_TYPES.filter((type) => residual[type] !== undefined)
  return types.map((type) => (type === 'CUSTOM' || type === 'CODENAME' ? 7 : ENTITY_CLASSES[type].level))
}

function without(meaning: 'deny' | 'pass', cause: unknown): undefined {
  if (meaning === 'deny')
    throw new SluiceError('layer_failed', { cause: cause ?? new Error('A guard may see nothing.') })
  return undefined
}

function violationOf({ guard: { name }, opinion, excerpt, isMasked }: Answer): PolicyViolation {
  const tokens = isMasked ? ' It read tokens in the place of values.' : ''
  const omitted = excerpt?.omitted ?? 0
  const shown = omitted === 0 ? tokens : `${tokens} ${omitted} characters of the texts were not shown to it.`
  if (opinion === undefined) return about('second-opinion-missing', 'observed', `The guard ${name} gave no opinion.`)
  if (!opinion.isAttack) return about('second-opinion', 'observed', `The guard ${name} saw no attack.${shown}`)
  const category = opinion.category === undefined ? '' : ` (${opinion.category})`
  return about('second-opinion', 'blocked', `The guard ${name} saw an attack${category}.${shown}`)
}

function about(policyId: string, action: 'observed' | 'blocked', message: string): PolicyViolation {
  return { policy_id: policyId, layer: 'L1', action, severity: action === 'blocked' ? 'high' : 'low', message }
}
