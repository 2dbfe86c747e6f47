import { type Clock, type ControlRecord, createControlRecord, SluiceError } from '@sluice/contracts'
import type {
  Approval,
  ApprovalContent,
  ApprovalQuery,
  ApprovalRef,
  ApprovalsRepository,
  ApprovalVote,
} from '@sluice/db'
import type { ApprovalTimes } from './approval-times.ts'
import { noteStep } from './note-step.ts'
import { type ApprovalAct, approvalAct, type Doer } from './record-act.ts'
import { refusalOfEnded } from './refusal-of-ended.ts'
import { fail, finish, hasLapsed, lapse, renew, start, vote } from './transitions.ts'

interface ApprovalsOptions {
  readonly repository: ApprovalsRepository
  readonly outbox: { append(record: ControlRecord): Promise<void> }
  readonly clock: Pick<Clock, 'nowMs'>
  readonly times: ApprovalTimes
  /** How many requests of one user may be open; one more is refused with `rate_limit_exceeded`. 100 by default. */
  readonly maxOpenPerUser?: number
  /** The service that records what it does here. */
  readonly service: string
  /** Gives a UUID. */
  readonly newId: () => string
}

/** A request that waits for a worker, and how often it was started before. */
type WaitingRef = ApprovalRef & Pick<Approval, 'run'>

/** A request that begins to wait. */
export type NewApproval = Pick<
  Approval,
  | 'id'
  | 'tenant'
  | 'sub'
  | 'username'
  | 'departments'
  | 'sessionId'
  | 'requestDigest'
  | 'orderDigest'
  | 'subject'
  | 'thresholds'
>

/** Where a request comes from, or is carried out: the id of the exchange, and of its record in the audit trail. */
type Exchanged = Pick<Doer, 'requestId' | 'recordId'>

/** One person's word on one request. */
interface CastVote extends ApprovalRef {
  readonly voter: Omit<ApprovalVote, 'decision' | 'comment' | 'atMs'>
  readonly decision: ApprovalVote['decision']
  /** For the audit trail; 1,000 characters at most. */
  readonly comment: string
  /** Of the HTTP request that brought it. */
  readonly requestId?: string
}

/**
 * The held requests of all tenants. Each change is one step that no other can come between, and it is recorded before
 * it counts: a change that cannot be recorded does not take place.
 *
 * Every method throws `dependency_unavailable` and, where it changes something, `audit_unavailable`.
 */
export interface Approvals {
  /**
   * Lets a request wait, unless one that orders the same does so already: then that one is returned. Throws
   * `rate_limit_exceeded` where too many of the user do, and `approval_denied` with its id where a human has denied the
   * order and that has not lapsed.
   *
   * @param seal gives the sealed request, and the answer where that is what waits; called where it is a new one only.
   * @param by names its exchange in the audit trail.
   */
  request(held: NewApproval, seal: () => Promise<ApprovalContent>, by?: Exchanged): Promise<Approval>
  /** As it stands now: a state that has lapsed is changed first. Throws `not_found`. */
  get(ref: ApprovalRef): Promise<Approval>
  /** What is kept of it, sealed. Throws `not_found` where it was deleted. */
  contentOf(ref: ApprovalRef): Promise<ApprovalContent>
  /** The newest first. A state may have lapsed a moment ago. */
  list(query: ApprovalQuery): Promise<Approval[]>
  /** Throws `not_found`, and as `vote` in `transitions.ts` does. */
  vote(cast: CastVote): Promise<Approval>
  /**
   * Begins a run, durably, and returns its number. `by` names its exchange; a run that asks no model has no record.
   * Throws `not_found`, `conflict`.
   */
  start(ref: ApprovalRef, by: Exchanged): Promise<number>
  /** A sign of life of a run. Throws `not_found`, `conflict` where it has ended. */
  renew(ref: ApprovalRef, run: number): Promise<void>
  /** Ends a run with its sealed answer. Throws `not_found`, `conflict`. */
  finish(ref: ApprovalRef, run: number, sealedAnswer: string): Promise<void>
  /** Ends a run, or a request that was refused before its run began. Throws `not_found`, `conflict`. */
  fail(ref: ApprovalRef, run: number | undefined, code: string): Promise<void>
  /** Changes up to so many states that have lapsed, and tells how many there were. */
  lapseDue(limit: number): Promise<number>
  /** Up to so many requests that wait for a worker, the longest first. */
  approved(limit: number): Promise<WaitingRef[]>
}

const MAX_OPEN_PER_USER = 100

export function createApprovals(options: ApprovalsOptions): Approvals {
  return new RecordedApprovals(options)
}

class RecordedApprovals implements Approvals {
  readonly #options: ApprovalsOptions

  constructor(options: ApprovalsOptions) {
    this.#options = options
  }

  async request(held: NewApproval, seal: () => Promise<ApprovalContent>, by: Exchanged = {}): Promise<Approval> {
    const { repository, times, maxOpenPerUser = MAX_OPEN_PER_USER } = this.#options
    const nowMs = this.#nowMs()
    const known = await repository.findOrder(held, nowMs)
    if (known !== undefined && !hasLapsed(known, nowMs)) return unlessDenied(known)
    const content = await seal()
    const created: Approval = {
      ...held,
      state: 'pending',
      votes: [],
      run: 0,
      createdAtMs: nowMs,
      untilMs: nowMs + times.pendingMs,
      hasContent: true,
    }
    const insert = () =>
      repository.insert(created, content, maxOpenPerUser, () =>
        this.#record(created, { event: 'approval.requested' }, { ...by, actor: `user:${held.sub}` }),
      )
    const stored = await insert()
    if (stored.id === held.id || !hasLapsed(stored, nowMs)) return unlessDenied(stored)
    await this.#settle(stored)
    return unlessDenied(await insert())
  }

  async get(ref: ApprovalRef): Promise<Approval> {
    const found = await this.#options.repository.find(ref)
    const settled = found !== undefined && hasLapsed(found, this.#nowMs()) ? await this.#settle(ref) : found
    return settled ?? notFound()
  }

  async contentOf(ref: ApprovalRef): Promise<ApprovalContent> {
    return (await this.#options.repository.findContent(ref)) ?? notFound()
  }

  list(query: ApprovalQuery): Promise<Approval[]> {
    return this.#options.repository.list(query)
  }

  vote({ voter, decision, comment, requestId, ...ref }: CastVote): Promise<Approval> {
    const nowMs = this.#nowMs()
    const { sub, username, roles } = voter
    const cast: ApprovalVote = { sub, username, roles: [...roles], decision, comment, atMs: nowMs }
    const doer = { actor: `user:${sub}`, reason: comment, requestId }
    return this.#change(ref, doer, (current) => vote(current, cast, nowMs, this.#options.times))
  }

  async start(ref: ApprovalRef, by: Exchanged): Promise<number> {
    const { times } = this.#options
    const started = await this.#change(ref, { ...this.#self(), ...by }, (current) =>
      start(current, this.#nowMs(), times),
    )
    return started.run
  }

  async renew(ref: ApprovalRef, run: number): Promise<void> {
    const { repository, times } = this.#options
    const nowMs = this.#nowMs()
    const renewed = await repository.change(ref, async (current) => ({ approval: renew(current, run, nowMs, times) }))
    if (renewed === undefined) notFound()
  }

  async finish(ref: ApprovalRef, run: number, sealedAnswer: string): Promise<void> {
    const { times } = this.#options
    const done = (current: Approval) => finish(current, run, this.#nowMs(), times)
    await this.#change(ref, this.#self(), done, sealedAnswer)
  }

  async fail(ref: ApprovalRef, run: number | undefined, code: string): Promise<void> {
    const { times } = this.#options
    await this.#change(ref, this.#self(), (current) => fail(current, run, code, this.#nowMs(), times))
  }

  async lapseDue(limit: number): Promise<number> {
    const due = await this.#options.repository.lapsed(this.#nowMs(), limit)
    for (const ref of due) await this.#settle(ref)
    return due.length
  }

  approved(limit: number): Promise<WaitingRef[]> {
    return this.#options.repository.approved(limit)
  }

  /** Changes what has lapsed, and records it where somebody waited for it. */
  #settle(ref: ApprovalRef): Promise<Approval | undefined> {
    const nowMs = this.#nowMs()
    return this.#options.repository.change({ tenant: ref.tenant, id: ref.id }, async (current) => {
      if (!hasLapsed(current, nowMs)) return undefined
      const change = lapse(current, nowMs, this.#options.times)
      const approval = noteStep(current, change.approval, nowMs)
      const act = approvalAct(current, approval)
      if (act !== undefined) await this.#record(approval, act, this.#self())
      return { ...change, approval }
    })
  }

  /** One step of an approval that has not lapsed, recorded before it counts. */
  async #change(
    ref: ApprovalRef,
    doer: Doer,
    step: (current: Approval) => Approval,
    answer?: string,
  ): Promise<Approval> {
    const current = await this.get(ref)
    const changed = await this.#options.repository.change(current, async (locked) => {
      if (hasLapsed(locked, this.#nowMs())) throw new SluiceError('conflict')
      const approval = noteStep(locked, step(locked), this.#nowMs())
      const act = approvalAct(locked, approval)
      if (act !== undefined) await this.#record(approval, act, doer)
      return answer === undefined ? { approval } : { approval, answer }
    })
    return changed ?? notFound()
  }

  #self(): Doer {
    return { actor: `service:${this.#options.service}` }
  }

  #nowMs(): number {
    return Math.trunc(this.#options.clock.nowMs())
  }

  async #record(
    approval: Approval,
    { event, severity = 'medium' }: ApprovalAct,
    { recordId, ...doer }: Doer,
  ): Promise<void> {
    const { outbox, service, newId } = this.#options
    const { tenant, sub, sessionId, id, state, run, failure, votes, subject } = approval
    await outbox.append(
      createControlRecord({
        ...doer,
        id: newId(),
        event,
        severity,
        timeMs: this.#nowMs(),
        service,
        tenant,
        sub,
        sessionId,
        details: {
          approval_id: id,
          state,
          run,
          votes: votes.length,
          category: subject.category,
          rule: subject.rule,
          level: subject.tile.level,
          ...(recordId === undefined ? {} : { record_id: recordId }),
          ...(failure === undefined ? {} : { code: failure }),
        },
      }),
    )
  }
}

function unlessDenied(stored: Approval): Approval {
  if (stored.state !== 'denied') return stored
  throw refusalOfEnded(stored, 'approval_denied')
}

function notFound(): never {
  throw new SluiceError({ code: 'not_found', message: 'There is no such approval.' })
}
