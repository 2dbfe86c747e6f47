import { EXECUTION_UNCERTAIN, type HeldRequest, openRequest } from '@sluice/approvals'
import { ERRORS, type ErrorCode, type Principal, SluiceError } from '@sluice/contracts'
import type { Approval } from '@sluice/db'
import {
  type Answer,
  collect,
  collectMessage,
  type ExchangeOrigin,
  type LocalRequest,
  type ModelRequest,
  type ModelRequestKind,
  type Outcome,
  type RemoteRequest,
} from '@sluice/pipeline'
import { toSluiceError } from '@sluice/service-kit'
import { newId } from '@sluice/service-kit/environment'
import { runAdmitted } from '../admission/run-admitted.ts'
import { completionIdOf } from '../approvals/completion-id.ts'
import { sealKeptAnswer } from '../approvals/kept-answer.ts'
import { parseBody } from '../bodies/parse-body.ts'
import { serviceMetadata } from '../delivery/deliver.ts'
import type { HeldEndpoints } from '../endpoints/endpoint-registry.ts'
import type { RunTrace } from '../observation/exchange-traces.ts'
import { anthropicMessages } from '../protocols/anthropic-messages/parse.ts'
import { keptToolCall } from '../protocols/mcp/kept-call.ts'
import { openAiChat } from '../protocols/openai-chat/parse.ts'
import { openAiResponses } from '../protocols/openai-responses/parse.ts'
import { lastEventOf } from '../protocols/openai-responses/render-json.ts'
import type { Protocol } from '../protocols/protocol.ts'
import { refusalOfRelease } from './refusal-of-release.ts'
import { RunLease } from './run-lease.ts'
import type { WorkerDependencies } from './worker-dependencies.ts'

/** Which approval, of which tenant. */
type Ref = Pick<Approval, 'tenant' | 'id'>

/** A model that is still answering after this long is left. */
const MAX_RUN_MS = 1_800_000
/** The answer is there: storing it is worth a few attempts while PostgreSQL is away. */
const FINISH_ATTEMPTS = 5
const FINISH_RETRY_MS = 500

/**
 * Carries out requests that humans have approved: each through the whole pipeline, by the policy of now, once. An
 * answer that was approved is given out instead, as it was made.
 */
export class ApprovedRequests {
  readonly #dependencies: WorkerDependencies
  readonly #running = new Set<AbortController>()

  constructor(dependencies: WorkerDependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Carries out one request where it waits for a worker, and notes what came of it. What fails before the request is
   * begun, and may pass, leaves it waiting.
   */
  async execute(ref: Ref): Promise<void> {
    const { approvals, onRun } = this.#dependencies
    const approval = await approvals.get(ref)
    if (approval.state !== 'approved') return
    const stop = new AbortController()
    this.#running.add(stop)
    const run = new Run(this.#dependencies, approval, stop)
    try {
      await run.carryOut()
      run.trace?.end('done', undefined)
      onRun(approval.id, 'done')
    } catch (cause) {
      const { code } = toSluiceError(stop.signal.aborted ? stop.signal.reason : cause)
      const outcome = (await run.noteFailure(code)) ? 'failed' : 'postponed'
      run.trace?.end(outcome, code)
      onRun(approval.id, outcome, code)
    } finally {
      this.#running.delete(stop)
      run.end()
    }
  }

  /** Stops what runs. What was not begun waits for another worker. */
  stop(): void {
    for (const stop of this.#running) stop.abort(new SluiceError('shutting_down'))
  }
}

/** One approved request on its way. */
class Run {
  /** Undefined where nothing is traced. */
  readonly trace: RunTrace | undefined
  readonly #dependencies: WorkerDependencies
  readonly #approval: Approval
  readonly #stop: AbortController
  readonly #endpoints: HeldEndpoints
  readonly #requestId = newId()
  /** Set once the run is durable: from then on the request may have left. */
  #number: number | undefined
  #beginning: Promise<number> | undefined
  #lease: RunLease | undefined
  #dropBody: (() => void) | undefined

  constructor(dependencies: WorkerDependencies, approval: Approval, stop: AbortController) {
    this.#dependencies = dependencies
    this.#approval = approval
    this.#stop = stop
    this.#endpoints = dependencies.endpoints.hold(approval.tenant)
    this.trace = dependencies.traces?.openRun(this.#requestId)
  }

  async carryOut(): Promise<void> {
    const { apiKeys, approvals, gate, keyRing, sessionKeys, spendings } = this.#dependencies
    const content = await approvals.contentOf(this.#approval)
    await sessionKeys.require(this.#approval)
    const held = openRequest(keyRing, this.#approval, content.request)
    await gate.enter(
      { principal: held.principal, requested: String(this.#approval.sessionId) },
      { controller: this.#stop, cut: () => undefined },
    )
    if (content.answer !== undefined) return await this.#release(held, content.answer)
    const origin = await this.#originOf(held)
    const policy = this.#dependencies.policies.current(held.principal.tenant)
    const key = await apiKeys.findKeyOf(held.principal)
    const recordId = newId()
    const runtime = {
      recordId,
      policy,
      spending: spendings.of(held.principal, policy, held.body.length, () => undefined, key),
      endpoints: this.#endpoints.snapshot,
      clock: this.#dependencies.clock,
      signal: this.#stop.signal,
      // Answers are bounded by their endpoint, and runs by their number.
      holdBytes: () => undefined,
      approval: { id: this.#approval.id, begin: () => this.#begin(recordId) },
      trace: this.trace?.exchange,
    }
    const observation = { permitted: () => undefined }
    await this.#keep(await runAdmitted(this.#dependencies, { origin, runtime, observation }), held.kind)
  }

  /** Gives out an answer that has waited, as it was made, where the caller may have it by the policy of now. */
  async #release({ principal, reason }: HeldRequest, answer: string): Promise<void> {
    const { gate, policies, users } = this.#dependencies
    const policy = policies.current(principal.tenant)
    const user = await users.find(principal.tenant, principal.sub)
    const refusal = refusalOfRelease({ user, policy, principal, reason }, this.#approval.subject)
    if (refusal !== undefined) throw new SluiceError(refusal)
    await this.#begin()
    await gate.ensureFresh()
    this.#stop.signal.throwIfAborted()
    await this.#finish(answer)
  }

  /** Tells whether the request has failed for good. A failure that cannot be noted shows when the lease runs out. */
  async noteFailure(code: ErrorCode): Promise<boolean> {
    await this.#beginning?.catch(() => undefined)
    const isBegun = this.#number !== undefined
    // After `conflict` another worker has it.
    if (!isBegun && (mayPass(code) || code === 'conflict')) return false
    // A worker that ends in mid-run does not know what the model has done.
    const noted = isBegun && code === 'shutting_down' ? EXECUTION_UNCERTAIN : code
    try {
      await this.#dependencies.approvals.fail(this.#approval, this.#number, noted)
    } catch {
      return isBegun
    }
    return true
  }

  end(): void {
    this.#lease?.end()
    this.#dropBody?.()
    this.#endpoints.release()
    this.#dependencies.gate.leave(this.#stop)
  }

  async #originOf(held: HeldRequest): Promise<ExchangeOrigin> {
    const { principal, sessionSecret, reason, headers, history, shifted } = held
    return {
      requestId: this.#requestId,
      request: await this.#openHeld(held),
      principal,
      session: { id: this.#approval.sessionId, secret: sessionSecret },
      // An action is carried out, not remembered.
      cacheUse: 'none',
      ...(reason === undefined ? {} : { reason }),
      ...(headers === undefined ? {} : { headers }),
      ...(history === undefined ? {} : { history }),
      ...(shifted === undefined ? {} : { shifted }),
    }
  }

  /** The request in the wire that it came by. */
  #openHeld({ kind, body, principal }: HeldRequest): Promise<ModelRequest> {
    const bytes = Buffer.from(body)
    switch (kind) {
      case 'chat':
        return this.#open(openAiChat, bytes, principal)
      case 'responses':
        return this.#open(openAiResponses, bytes, principal)
      case 'messages':
        return this.#open(anthropicMessages, bytes, principal)
      case 'tool-call':
        return this.#open(keptToolCall, bytes, principal)
    }
  }

  async #open<Kind extends ModelRequestKind>(
    protocol: Protocol<Kind>,
    bytes: Buffer,
    { tenant, sub }: Pick<Principal, 'tenant' | 'sub'>,
  ): Promise<(LocalRequest | RemoteRequest) & { readonly kind: Kind }> {
    const { bodies, keyRing, limits } = this.#dependencies
    const sealKey = keyRing.providerSealKey({ tenant, sub })
    const { name, kind } = protocol
    if (name === 'mcp' || bytes.byteLength <= limits.localBodyBytes) return parseBody(protocol, bytes, sealKey)
    const owner = { user: `${tenant}\0${sub}`, sealKey }
    const { request, drop } = await bodies.open({ name, kind }, bytes, owner, this.#stop.signal)
    this.#dropBody = drop
    return request
  }

  /** Nothing has left before this resolves. */
  async #begin(recordId?: string): Promise<void> {
    const { approvals, clock, limits } = this.#dependencies
    this.#beginning = approvals.start(this.#approval, { requestId: this.#requestId, recordId })
    const number = await this.#beginning
    this.#number = number
    // The run may have been stopped meanwhile; then nothing leaves, and its end is noted below.
    this.#stop.signal.throwIfAborted()
    this.#lease = new RunLease({
      ...{ clock, leaseMs: limits.leaseMs, maxRunMs: MAX_RUN_MS },
      renew: () => approvals.renew(this.#approval, number),
      onLost: (reason) => this.#stop.abort(reason),
    })
  }

  async #keep(outcome: Outcome, kind: HeldRequest['kind']): Promise<void> {
    if (outcome.type === 'denied') throw new SluiceError(outcome.refusal)
    if (outcome.type !== 'answered') throw new SluiceError('internal_error')
    const { keyRing, gate, limits } = this.#dependencies
    const { id, sessionId } = this.#approval
    const whole = await this.#wholeOf(outcome.answer, kind)
    const metadata = { ...serviceMetadata(outcome.report, sessionId), approval_id: id }
    await gate.ensureFresh()
    this.#stop.signal.throwIfAborted()
    await this.#finish(sealKeptAnswer(keyRing, this.#approval, { ...whole, metadata }, limits.maxAnswerBytes))
  }

  /** An answer as it is kept: all of it in one piece, in the form of its wire. */
  async #wholeOf(answer: Answer, kind: HeldRequest['kind']) {
    if (kind === 'chat') {
      if (answer.kind !== 'chunks') throw new SluiceError('internal_error')
      const { id, subject } = this.#approval
      const collected = await collect(answer.chunks)
      return { completion: { ...collected, id: completionIdOf(id), model: collected.model || subject.model } }
    }
    if (answer.kind !== 'events') throw new SluiceError('internal_error')
    return { event: kind === 'messages' ? await collectMessage(answer.events) : await lastEventOf(answer) }
  }

  async #finish(sealed: string): Promise<void> {
    const { approvals } = this.#dependencies
    if (this.#number === undefined) throw new SluiceError('internal_error')
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await approvals.finish(this.#approval, this.#number, sealed)
      } catch (error) {
        if (attempt === FINISH_ATTEMPTS || !mayPass(toSluiceError(error).code)) throw error
      }
      await new Promise((resolve) => setTimeout(resolve, FINISH_RETRY_MS))
    }
  }
}

/** Another attempt may go well. */
function mayPass(code: ErrorCode): boolean {
  return ERRORS[code].retry
}
