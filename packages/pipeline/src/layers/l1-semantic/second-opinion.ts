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
import { type ModelRequest, positionsOf } from '../../request/index.ts'
import { tileOfLevel } from '../../run/clear-level.ts'
import { decideOnRoute } from '../../run/decide-on-route.ts'

/** What guards are shown of one request, in UTF-16 code units. */
const MAX_LENGTH = 16_384

/** What became of asking one guard. */
type Answer = { readonly guard: GuardModel; readonly opinion: GuardOpinion | undefined; readonly isMasked: boolean }

/**
 * Asks the guards about a request of which L1 is not sure, side by side: one attack that one of them sees is enough.
 * A guard reads the texts with signs, and the last one of the user, as they were written where the policy lets it see
 * their level, as about an endpoint; else as L3 has masked them, where the policy lets it see what stays in those
 * (`keptLevel`) and what the second look has still found there; else not at all.
 *
 * Denies with `jailbreak_detected`; throws `layer_failed` where a guard gives no answer, or may see nothing, and its
 * configuration says that the request is to be refused then.
 *
 * It cannot judge a body that another thread holds, which no guard is shown.
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
    const { text, isMasked } = visibleTo(guard, request, exchange, keptLevel)
    if (text === undefined) return { guard, isMasked, opinion: without(guard.whenNotPermitted, undefined) }
    try {
      return { guard, isMasked, opinion: await guard.judge(text, call) }
    } catch (cause) {
      runtime.signal.throwIfAborted()
      return { guard, isMasked, opinion: without(guard.whenDown, cause) }
    }
  }
  const answers = await Promise.all(runtime.endpoints.guards.map(ask))
  const violations = answers.map(violationOf)
  const isAttack = answers.some(({ opinion }) => opinion?.isAttack === true)
  return isAttack
    ? { type: 'deny', refusal: { code: 'jailbreak_detected' }, violations }
    : { type: 'allow', violations }
}

function visibleTo(guard: GuardModel, request: ModelRequest, exchange: Exchange, keptLevel: Level) {
  const { origin, facts } = exchange
  const paths = new Set((facts.threats ?? []).map(({ position }) => position))
  if (facts.tile !== undefined && decideOnRoute(guard, facts.tile, exchange).effect === 'permit')
    return { text: textOf(origin.request, paths), isMasked: false }
  const left = levelsOf(facts.residual ?? {})
  const maskedLevel = levelSchema.parse(Math.max(keptLevel, ...left))
  if (decideOnRoute(guard, tileOfLevel(maskedLevel), exchange).effect === 'permit')
    return { text: textOf(request, paths), isMasked: true }
  return { text: undefined, isMasked: false }
}

/** The levels of what L2's second look has still found; codenames and types of a tenant's own have own levels. */
function levelsOf(residual: ResidualTypes): readonly Level[] {
  const types = ENTITY_TYPES.filter((type) => residual[type] !== undefined)
  return types.map((type) => (type === 'CUSTOM' || type === 'CODENAME' ? 7 : ENTITY_CLASSES[type].level))
}

/** The texts with signs, then the last of the user; the end of what is too long, where orders stand mostly. */
function textOf(request: ModelRequest, paths: ReadonlySet<string>): string | undefined {
  if (request.remote !== undefined) return undefined
  const positions = positionsOf(request)
  const last = positions.findLast(({ role }) => role === 'user')
  const texts = positions.filter((position) => paths.has(position.path) || position === last).map(({ text }) => text)
  if (texts.length === 0) return undefined
  const room = Math.floor(MAX_LENGTH / texts.length) - SEPARATOR.length
  return texts
    .map((text) => text.slice(-Math.max(1, room)))
    .join(SEPARATOR)
    .slice(-MAX_LENGTH)
}

const SEPARATOR = '\n\n'

function without(meaning: 'deny' | 'pass', cause: unknown): undefined {
  if (meaning === 'deny')
    throw new SluiceError('layer_failed', { cause: cause ?? new Error('A guard may see nothing.') })
  return undefined
}

function violationOf({ guard: { name }, opinion, isMasked }: Answer): PolicyViolation {
  const shown = isMasked ? ' It read tokens in the place of values.' : ''
  if (opinion === undefined) return about('second-opinion-missing', 'observed', `The guard ${name} gave no opinion.`)
  if (!opinion.isAttack) return about('second-opinion', 'observed', `The guard ${name} saw no attack.${shown}`)
  const category = opinion.category === undefined ? '' : ` (${opinion.category})`
  return about('second-opinion', 'blocked', `The guard ${name} saw an attack${category}.${shown}`)
}

function about(policyId: string, action: 'observed' | 'blocked', message: string): PolicyViolation {
  return { policy_id: policyId, layer: 'L1', action, severity: action === 'blocked' ? 'high' : 'low', message }
}
