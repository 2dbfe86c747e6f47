import {
  ACTION_CATEGORIES,
  type ActionCategory,
  type AnswerCallsAction,
  canonicalJson,
  type PolicyViolation,
  SluiceError,
} from '@sluice/contracts'
import type { AnswerCalls, AnswerGatherer, MadeCall, StreamItem } from '../../answer/index.ts'
import type { AnswerGuard, ApprovalReason, Awaitable, Exchange, HoldAnswer } from '../../layer.ts'
import { describedTools, isConversation, ordersOf } from '../../request/index.ts'
import { unitsOf } from '../../run/batch-units.ts'
import { decideOnAction } from '../../run/decide-on-action.ts'
import { joinReasons } from '../../run/join-reasons.ts'
import { asAction } from './classify-action.ts'
import { classifyCall, type DeclaredTools, type Tool } from './tool-actions.ts'

/** What an item that waits for a decision counts as in memory, beside its pieces; bytes. */
const ITEM_BYTES = 512
/** UTF-16 has so many for each unit of a text that is gathered. */
const UNIT_BYTES = 2

/** What reads one answer. */
export interface AnswerReading<Item extends StreamItem> {
  readonly calls: AnswerCalls<Item>
  /** Gathers the answer, to be kept where a human is to decide on it. */
  readonly gatherer: AnswerGatherer<Item>
}

interface GuardSettings {
  readonly action: Exclude<AnswerCallsAction, 'pass'>
  readonly declared: DeclaredTools | undefined
  readonly hold: HoldAnswer
}

/**
 * Decides on the calls of tools that a model makes, before the caller's application sees them: each by the tool's name
 * and its arguments, by the same policy as a request that sets out to do that. `flag` says what the policy would have
 * held or refused. `deny` ends the answer with `action_not_permitted`. `hold` lets the answer wait for a human where
 * the policy holds, and denies it where the policy forbids.
 *
 * Text before the first piece of a call is let through as it comes. With `deny` a stream waits from that piece on until
 * the call is whole, with `hold` until the answer is: calls of one answer belong together, and a client that carries
 * out the first of them would be given it again.
 *
 * What humans have approved is not held again. What a tool does behind a harmless name is not seen, nor what the
 * provider has carried out itself.
 */
export class CallGuard<Item extends StreamItem> implements AnswerGuard<Item> {
  readonly #calls: AnswerCalls<Item>
  readonly #gatherer: AnswerGatherer<Item> | undefined
  readonly #exchange: Exchange
  readonly #settings: GuardSettings
  readonly #waiting: Item[] = []
  readonly #violations: PolicyViolation[] = []
  readonly #decided = new Set<ActionCategory>()
  /** All calls so far, and why they are to wait, by category. */
  readonly #made: MadeCall[] = []
  readonly #held = new Map<ActionCategory, ApprovalReason>()
  #offered: ReadonlyMap<string, Tool> | undefined

  constructor({ calls, gatherer }: AnswerReading<Item>, exchange: Exchange, settings: GuardSettings) {
    this.#calls = calls
    this.#gatherer = settings.action === 'hold' ? gatherer : undefined
    this.#exchange = exchange
    this.#settings = settings
  }

  take(items: readonly Item[]): readonly Item[] {
    if (this.#gatherer !== undefined) this.#exchange.runtime.holdBytes(UNIT_BYTES * unitsOf(items))
    const passed: Item[] = []
    for (const item of items) {
      const calls = this.#calls.take(item)
      this.#decide(calls)
      this.#gatherer?.push(item)
      if (this.#mustWait(calls)) {
        this.#exchange.runtime.holdBytes(ITEM_BYTES)
        this.#waiting.push(item)
      } else passed.push(...this.#waiting.splice(0), item)
    }
    return passed
  }

  end(): Awaitable<readonly Item[]> {
    this.#decide(this.#calls.end())
    const waiting = this.#waiting.splice(0)
    const [reason] = [...this.#held.keys()].toSorted(byConsequence).map((category) => this.#held.get(category))
    return reason === undefined ? waiting : this.#hold(reason).then(() => [])
  }

  /** What was not told before. */
  violations(): readonly PolicyViolation[] {
    return this.#violations.splice(0)
  }

  #mustWait(calls: readonly MadeCall[]): boolean {
    const { action } = this.#settings
    if (action === 'flag') return false
    if (action === 'deny') return this.#calls.isOpen
    return this.#calls.isOpen || calls.length > 0 || this.#waiting.length > 0
  }

  /** The most consequential call says why, and the approvers that any of them asks for are needed. */
  #hold(first: ApprovalReason): Promise<void> {
    const whole = this.#gatherer?.whole()
    if (whole === undefined) throw new SluiceError('upstream_interrupted')
    const reason = [...this.#held.values()].reduce((joined, each) => joinReasons(joined, each) ?? joined, first)
    return this.#settings.hold(reason, {
      whole,
      calls: canonicalJson(distinct(this.#made.map(({ name, input }) => canonicalJson([name, argumentsIn(input)])))),
      categories: [...this.#decided].toSorted(byConsequence),
    })
  }

  /** What the request says of a tool, where its body is here. */
  #toolOf(name: string): Tool {
    const { request } = this.#exchange.origin
    if (this.#offered === undefined) {
      const isHere = isConversation(request) && request.remote === undefined
      const tools: readonly Tool[] = isHere ? describedTools(ordersOf(request).offeredTools) : []
      this.#offered = new Map(tools.map((tool) => [tool.name, tool]))
    }
    return this.#offered.get(name) ?? { name }
  }

  #decide(calls: readonly MadeCall[]): void {
    for (const { name, input } of calls) {
      if (this.#gatherer !== undefined) this.#made.push({ name, input })
      const action = asAction('answer-call', classifyCall(this.#toolOf(name), input, this.#settings.declared))
      if (this.#decided.has(action.category)) continue
      this.#decided.add(action.category)
      const { origin, runtime, facts } = this.#exchange
      const decision = decideOnAction(action, origin.request, this.#exchange, facts.tile)
      if (decision.type === 'allow' || (decision.type === 'hold' && runtime.approval !== undefined)) continue
      const waits = this.#settings.action === 'hold' && decision.type === 'hold'
      if (waits) this.#held.set(action.category, decision.reason)
      const told = this.#settings.action === 'flag' ? 'observed' : waits ? 'held' : 'blocked'
      for (const violation of decision.violations ?? []) {
        this.#violations.push({ ...violation, layer: 'L0', action: told })
      }
      if (told === 'blocked') {
        const policyViolations = [...this.#violations]
        throw new SluiceError({ code: 'action_not_permitted', message: MESSAGE, policyViolations })
      }
    }
  }
}

const MESSAGE = 'The model asks for a call of a tool that the policy does not let through.'

function byConsequence(one: ActionCategory, other: ActionCategory): number {
  return ACTION_CATEGORIES.indexOf(other) - ACTION_CATEGORIES.indexOf(one)
}

/** Events of a wire repeat calls that were made before. */
function distinct(calls: readonly string[]): string[] {
  return [...new Set(calls)]
}

/** Arguments that differ in their spaces only are the same. */
function argumentsIn(input: unknown): unknown {
  if (typeof input !== 'string') return input ?? null
  try {
    return JSON.parse(input)
  } catch {
    return input
  }
}
