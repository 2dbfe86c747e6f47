import { type ActionCategory, type AnswerCallsAction, type PolicyViolation, SluiceError } from '@sluice/contracts'
import type { AnswerCalls, MadeCall, StreamItem } from '../../answer/index.ts'
import type { AnswerGuard, Exchange } from '../../layer.ts'
import { describedTools, isConversation, ordersOf } from '../../request/index.ts'
import { decideOnAction } from '../../run/decide-on-action.ts'
import { asAction } from './classify-action.ts'
import { classifyCall, type DeclaredTools, type Tool } from './tool-actions.ts'

/** What an item that waits for a decision counts as in memory, beside its pieces; bytes. */
const ITEM_BYTES = 512

/**
 * Decides on the calls of tools that a model makes, before the caller's application sees them: each by the tool's name
 * and its arguments, by the same policy as a request that sets out to do that. `flag` says what the policy would have
 * held or refused; `deny` ends the answer with `action_not_permitted`. From the first piece of a call on, a stream
 * waits until the call is whole; text before it is let through as it comes.
 *
 * What humans have approved is not held again. What a tool does behind a harmless name is not seen, nor what the
 * provider has carried out itself.
 */
export class CallGuard<Item extends StreamItem> implements AnswerGuard<Item> {
  readonly #calls: AnswerCalls<Item>
  readonly #exchange: Exchange
  readonly #action: Exclude<AnswerCallsAction, 'pass'>
  readonly #declared: DeclaredTools | undefined
  readonly #waiting: Item[] = []
  readonly #violations: PolicyViolation[] = []
  readonly #decided = new Set<ActionCategory>()
  #offered: ReadonlyMap<string, Tool> | undefined

  constructor(
    calls: AnswerCalls<Item>,
    exchange: Exchange,
    action: Exclude<AnswerCallsAction, 'pass'>,
    declared: DeclaredTools | undefined,
  ) {
    this.#calls = calls
    this.#exchange = exchange
    this.#action = action
    this.#declared = declared
  }

  take(items: readonly Item[]): readonly Item[] {
    const passed: Item[] = []
    for (const item of items) {
      this.#decide(this.#calls.take(item))
      if (this.#calls.isOpen && this.#action === 'deny') {
        this.#exchange.runtime.holdBytes(ITEM_BYTES)
        this.#waiting.push(item)
      } else passed.push(...this.#waiting.splice(0), item)
    }
    return passed
  }

  end(): readonly Item[] {
    this.#decide(this.#calls.end())
    return this.#waiting.splice(0)
  }

  /** What was not told before. */
  violations(): readonly PolicyViolation[] {
    return this.#violations.splice(0)
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
      const action = asAction('answer-call', classifyCall(this.#toolOf(name), input, this.#declared))
      if (this.#decided.has(action.category)) continue
      this.#decided.add(action.category)
      const { origin, runtime, facts } = this.#exchange
      const decision = decideOnAction(action, origin.request, this.#exchange, facts.tile)
      if (decision.type === 'allow' || (decision.type === 'hold' && runtime.approval !== undefined)) continue
      const isDenied = this.#action === 'deny'
      for (const violation of decision.violations ?? []) {
        this.#violations.push({ ...violation, layer: 'L0', action: isDenied ? 'blocked' : 'observed' })
      }
      if (isDenied) {
        const policyViolations = [...this.#violations]
        throw new SluiceError({ code: 'action_not_permitted', message: MESSAGE, policyViolations })
      }
    }
  }
}

const MESSAGE = 'The model asks for a call of a tool that the policy does not let through.'
