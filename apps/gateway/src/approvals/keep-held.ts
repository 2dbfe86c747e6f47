import { type Approvals, digestOfOrder, digestOfRequest, type HeldRequest, sealRequest } from '@sluice/approvals'
import { SluiceError } from '@sluice/contracts'
import {
  type ApprovalReason,
  copyHeld,
  type Exchange,
  type HeldCopy,
  type HeldRequests,
  isDocument,
  type ModelRequestKind,
  waitForTurn,
} from '@sluice/pipeline'
import { newId } from '@sluice/service-kit/environment'
import type { KeyRing } from '@sluice/token-vault'
import type { HeldRequestConfig } from './approval-config.ts'

interface KeepOptions {
  readonly approvals: Pick<Approvals, 'request'>
  readonly keyRing: KeyRing
  readonly config: Pick<HeldRequestConfig, 'APPROVAL_THRESHOLDS' | 'APPROVAL_MAX_REQUEST_BYTES'>
}

/** Copying a long request takes turns with the text work of others; storing it takes milliseconds. */
const KEEP_TIMEOUT_MS = 30_000

/** Characters of a held request that are sealed in a millisecond. */
const SEALED_PER_MS = 200_000

/** Keeps requests that wait for a human: sealed, with what an approver needs to know beside them. */
export function createHeldRequests({ approvals, keyRing, config }: KeepOptions): HeldRequests {
  return {
    timeoutMs: KEEP_TIMEOUT_MS,
    async keep(reason, exchange) {
      const { origin } = exchange
      const { tenant, sub, username, departments } = origin.principal
      const copy = await copyHeld(exchange, keyRing, config.APPROVAL_MAX_REQUEST_BYTES)
      const owner = { id: newId(), tenant, sub, sessionId: origin.session.id }
      const kept = await approvals.request(
        {
          ...owner,
          username,
          departments: [...departments],
          requestDigest: digestOfRequest(keyRing, owner, copy.body),
          orderDigest: digestOfOrder(keyRing, owner, reason, copy.order),
          subject: subjectOf(reason, exchange, copy),
          thresholds: [...config.APPROVAL_THRESHOLDS, ...(reason.approvers ?? [])],
        },
        () =>
          sealRequest(keyRing, owner, heldRequestOf(exchange, copy), (characters) =>
            waitForTurn(characters / SEALED_PER_MS, exchange.scope),
          ),
      )
      return { approvalId: kept.id }
    },
  }
}

/** What an approver is told beside the content. */
function subjectOf({ category, rule }: ApprovalReason, exchange: Exchange, copy: HeldCopy) {
  const { origin, runtime, facts } = exchange
  if (facts.tile === undefined) throw new SluiceError('layer_failed')
  return {
    model: origin.request.body.model,
    category,
    rule,
    tile: facts.tile,
    violations: [...exchange.account().violations, ...copy.violations],
    ...(facts.threats === undefined ? {} : { threats: facts.threats.map(({ kind: _, ...threat }) => threat) }),
    policyVersion: runtime.policy.version,
  }
}

function heldRequestOf({ origin }: Exchange, { body, masked, values }: HeldCopy): HeldRequest {
  const { tenant, sub, username, groups, roles, departments, client } = origin.principal
  return {
    requestId: origin.requestId,
    principal: {
      ...{ tenant, sub, username, client },
      groups: [...groups],
      roles: [...roles],
      departments: [...departments],
    },
    sessionSecret: origin.session.secret,
    ...(origin.reason === undefined ? {} : { reason: origin.reason }),
    ...(origin.headers === undefined ? {} : { headers: { ...origin.headers } }),
    kind: conversationKindOf(origin.request.kind),
    ...(origin.history === undefined ? {} : { history: { ...origin.history, names: { ...origin.history.names } } }),
    ...(origin.shifted === undefined ? {} : { shifted: origin.shifted.map(([date, name]) => [date, name]) }),
    body,
    masked,
    values: values.map(([token, sealed]) => [token, sealed]),
  }
}

/** Documents never wait: what would be held is refused. */
function conversationKindOf(kind: ModelRequestKind): HeldRequest['kind'] {
  if (isDocument(kind)) throw new SluiceError('layer_failed')
  return kind
}
