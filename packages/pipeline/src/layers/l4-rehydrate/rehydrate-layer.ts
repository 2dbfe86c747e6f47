import type { EntityType, NewValuesAction, PolicyViolation } from '@sluice/contracts'
import type { KeyRing, SecureStateMap } from '@sluice/token-vault'
import { type AnswerShape, CHAT_ANSWER, eventShapeOf, type StreamItem } from '../../answer/index.ts'
import type { DeliveredText, DeliveredTextMemory } from '../../delivered/index.ts'
import type { AnswerGuard, Awaitable, Exchange, ExchangeRuntime, Layers } from '../../layer.ts'
import { isConversation } from '../../request/index.ts'
import type { AbortScope } from '../../run/abort-scope.ts'
import { oneStep, workInSlices } from '../../run/slice-queue.ts'
import { sessionScopeOf } from '../../session-scope.ts'
import { AnswerDates } from './answer-dates.ts'
import { fittingGuard } from './fitting-guard.ts'
import { type FindNewValues, NewValues } from './new-values.ts'
import { restoreArguments } from './restore-arguments.ts'
import { ItemRestorer, SLICE_LENGTH, type TakenItem, type TakenRest, tokensOf } from './restore-items.ts'
import { RestoredSize } from './restored-size.ts'
import { type Shown, TokenValues } from './token-values.ts'

/** What an item costs beside its texts, in code units. */
const ITEM_UNITS = 64

interface RehydrateOptions {
  readonly stateMap: SecureStateMap
  readonly keyRing: KeyRing
  /** Where what is delivered with values in it is remembered for L3. */
  readonly delivered: DeliveredTextMemory
  /** Whether a caller who may not see a value reads the name of its type, and not the token; never if left out. */
  readonly isMasked?: (tenant: string, entity: EntityType) => boolean
  /** What is done about values that the model has written itself; they pass where it is left out. */
  readonly newValues?: {
    readonly action: NewValuesAction
    readonly finderFor: (tenant: string) => FindNewValues
  }
  /** Whether dates of a tenant are shifted; of none where it is left out. */
  readonly shiftsDates?: (tenant: string) => boolean
  /** The longest that the texts of an answer may become, in UTF-16 code units. */
  readonly maxRestoredChars: number
  readonly timeoutMs: number
}

/**
 * L4: replaces tokens by their real values, as far as policy permits this caller to see them, in every text of the
 * answer and inside tool calls. Items pass at once; only an end that may still become a token waits for the next.
 * Inside JSON (tool arguments, and texts that begin as JSON) a value is escaped, so that the JSON stays valid.
 *
 * Tokens of earlier turns are looked up in the session's own mapping, never in another's. A token that is unknown, or
 * that this caller may not see, stays, or the name of its type takes its place where a setting says so.
 *
 * The highest level of what it may restore is fixed before the answer begins, and it restores nothing above: the record
 * commits to that level. It is the caller's clearance and not the level of the request's own values, because an answer
 * may hold any token of the session, from whichever gateway.
 *
 * A token that the model altered is restored as well: other case, spaces, a line end or hyphens for its underscores,
 * Markdown around its parts, escapes of JSON, HTML and URLs, zero-width and full-width characters. Its id decides: one
 * letter of it changed, and it is a token that the session does not have. Those are left, and counted on record.
 *
 * It cannot restore a token that lacks a letter, one that was split over chunks in a member that is not known here or
 * in a tool's name, or a number as a number: it comes back as a string.
 *
 * A shifted date that the answer repeats exactly comes back like a token. Any other date is left as the model wrote it
 * and counted on record, `derived-date`: it may be computed from shifted ones, and is never guessed.
 *
 * A value that the model has written itself is flagged or masked where a setting says so: see `NewValueReader`.
 *
 * The answer to an approved request is kept as it is, its shifted dates as tokens. It passes here when its caller
 * fetches it.
 *
 * On the way to a tool server it does the same for the arguments of a call, as far as the server may see them, too.
 *
 * A small answer with many tokens can stand for much text, so the restored texts have a bound of their own.
 *
 * A guard rejects as the Secure State Map does, with `answer_too_large` beyond that bound, and with `layer_failed`
 * where a sealed value cannot be opened.
 */
export function createRehydrateLayer(options: RehydrateOptions): Layers['L4'] {
  const { stateMap, keyRing, delivered, newValues, maxRestoredChars, timeoutMs } = options
  return {
    id: 'L4',
    timeoutMs,
    onError: 'deny',
    decide(request, exchange) {
      if (request.kind !== 'tool-call') return { type: 'allow' }
      return restoreArguments(request, exchange, new TokenValues(stateMap, keyRing, exchange))
    },
    openGuard: (exchange) => openGuard(exchange, CHAT_ANSWER),
    openEventGuard(exchange) {
      const { kind } = exchange.origin.request
      const guard = openGuard(exchange, eventShapeOf(kind))
      return kind === 'tool-call' && guard !== undefined ? fittingGuard(guard, exchange.scope) : guard
    },
  }

  function openGuard<Item extends StreamItem>(exchange: Exchange, shape: AnswerShape<Item>) {
    const shifted = new Map([...(exchange.origin.shifted ?? []), ...(exchange.facts.shifted ?? [])])
    if (exchange.runtime.approval !== undefined)
      return shifted.size === 0 ? undefined : namingGuard(shape, shifted, exchange)
    const { tenant } = exchange.origin.principal
    const isMasked = (entity: EntityType) => options.isMasked?.(tenant, entity) === true
    const values = new TokenValues(stateMap, keyRing, exchange, isMasked)
    exchange.disclosed.toCaller(values)
    const size = new RestoredSize(maxRestoredChars, exchange.runtime.holdBytes)
    const session = sessionScopeOf(exchange.origin)
    const remember = (restored: DeliveredText) => delivered.remember(session, restored)
    const isSaid = isConversation(exchange.origin.request)
    const isShifting = isSaid && (shifted.size > 0 || options.shiftsDates?.(session.tenant) === true)
    return new RehydrateGuard(
      shape,
      values,
      size,
      exchange.scope,
      { remember: isSaid ? remember : () => undefined, received: exchange.runtime.onReceived },
      newValuesOf(exchange),
      isShifting ? new AnswerDates(shifted) : undefined,
    )
  }

  /** Gives shifted dates their names: in that form the answer is kept, and comes back as others do. */
  function namingGuard<Item extends StreamItem>(
    shape: AnswerShape<Item>,
    shifted: ReadonlyMap<string, string>,
    { runtime, scope }: Exchange,
  ) {
    const size = new RestoredSize(maxRestoredChars, runtime.holdBytes)
    const values = new DateNames(shifted.values())
    return new RehydrateGuard(
      shape,
      values,
      size,
      scope,
      { remember: () => undefined },
      undefined,
      new AnswerDates(shifted),
    )
  }

  /** What a tool server has answered has been looked at on its way in. */
  function newValuesOf({ origin, runtime }: Exchange): NewValues | undefined {
    if (newValues === undefined || newValues.action === 'pass' || !isConversation(origin.request)) return undefined
    const { principal } = origin
    const find = newValues.finderFor(principal.tenant)
    return new NewValues(find, newValues.action, runtime.policy.clearanceOf(principal))
  }
}

/** What stands for the tokens of an answer. */
type Values = Pick<TokenValues, 'learn' | 'shown'>

/** The names of shifted dates stand for themselves; other tokens stay. */
class DateNames implements Values {
  readonly #names: ReadonlySet<string>

  constructor(names: Iterable<string>) {
    this.#names = new Set(names)
  }

  learn(): undefined {
    return undefined
  }

  shown(token: string): Shown | undefined {
    return this.#names.has(token) ? { entity: 'DATE_TIME', level: 0, value: token, isMask: false } : undefined
  }
}

/** Who is told of the texts of an answer once it has ended. */
interface Told {
  readonly remember: (restored: DeliveredText) => void
  readonly received?: ExchangeRuntime['onReceived']
}

/** How far a batch of items has been restored. */
interface Progress<Item> {
  /** The first item that nobody has looked at. */
  readonly next: number
  /** The item before it, where it has to wait for values or has much text. */
  readonly taken?: TakenItem<Item>
  readonly learning?: Promise<void> | undefined
}

/**
 * Restores one answer. A batch costs a promise only where it holds a token that has to be looked up, or much text,
 * which is restored in slices, in turns with the text work of other requests.
 */
class RehydrateGuard<Item extends StreamItem> implements AnswerGuard<Item> {
  readonly #values: Values
  readonly #restorer: ItemRestorer<Item>
  readonly #scope: AbortScope
  readonly #told: Told
  readonly #newValues: NewValues | undefined
  readonly #dates: AnswerDates | undefined
  #last: Item | undefined

  constructor(
    shape: AnswerShape<Item>,
    values: Values,
    size: RestoredSize,
    scope: AbortScope,
    told: Told,
    newValues: NewValues | undefined,
    dates: AnswerDates | undefined,
  ) {
    this.#newValues = newValues
    this.#dates = dates
    this.#values = values
    this.#told = told
    this.#restorer = new ItemRestorer(
      shape,
      (token) => values.shown(token),
      size,
      (units, work) => this.#inTurn(units, work),
      newValues,
      dates,
      told.received !== undefined,
    )
    this.#scope = scope
  }

  take(items: readonly Item[]): Awaitable<readonly Item[]> {
    const restored: Item[] = []
    const progress = this.#takeAtOnce(items, 0, restored)
    return progress.next === items.length && progress.taken === undefined
      ? restored
      : this.#goOn(items, progress, restored)
  }

  violations(): readonly PolicyViolation[] {
    const ofValues = this.#newValues?.violations() ?? []
    if (this.#dates === undefined) return ofValues
    this.#restorer.finishReading()
    return [...ofValues, ...this.#dates.violations()]
  }

  end(): Awaitable<readonly Item[]> {
    const rests = this.#restorer.takeRests()
    const tokens = tokensOf(rests)
    const learning = tokens.length > 0 ? this.#values.learn(tokens) : undefined
    return learning === undefined ? this.#finish(rests) : learning.then(() => this.#finish(rests))
  }

  #finish(rests: readonly TakenRest[]): readonly Item[] {
    const last = rests.length === 0 || this.#last === undefined ? [] : this.#restorer.continuing(this.#last, rests)
    for (const restored of this.#restorer.restoredTexts()) this.#told.remember(restored)
    const { received } = this.#told
    if (received !== undefined) for (const text of this.#restorer.receivedTexts()) received(text)
    return last
  }

  /** Restores items from `first` on, up to one that has to wait, or to the end of a slice. */
  #takeAtOnce(items: readonly Item[], first: number, restored: Item[]): Progress<Item> {
    let units = 0
    for (let at = first; at < items.length; at += 1) {
      if (units > SLICE_LENGTH) return { next: at }
      const item = items[at]
      if (item === undefined) continue
      this.#last = item
      const taken = this.#restorer.take(item)
      units += taken.length + ITEM_UNITS
      const learning = taken.tokens.length > 0 ? this.#values.learn(taken.tokens) : undefined
      if (learning !== undefined || taken.longParts.length > 0) return { next: at + 1, taken, learning }
      this.#restorer.restore(taken, restored)
    }
    return { next: items.length }
  }

  async #goOn(items: readonly Item[], begun: Progress<Item>, restored: Item[]): Promise<readonly Item[]> {
    for (let progress = begun; ; ) {
      const { next, taken, learning } = progress
      await learning
      if (taken !== undefined) {
        await this.#restorer.restoreLong(taken, (tokens) => this.#values.learn(tokens))
        this.#restorer.restore(taken, restored)
      }
      if (next === items.length) return restored
      progress = await this.#inTurn(SLICE_LENGTH, () => this.#takeAtOnce(items, next, restored))
    }
  }

  #inTurn<T>(units: number, work: () => T): Awaitable<T> {
    return workInSlices(oneStep(units, work), this.#scope)
  }
}
