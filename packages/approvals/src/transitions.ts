import { SluiceError } from '@sluice/contracts'
import type { Approval, ApprovalChange, ApprovalThreshold, ApprovalVote } from '@sluice/db'
import type { ApprovalTimes } from './approval-times.ts'

/** The error code of a run that began and whose end nobody knows. */
export const EXECUTION_UNCERTAIN = 'execution_uncertain'

/** Tells whether the state of an approval has lapsed; `lapse` says into what. */
export function hasLapsed(approval: Approval, nowMs: number): boolean {
  return nowMs >= approval.untilMs
}

/**
 * What becomes of an approval whose state has lapsed: nobody decided (`expired`), no worker took it (`expired`), its
 * worker is gone (`failed`: nobody knows whether the model was asked), or it ended long ago: first its content goes,
 * then all of it.
 */
export function lapse(approval: Approval, nowMs: number, times: ApprovalTimes): ApprovalChange {
  switch (approval.state) {
    case 'pending':
    case 'approved':
      return { approval: { ...approval, state: 'expired', untilMs: nowMs + times.contentMs } }
    case 'started':
      return { approval: failed(approval, EXECUTION_UNCERTAIN, nowMs, times) }
    default:
      return approval.hasContent
        ? { approval: { ...approval, hasContent: false, untilMs: nowMs + times.subjectMs } }
        : { approval, isGone: true }
  }
}

/**
 * Counts a vote. One denial denies. An approval counts once for each threshold that asks for one of the voter's roles;
 * the request is approved when all thresholds are met. An approval that failed may be approved anew: its votes begin
 * from nothing.
 *
 * @throws SluiceError `action_not_permitted` for the requester's own vote and for a role that nobody asked for,
 *   `conflict` for a second vote and where there is nothing (more) to decide.
 */
export function vote(approval: Approval, cast: ApprovalVote, nowMs: number, times: ApprovalTimes): Approval {
  if (cast.sub === approval.sub) throw notYours('Nobody decides on a request of their own.')
  const earlier = votesOfRound(approval)
  if (earlier.some(({ sub }) => sub === cast.sub)) throw conflict('You have voted on this request already.')
  if (!approval.thresholds.some((threshold) => asksFor(threshold, cast))) {
    throw notYours('This request asks for approvers of other roles.')
  }
  const votes = [...earlier, cast]
  const { failure: _, ...voted } = { ...approval, votes }
  if (cast.decision === 'deny') return { ...voted, state: 'denied', untilMs: nowMs + times.contentMs }
  if (isMet(approval.thresholds, votes)) return { ...voted, state: 'approved', untilMs: nowMs + times.approvedMs }
  const untilMs = approval.state === 'failed' ? nowMs + times.pendingMs : approval.untilMs
  return { ...voted, state: 'pending', untilMs }
}

/** The votes that a further one joins. Throws `conflict` where there is nothing to decide. */
function votesOfRound({ state, votes, hasContent }: Approval): readonly ApprovalVote[] {
  if (state === 'pending') return votes
  if (state === 'failed' && hasContent) return []
  throw conflict(`This request is not waiting for a decision any more: it is ${state}.`)
}

function asksFor({ roles }: ThresholdRoles, { roles: held }: Pick<ApprovalVote, 'roles'>): boolean {
  return roles.length === 0 || roles.some((role) => held.includes(role))
}

type ThresholdRoles = Pick<ApprovalThreshold, 'roles'>

function isMet(thresholds: readonly ApprovalThreshold[], votes: readonly ApprovalVote[]): boolean {
  return thresholds.every((threshold) => votes.filter((cast) => asksFor(threshold, cast)).length >= threshold.count)
}

/** Begins the next run. Throws `conflict` unless the approval waits for a worker. */
export function start(approval: Approval, nowMs: number, times: ApprovalTimes): Approval {
  if (approval.state !== 'approved') throw conflict(`This request cannot be started: it is ${approval.state}.`)
  return { ...approval, state: 'started', run: approval.run + 1, untilMs: nowMs + times.startedMs }
}

/** A sign of life of a run. Throws `conflict` where this run is not the one that goes on. */
export function renew(approval: Approval, run: number, nowMs: number, times: ApprovalTimes): Approval {
  requireRun(approval, run)
  return { ...approval, untilMs: nowMs + times.startedMs }
}

/** Ends a run well. Throws `conflict` where this run is not the one that goes on. */
export function finish(approval: Approval, run: number, nowMs: number, times: ApprovalTimes): Approval {
  requireRun(approval, run)
  return { ...approval, state: 'done', untilMs: nowMs + times.contentMs }
}

/**
 * Ends a run badly, or, without a run, an approved request that was refused before it was sent. Throws `conflict` where
 * this run is not the one that goes on.
 */
export function fail(
  approval: Approval,
  run: number | undefined,
  code: string,
  nowMs: number,
  times: ApprovalTimes,
): Approval {
  if (run !== undefined) requireRun(approval, run)
  else if (approval.state !== 'approved') throw conflict(`This request cannot fail: it is ${approval.state}.`)
  return failed(approval, code, nowMs, times)
}

function failed(approval: Approval, failure: string, nowMs: number, times: ApprovalTimes): Approval {
  return { ...approval, state: 'failed', failure, untilMs: nowMs + times.contentMs }
}

function requireRun({ state, run: current }: Approval, run: number): void {
  if (state !== 'started' || current !== run) throw conflict('Another run, or none, of this request goes on.')
}

function conflict(message: string): SluiceError {
  return new SluiceError({ code: 'conflict', message })
}

function notYours(message: string): SluiceError {
  return new SluiceError({ code: 'action_not_permitted', message })
}
