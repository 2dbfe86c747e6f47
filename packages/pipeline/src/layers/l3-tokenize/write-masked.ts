import { type EntityFinding, gatewayMembersOf } from '@sluice/contracts'
import { sealValueWith } from '@sluice/token-vault'
import type { BodyWork, LocalRequest, MaskingKeys } from '../../request/index.ts'
import type { SlicedWork } from '../../run/slice-queue.ts'
import { SEALED_PER_STEP, VALUE_COST } from './mapping-writer.ts'
import { generalizeSteps, tokenizeSteps } from './mask-values.ts'

/**
 * All of L3's work on a body, in the thread that holds it: masks it, seals its values, and writes what may leave.
 * Text to embed has no keys.
 */
export function* writeMaskedSteps(
  request: LocalRequest,
  findings: readonly EntityFinding[],
  keys: MaskingKeys | undefined,
): SlicedWork<BodyWork['L3']['output']> {
  if (keys === undefined) {
    const { request: masked, violations } = yield* generalizeSteps(request, findings)
    return { masked: bytesOf(masked), sealed: [], violations }
  }
  const { request: masked, violations, restorations } = yield* tokenizeSteps(request, findings, keys)
  const sealed: [string, string][] = []
  for (const [token, value] of restorations) {
    if (sealed.length % SEALED_PER_STEP === 0) yield SEALED_PER_STEP * VALUE_COST
    sealed.push([token, sealValueWith(keys, token, value)])
  }
  return { masked: bytesOf(masked), sealed, violations }
}

/** The model's name is the endpoint's to write. Members that are undefined are left out. */
function bytesOf({ kind, body }: LocalRequest): Uint8Array {
  const leaving: Record<string, unknown> = { ...body, model: undefined }
  for (const member of gatewayMembersOf(kind)) leaving[member] = undefined
  return new TextEncoder().encode(JSON.stringify(leaving))
}
