import type { ChatRequest, CompletionChunk, LayerId, Refusal } from '@sluice/contracts'
import { SluiceError } from '@sluice/contracts'
import type { Account, ApprovalReason, Decision, Ending, Exchange, Layers } from './layer.ts'
import { EGRESS_STEP, WAY_BACK, WAY_TO_THE_MODEL } from './order.ts'
import { AbortScope, withDeadline } from './run/abort-scope.ts'
import { endingOfAbort } from './run/ending-of-abort.ts'
import { guardAnswer } from './run/guard-response.ts'
import { type Journal, openJournal } from './run/journal.ts'
import { PendingWriteFailed, PendingWrites } from './run/pending-writes.ts'
import { type FailureObserver, type LayerResult, refusalOf, runRequestLayer } from './run/run-request-layer.ts'

type WayIn = (typeof WAY_TO_THE_MODEL)[number][number]

/** What the caller of the pipeline knows when a request comes in. */
export type ExchangeStart = Omit<Exchange, 'facts' | 'findings' | 'account'>

/** What can be told of a request, at any time; complete once its stream has ended. */
export interface Report {
  layersExecuted(): LayerId[]
  account(): Account
}

export type Outcome = { readonly report: Report } & (
  | { readonly type: 'answered'; readonly chunks: AsyncIterable<CompletionChunk> }
  | { readonly type: 'held'; readonly reason: ApprovalReason }
  | { readonly type: 'denied'; readonly refusal: Refusal }
)

export interface Pipeline {
  /**
   * Sends one request the whole way. Denials and holds are results, already sealed by L6; the answer's chunks must be
   * read to their end or returned, which is when L6 seals them.
   * Rejects with `audit_unavailable` when evidence of a refusal cannot be left, and with the signal's reason when the
   * caller is gone. The chunks throw a `SluiceError` when the answer breaks off or a guard fails.
   */
  run(request: ChatRequest, start: ExchangeStart): Promise<Outcome>
  /**
   * Leaves the evidence of a request that was refused before its first layer, and gives the refusal as a result.
   * Rejects with `audit_unavailable` when the evidence cannot be left.
   */
  refuse(refusal: Refusal, start: ExchangeStart): Promise<Outcome>
}

/**
 * Builds the runner of `order.ts`.
 *
 * @param onFailure learns why a layer failed; the caller of the service never does.
 */
export function createPipeline(layers: Layers, onFailure: FailureObserver): Pipeline {
  return {
    async refuse(refusal, start) {
      const journal = openJournal()
      const exchange = { ...start, facts: {}, findings: [], account: journal.account }
      return await conclude({ type: 'deny', refusal }, exchange, journal)
    },
    async run(request, start) {
      const journal = openJournal()
      const scope = new AbortScope(start.signal)
      const pendingWrites = new PendingWrites()
      let exchange: Exchange = { ...start, facts: {}, findings: [], account: journal.account }
      try {
        let current = request
        for (const step of WAY_TO_THE_MODEL) {
          if (isLeaving(step)) await pendingWrites.done(scope)
          const results = await runStep(step, current, exchange, scope)
          for (const result of results) {
            exchange = note(result, exchange, journal)
            pendingWrites.add(layers[result.layer], result.decision.pendingWrite)
          }
          for (const { decision } of results) {
            if (decision.type === 'transform') current = decision.request
            else if (decision.type !== 'allow') {
              await pendingWrites.done(scope)
              return await conclude(decision, exchange, journal)
            }
          }
        }
        return await conclude({ type: 'deny', refusal: { code: 'layer_failed' } }, exchange, journal)
      } catch (cause) {
        if (start.signal.aborted) {
          await seal(endingOfAbort(start.signal), exchange, journal)
          throw start.signal.reason
        }
        if (!(cause instanceof PendingWriteFailed)) throw cause
        onFailure(cause.layer, exchange, cause.cause)
        return await conclude({ type: 'deny', refusal: refusalOf(cause.cause) }, exchange, journal)
      } finally {
        scope.end()
      }
    },
  }

  function runStep(
    step: readonly WayIn[],
    request: ChatRequest,
    exchange: Exchange,
    scope: AbortScope,
  ): Promise<LayerResult[]> {
    return Promise.all(step.map((id) => runRequestLayer(layers[id], request, exchange, onFailure, scope)))
  }

  async function conclude(
    decision: Exclude<Decision, { type: 'allow' | 'transform' }>,
    exchange: Exchange,
    journal: Journal,
  ): Promise<Outcome> {
    switch (decision.type) {
      case 'answer':
        return { type: 'answered', chunks: wayBack(decision.chunks, exchange, journal), report: journal }
      case 'hold':
        await seal({ outcome: 'held' }, exchange, journal)
        return { type: 'held', reason: decision.reason, report: journal }
      case 'deny':
        await seal({ outcome: 'denied', code: decision.refusal.code }, exchange, journal)
        return { type: 'denied', refusal: decision.refusal, report: journal }
    }
  }

  function wayBack(chunks: AsyncIterable<CompletionChunk>, exchange: Exchange, journal: Journal) {
    return WAY_BACK.reduce((stream, id) => guardAnswer(layers[id], stream, exchange, journal, onFailure), chunks)
  }

  async function seal(ending: Ending, exchange: Exchange, journal: Journal): Promise<void> {
    const startedMs = exchange.clock.monotonicMs()
    journal.entered('L6', () => exchange.clock.monotonicMs() - startedMs)
    try {
      await withDeadline(layers.L6.seal(ending, exchange), layers.L6.timeoutMs)
    } catch (cause) {
      onFailure('L6', exchange, cause)
      throw cause instanceof SluiceError ? cause : new SluiceError('audit_unavailable', { cause })
    }
  }
}

function isLeaving(step: readonly LayerId[]): boolean {
  return step.includes(EGRESS_STEP)
}

/** Enters a layer's result in the journal and gives the exchange as the next layer sees it. */
function note({ layer, decision, durationMs, failure }: LayerResult, exchange: Exchange, journal: Journal): Exchange {
  if (failure) journal.failed(layer, failure, durationMs)
  else journal.decided(layer, decision, durationMs)
  if (!decision.findings && !decision.facts) return exchange
  return {
    ...exchange,
    findings: decision.findings ? [...exchange.findings, ...decision.findings] : exchange.findings,
    facts: { ...exchange.facts, ...decision.facts },
  }
}
