import type { EntityFinding, PolicyViolation } from '@sluice/contracts'
import type { KeyRing } from '@sluice/token-vault'
import { copyOf, maskForApprovers } from './body-work.ts'
import type { Exchange } from './layer.ts'
import { sessionScopeOf } from './session-scope.ts'

/** What is kept of a request that waits for a human. */
export interface HeldCopy {
  /** As the caller sent it: canonical JSON. */
  readonly body: string
  /** The same for requests that order the same. It quotes them. */
  readonly order: string
  /** What an approver reads first: tokens in the place of sensitive values, as JSON without its model. */
  readonly masked: string
  /** Tokens of `masked` with their sealed values, which an approver of enough clearance may read. */
  readonly values: readonly (readonly [token: string, sealed: string])[]
  /** What was masked: types and counts. */
  readonly violations: readonly PolicyViolation[]
}

/**
 * Copies a request that the inspectors have seen. Nothing of it is stored here, and the layer itself does not run. L2
 * looks at the masked copy once more, and what it is sure of then is masked as well, because people read it. Throws
 * `request_too_large` beyond `maxBytes` of UTF-8, and as L3 does.
 */
export async function copyHeld(
  { origin, findings, scope }: Pick<Exchange, 'origin' | 'findings' | 'scope'>,
  keyRing: Pick<KeyRing, 'mappingKeys'>,
  maxBytes: number,
): Promise<HeldCopy> {
  const { request } = origin
  const keys = keyRing.mappingKeys(sessionScopeOf(origin))
  if (request.remote !== undefined) {
    const { body, order } = await request.remote.copy(maxBytes, scope)
    const { masked, sealed, violations } = await request.remote.L3(keys, scope)
    return { body: textOf(body), order, masked: textOf(masked), values: sealed, violations }
  }
  const { body, order } = copyOf(request, maxBytes)
  const found = findings.filter((finding): finding is EntityFinding => finding.kind === 'entity')
  const { masked, sealed, violations } = await maskForApprovers(request, found, keys, scope)
  return { body: textOf(body), order, masked: textOf(masked), values: sealed, violations }
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
}
