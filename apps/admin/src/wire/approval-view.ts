import { z } from '@hono/zod-openapi'
import {
  ACTION_NAMES,
  actionCategorySchema,
  policyViolationSchema,
  sensitivityTileSchema,
  threatSchema,
} from '@sluice/contracts'
import type { Approval } from '@sluice/db'
import { defined } from '@sluice/service-kit/async'
import { isoTime } from './freeze-view.ts'

export const APPROVAL_STATES = ['pending', 'approved', 'denied', 'expired', 'started', 'done', 'failed'] as const

const voteSchema = z.object({
  by: z.string().describe('`user:SUB`.'),
  username: z.string(),
  roles: z.array(z.string()),
  decision: z.enum(['approve', 'deny']),
  comment: z.string(),
  at: z.iso.datetime(),
})

const stepSchema = z.object({
  state: z.enum(APPROVAL_STATES),
  at: z.iso.datetime(),
  code: z.string().optional().describe('The error code of a run that failed.'),
})

/** What is said of a held request without its content. */
export const approvalSchema = z
  .object({
    id: z.uuid(),
    state: z.enum(APPROVAL_STATES),
    until: z.iso.datetime().describe('When this state ends by itself.'),
    created_at: z.iso.datetime(),
    requester: z.object({ sub: z.string(), username: z.string(), departments: z.array(z.string()) }),
    session_id: z.int(),
    model: z.string(),
    category: actionCategorySchema,
    category_name: z.string(),
    rule: z.string().describe('The rule that recognised the action.'),
    waits: z
      .enum(['request', 'answer'])
      .describe('What waits: a request that no model has seen, or the answer of a model, for the calls in it.'),
    tile: sensitivityTileSchema,
    policy_violations: z.array(policyViolationSchema).describe('What was found: types and counts, never values.'),
    threats: z
      .array(threatSchema)
      .describe(
        'Where L1 has seen signs of an attack, the surest first. Places are those of the request as it was sent.',
      ),
    policy_version: z.string(),
    thresholds: z
      .array(z.object({ count: z.int(), roles: z.array(z.string()) }))
      .describe('All must be met; a list without roles means anybody who may approve.'),
    votes: z.array(voteSchema),
    steps: z
      .array(stepSchema)
      .describe('The states that it has entered since it was held, the oldest first: sent, answered, and so on.'),
    runs: z.int().describe('How often a worker has begun to carry it out.'),
    failure: z.string().optional().describe('The error code of a run that failed.'),
  })
  .openapi('Approval')

/** A held request as its requester may see it: no names and words of those who decide, no places of threats. */
export const ownApprovalSchema = approvalSchema
  .pick({
    ...{ id: true, state: true, until: true, created_at: true, session_id: true, model: true },
    ...{ category: true, category_name: true, waits: true, tile: true, policy_violations: true, thresholds: true },
    ...{ steps: true, failure: true },
  })
  .extend({
    votes: z.array(voteSchema.pick({ decision: true, roles: true, at: true })),
    answer_kept: z.boolean().describe('Whether its answer is there, to be fetched at the gateway.'),
  })
  .openapi('OwnApproval')

/** A held request with as much of its content as the approver may see. */
export const approvalWithContentSchema = approvalSchema
  .extend({
    request: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('The request, with tokens for values above your clearance; absent once it has been deleted.'),
    answer: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('Where an answer waits: that, as a client would send it back in a request, with tokens likewise.'),
    withheld: z.int().optional().describe('How many different values are shown as tokens.'),
  })
  .openapi('ApprovalWithContent')

export function viewApproval(approval: Approval): z.output<typeof approvalSchema> {
  const { subject, thresholds, votes, failure } = approval
  const { tile, violations, threats = [] } = subject
  return {
    id: approval.id,
    state: approval.state,
    until: isoTime(approval.untilMs),
    created_at: isoTime(approval.createdAtMs),
    requester: { sub: approval.sub, username: approval.username, departments: [...approval.departments] },
    session_id: approval.sessionId,
    model: subject.model,
    category: subject.category,
    category_name: ACTION_NAMES[subject.category],
    rule: subject.rule,
    waits: subject.answer === undefined ? 'request' : 'answer',
    tile: { ...tile, flags: [...tile.flags] },
    policy_violations: [...violations],
    threats: [...threats],
    policy_version: subject.policyVersion,
    thresholds: thresholds.map(({ count, roles }) => ({ count, roles: [...roles] })),
    votes: votes.map(({ sub, username, roles, decision, comment, atMs }) => ({
      ...{ by: `user:${sub}`, username, roles: [...roles], decision, comment, at: isoTime(atMs) },
    })),
    steps: (subject.steps ?? []).map(({ state, atMs, code }) => ({
      ...{ state, at: isoTime(atMs) },
      ...defined({ code }),
    })),
    runs: approval.run,
    ...defined({ failure }),
  }
}

/** What the schema does not name is left out. */
export function viewOwnApproval(approval: Approval): z.output<typeof ownApprovalSchema> {
  const isAnswerKept = approval.state === 'done' && approval.hasContent
  return ownApprovalSchema.parse({ ...viewApproval(approval), answer_kept: isAnswerKept })
}
