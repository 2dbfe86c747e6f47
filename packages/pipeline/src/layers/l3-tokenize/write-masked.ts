import { type EntityFinding, gatewayMembersOf } from '@sluice/contracts'
import { sealValueWith } from '@sluice/token-vault'
import type { BodyWork, LocalRequest, MaskingKeys } from '../../request/index.ts'
import type { SlicedWork } from '../../run/slice-queue.ts'
import { SEALED_PER_STEP, VALUE_COST } from './mapping-writer.ts'
import { generalizeSteps, tokenizeSteps } from './mask-values.ts'

/** A second look at a request that is masked: gives what is to be masked as well. */
type LookAgain = (masked: LocalRequest) => SlicedWork<readonly EntityFinding[]>

/**
 * All of L3's work on a body, in the thread that holds it: masks it, has it looked at again, seals its values, and
 * writes what may leave. Text to embed has no keys.
 *
 * @param onMasked sees a conversation as it leaves.
 */
export function* writeMaskedSteps(
  request: LocalRequest,
  findings: readonly EntityFinding[],
  keys: MaskingKeys | undefined,
  lookAgain: LookAgain = nothingMore,
  onMasked: (masked: LocalRequest) => void = () => undefined,
): SlicedWork<Omit<BodyWork['L3']['output'], 'residual' | 'excerpts'>> {
  if (keys === undefined) {
    const first = yield* generalizeSteps(request, findings)
    const more = yield* lookAgain(first.request)
    if (more.length === 0)
      return { masked: bytesOf(first.request), sealed: [], shifted: [], violations: first.violations }
    const second = yield* generalizeSteps(first.request, more)
    const violations = [...first.violations, ...second.violations]
    return { masked: bytesOf(second.request), sealed: [], shifted: [], violations }
  }
  const {
    request: masked,
    violations,
    restorations,
    shifted,
  } = yield* tokenizeTwice(request, findings, keys, lookAgain)
  onMasked(masked)
  const sealed: [string, string][] = []
  for (const [token, value] of restorations) {
    if (sealed.length % SEALED_PER_STEP === 0) yield SEALED_PER_STEP * VALUE_COST
    sealed.push([token, sealValueWith(keys, token, value)])
  }
  return { masked: bytesOf(masked), sealed, shifted: [...shifted], violations }
}

function* tokenizeTwice(
  request: LocalRequest,
  findings: readonly EntityFinding[],
  keys: MaskingKeys,
  lookAgain: LookAgain,
) {
  const first = yield* tokenizeSteps(request, findings, keys)
  const more = yield* lookAgain(first.request)
  if (more.length === 0) return first
  const second = yield* tokenizeSteps(first.request, more, keys)
  return {
    request: second.request,
    violations: [...first.violations, ...second.violations],
    restorations: new Map([...first.restorations, ...second.restorations]),
    shifted: new Map([...first.shifted, ...second.shifted]),
  }
}

function* nothingMore(): SlicedWork<readonly EntityFinding[]> {
  yield 0
  return []
}

/** The model's name is the endpoint's to write. Members that are undefined are left out. */
function bytesOf({ kind, body }: LocalRequest): Uint8Array {
  const leaving: Record<string, unknown> = { ...body, model: undefined }
  for (const member of gatewayMembersOf(kind)) leaving[member] = undefined
  return new TextEncoder().encode(JSON.stringify(leaving))
}
