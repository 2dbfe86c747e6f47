import { ACTION_CATEGORIES, type ActionCategory } from '@sluice/contracts'
import { describedForm, describedTools, type Orders } from '../../request/index.ts'
import type { SlicedWork } from '../../run/slice-queue.ts'
import { ActionReader, type SentenceReader } from './action-reader.ts'
import { isBareConsent } from './consent.ts'
import { otherTurnsSteps } from './other-readings.ts'
import { readSentence, WEAKEST } from './read-sentence.ts'
import { Words } from './read-words.ts'
import { blocksOf, sentencesOf } from './sentences.ts'
import type { Sign, Surroundings } from './sign.ts'
import {
  classifyCall,
  classifyTool,
  type DeclaredTools,
  decidesAboutSomebody,
  offersEditing,
  type Tool,
  type ToolAction,
} from './tool-actions.ts'

/** What a request sets out to do, and which rule said so. */
export interface Action {
  readonly category: ActionCategory
  /** Quotes nothing of the request. */
  readonly rule: string
  /** How sure the rule is, 0 to 1. */
  readonly confidence: number
}

/** Text that is only embedded is looked up later. It orders nothing, so it never waits for a human. */
export const DOCUMENT: Action = { category: 'D', rule: 'document', confidence: 1 }

const DEFAULT: Action = { category: 'A', rule: 'default', confidence: 0.5 }
/** What a sentence costs beside its length, in the same unit. */
const SENTENCE_COST = 64
/** No order that the rules know is longer. */
const OVERLAP = 512
/** So many of the tools that are offered say what is spoken of. */
const MAX_OFFERED = 256
/** Earlier turns that say what the newest is about. */
const TURNS_BEFORE = 2
const NOWHERE: Surroundings = { nouns: 0, isCoding: false, isWriting: false, mayDo: () => false }

/** "150, to the one ending in 88": what was asked for a wish. */
const DETAIL = /^(?=.{1,80}$)[^?]*\d[^?]*$/

const words = new Words()

/**
 * Classifies a request by its most consequential sign: what the user orders since the last answer, which tool the model
 * is forced to call, and which tool calls still wait for their results. A bare confirmation brings in the turn that it
 * confirms. Where no rule matches, the category is A (inform). What may be read in other letters than it is written
 * with is classified in each reading, and the most consequential counts. Linear.
 *
 * @param declared what an operator says that tools do.
 */
export function* classifySteps(orders: Orders, declared?: DeclaredTools): SlicedWork<Action> {
  const classify = (userTurns: Orders['userTurns']) =>
    classifyAsWritten({ ...orders, userTurns }, declared, new ActionReader())
  return yield* worstReadingSteps(orders.userTurns, classify)
}

function* worstReadingSteps(
  turns: Orders['userTurns'],
  classify: (turns: Orders['userTurns']) => SlicedWork<Action>,
): SlicedWork<Action> {
  let action = yield* classify(turns)
  for (const other of yield* otherTurnsSteps(turns)) action = worse(action, yield* classify(other))
  return action
}

/** The same of the texts as they are written alone. */
export function* classifyAsWritten(
  orders: Orders,
  declared: DeclaredTools | undefined,
  reader: SentenceReader,
): SlicedWork<Action> {
  const { userTurns, forcedTool, waitingCalls } = orders
  const tools: readonly Tool[] = describedTools(orders.offeredTools.slice(0, MAX_OFFERED))
  const decisive = userTurns.findIndex((texts) => !texts.every((text) => isBareConsent(text)))
  const last = decisive === -1 ? userTurns.length : decisive + 1
  const start = surroundingsOf(tools, declared)
  const told = yield* aroundSteps(userTurns.slice(last, last + TURNS_BEFORE), start, reader)
  const around = told.nouns === 0 ? told : { ...told, before: told.nouns }
  const actions: Action[] = [yield* turnSteps(userTurns.slice(0, last).toReversed().flat(), around, reader)]
  const toolOf = (name: string): Tool => tools.find((tool) => tool.name === name) ?? { name }
  if (forcedTool !== undefined) actions.push(asAction('forced-tool', classifyTool(toolOf(forcedTool), declared)))
  for (const { name, input } of waitingCalls) {
    yield SENTENCE_COST
    actions.push(asAction('tool-call', classifyCall(toolOf(name), input, declared)))
  }
  const form = describedForm(orders.answerForm)
  if (form !== undefined && decidesAboutSomebody(form)) {
    actions.push({ category: 'H', rule: 'answer-form:H', confidence: 0.8 })
  }
  return actions.reduce(worse)
}

/** What the tools that are offered say of an order. They are read where it matters. */
function surroundingsOf(tools: readonly Tool[], declared: DeclaredTools | undefined): Surroundings {
  if (tools.length === 0) return NOWHERE
  const mayDo = (category: ActionCategory) => tools.some((tool) => classifyTool(tool, declared).category === category)
  return { ...NOWHERE, isCoding: offersEditing(tools), editsCode: offersEditing(tools), mayDo }
}

/** What earlier turns say of the newest. */
function* aroundSteps(
  turns: Orders['userTurns'],
  start: Surroundings,
  reader: SentenceReader,
): SlicedWork<Surroundings> {
  let around = start
  for (const texts of turns.toReversed()) {
    const { nouns, action, wish } = yield* readSteps(texts, around, reader, true)
    around = {
      ...around,
      nouns: around.nouns | nouns,
      isCoding: start.isCoding || action.category === 'C',
      isWriting: action.category === 'B' && action.rule !== WEAKEST,
      wish,
    }
  }
  return around
}

function* turnSteps(texts: readonly string[], around: Surroundings, reader: SentenceReader): SlicedWork<Action> {
  const { action } = yield* readSteps(texts, around, reader, false)
  const isDetail = action.rule === DEFAULT.rule && texts.length === 1 && DETAIL.test(texts[0] ?? '')
  const ruled: Action =
    isDetail && around.wish !== undefined ? { ...around.wish, rule: 'order:in-turns', confidence: 0.6 } : action
  return reader.judge(ruled)
}

/** Classifies one text that a user wrote. */
export function* textSteps(text: string): SlicedWork<Action> {
  const classify = (turns: Orders['userTurns']) => turnSteps(turns.flat(), NOWHERE, new ActionReader())
  return yield* worstReadingSteps([[text]], classify)
}

function* readSteps(texts: readonly string[], around: Surroundings, reader: SentenceReader, isBefore: boolean) {
  const signs: Sign[] = []
  let wish: Sign | undefined
  let nouns = around.nouns
  for (const text of texts) {
    reading: for (const block of blocksOf(text, OVERLAP)) {
      yield block.length
      for (const sentence of sentencesOf(block)) {
        yield sentence.length + SENTENCE_COST
        words.read(sentence)
        const read = readSentence(words, sentence, { ...around, nouns })
        signs.push(...read.signs)
        reader.take(words, sentence, read.signs.reduce(worse, DEFAULT), isBefore)
        wish ??= read.wish
        nouns |= read.nouns
        if (read.isMaterialNext) break reading
      }
    }
  }
  const action = worstOf(signs)
  return { action, nouns, wish: action.category < 'F' ? wish : action }
}

/** A command beside a question or a task is handed over, and a wish beside a question is none. */
function worstOf(signs: readonly Sign[]): Action {
  const isAsked = signs.some(({ rule }) => rule === 'question')
  const isTask = isAsked || signs.some(({ category }) => category === 'C' || category === 'B')
  return signs
    .filter(({ rule }) => !(rule === 'command' && isTask) && !(rule === 'implied' && isAsked))
    .reduce(worse, DEFAULT)
}

/** How sure the sources of a tool's category are. */
const CONFIDENCE = { declared: 1, arguments: 0.9, name: 0.85, description: 0.8, schema: 0.7 } as const

/** Names what was called and what told so, and quotes neither. */
export function asAction(origin: string, { category, by }: ToolAction): Action {
  return { category, rule: `${origin}:${category}, by ${by}`, confidence: CONFIDENCE[by] }
}

/** The more consequential; of the same, the surer. */
function worse(one: Action | Sign, other: Action | Sign): Action {
  const [first, second] = [ACTION_CATEGORIES.indexOf(one.category), ACTION_CATEGORIES.indexOf(other.category)]
  if (second !== first) return second > first ? other : one
  return other.confidence > one.confidence ? other : one
}
