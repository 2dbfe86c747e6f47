import { ACTION_CATEGORIES, type ActionCategory } from '@sluice/contracts'
import type { Orders } from '../../request/index.ts'
import type { SlicedWork } from '../../run/slice-queue.ts'
import { windowsOf } from '../../run/windows.ts'
import { ACTION_RULES, OTHER_LANGUAGE_RULES } from './action-rules.ts'
import { type Clause, clausesOf } from './clauses.ts'
import { isBareConsent } from './consent.ts'
import { isEveryday } from './everyday-requests.ts'
import { classifyTool } from './tool-actions.ts'

/** What a request sets out to do, and which rule said so. */
export interface Action {
  readonly category: ActionCategory
  readonly rule: string
}

/** Text that is only embedded is looked up later. It orders nothing, so it never waits for a human. */
export const DOCUMENT: Action = { category: 'D', rule: 'document' }

/** In the order in which they are tried: the first that matches decides. */
const RULES = [...ACTION_RULES, ...OTHER_LANGUAGE_RULES]

/** What a clause costs beside its length, in the same unit. */
const CLAUSE_COST = 64
/** No order that the rules know is longer. */
const OVERLAP = 512

/**
 * Classifies a request by its most consequential sign: what the user orders since the last answer, which tool the model
 * is forced to call, and which tool calls still wait for their results. A bare confirmation brings in the turn that it
 * confirms. Where no rule matches, the category is A (inform). Linear.
 */
export function* classifySteps({ userTurns, forcedTool, waitingCalls }: Orders): SlicedWork<Action> {
  const actions: Action[] = []
  for (const text of lastOrders(userTurns)) actions.push(yield* textSteps(text))
  if (forcedTool !== undefined) actions.push(toolAction('forced-tool', forcedTool))
  for (const { name } of waitingCalls) actions.push(toolAction('tool-call', name))
  return actions.reduce(worse, { category: 'A', rule: 'default' })
}

/** The texts of the newest turn, after those of the turns that it only confirms. */
function lastOrders(userTurns: Orders['userTurns']): readonly string[] {
  const decisive = userTurns.findIndex((texts) => !texts.every((text) => isBareConsent(text)))
  return userTurns
    .slice(0, decisive === -1 ? userTurns.length : decisive + 1)
    .toReversed()
    .flat()
}

/** Classifies one text that a user wrote. */
export function* textSteps(text: string): SlicedWork<Action> {
  let worst: Action = { category: 'A', rule: 'default' }
  for (const clause of clausesOf(text)) {
    for (const text of windowsOf(clause.text, OVERLAP)) {
      yield text.length + CLAUSE_COST
      worst = worse(worst, classifyClause({ text, role: clause.role }))
    }
  }
  return worst
}

function classifyClause({ text, role }: Clause): Action {
  if (role === 'question') return { category: isLookUp(text) ? 'D' : 'A', rule: 'question' }
  for (const { category, id, pattern } of RULES) {
    if (role === 'continued' && category < 'E') continue
    if (!pattern.test(text) || isEveryday(category, text)) continue
    return { category, rule: `order:${id}` }
  }
  return { category: 'A', rule: 'default' }
}

function isLookUp(text: string): boolean {
  return /^(?:what|where|which|when|how (?:much|many))(?:'s| is| are| was| were| do i have)\b.{0,60}\b(?:my|our|order|ticket|invoice|account)\b.{0,30}\b(?:status|balance|orders?|invoices?|tickets?|calendar|inbox|emails?)\b|^what(?:'s| is) the (?:status|balance) of\b/.test(
    text,
  )
}

function toolAction(origin: string, name: string): Action {
  const category = classifyTool(name)
  return { category, rule: `${origin}:${category}` }
}

function worse(one: Action, other: Action): Action {
  return ACTION_CATEGORIES.indexOf(other.category) > ACTION_CATEGORIES.indexOf(one.category) ? other : one
}
