import {
  type Approvals,
  digestOfOrder,
  digestOfRequest,
  type HeldRequest,
  sealAnswer,
  sealRequest,
} from '@sluice/approvals'
import { canonicalJson, SluiceError } from '@sluice/contracts'
import type { Approval } from '@sluice/db'
import {
  type ApprovalReason,
  copyHeld,
  type Exchange,
  type HeldAnswer,
  type HeldCopy,
  type HeldRequests,
  isDocument,
  type ModelRequestKind,
  waitForTurn,
} from '@sluice/pipeline'
import { newId } from '@sluice/service-kit/environment'
import type { KeyRing } from '@sluice/token-vault'
import type { HeldRequestConfig } from './approval-config.ts'
import { completionIdOf } from './completion-id.ts'
import { writeKeptAnswer } from './kept-answer.ts'

interface KeepOptions {
  readonly approvals: Pick<Approvals, 'request'>
  readonly keyRing: KeyRing
  readonly config: Pick<
    HeldRequestConfig,
    'APPROVAL_THRESHOLDS' | 'APPROVAL_MAX_REQUEST_BYTES' | 'APPROVAL_MAX_ANSWER_BYTES'
  >
}

/** Copying a long request takes turns with the text work of others; storing it takes milliseconds. */
const KEEP_TIMEOUT_MS = 30_000

/** Characters of a held request that are sealed in a millisecond. */
const SEALED_PER_MS = 200_000

/** Keeps what waits for a human: sealed, with what an approver needs to know beside it. */
export function createHeldRequests({ approvals, keyRing, config }: KeepOptions): HeldRequests {
  return {
    timeoutMs: KEEP_TIMEOUT_MS,
    async keep(reason, exchange, answer) {
      const { origin } = exchange
      const { tenant, sub, username, departments } = origin.principal
      // An answer is called by its record. Where the same calls wait already, theirs is the approval.
      const id = answer === undefined ? newId() : exchange.runtime.recordId
      const copy = await copyRequest(exchange, answer, { keyRing, config })
      const made = answer && (await copyAnswer(id, exchange, answer, { keyRing, config }))
      const owner = { id, tenant, sub, sessionId: origin.session.id }
      const kept = await approvals.request(
        {
          ...owner,
          username,
          departments: [...departments],
          requestDigest: digestOfRequest(keyRing, owner, copy.body),
          orderDigest: digestOfOrder(keyRing, owner, reason, orderOf(copy, answer)),
          subject: subjectOf(reason, exchange, { ...copy, answer, ofAnswer: made?.copy.violations ?? [] }),
          thresholds: [...config.APPROVAL_THRESHOLDS, ...(reason.approvers ?? [])],
        },
        async () => {
          const wait = (characters: number) => waitForTurn(characters / SEALED_PER_MS, exchange.scope)
          const request = await sealRequest(keyRing, owner, heldRequestOf(exchange, copy, made?.copy), wait)
          if (made === undefined) return { request }
          await wait(made.text.length)
          return { request, answer: sealAnswer(keyRing, owner, made.text) }
        },
        { requestId: origin.requestId, recordId: exchange.runtime.recordId },
      )
      return { approvalId: kept.id }
    },
  }
}

/** Of a body that a thread has held there is what has left, when its answer waits: that is what the model has seen. */
async function copyRequest(
  exchange: Exchange,
  answer: HeldAnswer | undefined,
  { keyRing, config }: Pick<KeepOptions, 'keyRing' | 'config'>,
): Promise<HeldCopy> {
  const { APPROVAL_MAX_REQUEST_BYTES: maxBytes } = config
  if (answer?.left === undefined) return copyHeld(exchange, keyRing, maxBytes)
  const { masked, values } = answer.left
  if (Buffer.byteLength(masked) > maxBytes) {
    const message = `The answer needs the approval of a human, and its request may have ${maxBytes} bytes at most.`
    throw new SluiceError({ code: 'request_too_large', message })
  }
  return { body: masked, order: masked, masked, values, violations: [] }
}

/** The same calls in answer to the same order are one approval. */
function orderOf({ order }: HeldCopy, answer: HeldAnswer | undefined): string {
  return answer === undefined ? order : canonicalJson(['answer', order, answer.calls])
}

/** The answer as it is given out once it is approved, and what an approver reads of it. */
async function copyAnswer(
  id: string,
  { origin, facts, scope }: Exchange,
  { whole, told, findings, layersExecuted }: HeldAnswer,
  { keyRing, config }: Pick<KeepOptions, 'keyRing' | 'config'>,
) {
  const metadata = {
    ...{ session_id: origin.session.id, layers_executed: [...layersExecuted], policy_violations: [] },
    ...{ approval_required: false, approval_id: id, cache_hit: false },
  }
  const named = 'completion' in whole ? { completion: { ...whole.completion, id: completionIdOf(id) } } : whole
  const shifted = [...new Map([...(origin.shifted ?? []), ...(facts.shifted ?? [])])]
  const text = writeKeptAnswer(
    { ...named, metadata, ...(shifted.length === 0 ? {} : { shifted: shifted.map(([date, name]) => [date, name]) }) },
    config.APPROVAL_MAX_ANSWER_BYTES,
  )
  const answered = { origin: { ...origin, request: told }, findings, scope }
  return { text, copy: await copyHeld(answered, keyRing, Number.POSITIVE_INFINITY) }
}

interface Subject extends Pick<HeldCopy, 'violations'> {
  readonly answer: HeldAnswer | undefined
  readonly ofAnswer: HeldCopy['violations']
}

/** What an approver is told beside the content. */
function subjectOf(
  { category, rule }: ApprovalReason,
  exchange: Exchange,
  { violations, answer, ofAnswer }: Subject,
): Approval['subject'] {
  const { origin, runtime, facts } = exchange
  if (facts.tile === undefined) throw new SluiceError('layer_failed')
  return {
    model: origin.request.body.model,
    ...(origin.session.name === undefined ? {} : { sessionName: origin.session.name }),
    category,
    rule,
    tile: facts.tile,
    violations: [...exchange.account().violations, ...violations, ...ofAnswer],
    ...(facts.threats === undefined ? {} : { threats: facts.threats.map(({ kind: _, ...threat }) => threat) }),
    policyVersion: runtime.policy.version,
    ...(answer === undefined ? {} : { answer: { categories: [...answer.categories] } }),
  }
}

function heldRequestOf({ origin }: Exchange, copy: HeldCopy, ofAnswer: HeldCopy | undefined): HeldRequest {
  const { body, masked, values } = copy
  const { tenant, sub, username, groups, roles, departments, client } = origin.principal
  const all = ofAnswer === undefined ? values : [...new Map([...ofAnswer.values, ...values])]
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
    values: all.map(([token, sealed]) => [token, sealed]),
    ...(ofAnswer === undefined ? {} : { maskedAnswer: ofAnswer.masked }),
  }
}

/** Documents never wait: what would be held is refused. */
function conversationKindOf(kind: ModelRequestKind): HeldRequest['kind'] {
  if (isDocument(kind)) throw new SluiceError('layer_failed')
  return kind
}
