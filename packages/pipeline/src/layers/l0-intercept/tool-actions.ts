import type { ActionCategory } from '@sluice/contracts'
import { orderOf } from './order-rules.ts'
import { Words } from './read-words.ts'
import { openingOf, partsOf } from './sentence-parts.ts'
import { decidesOutcome, onlyReads, signOfArguments, signOfSchema } from './tool-signs.ts'
import { NOUN as N } from './words/tags.ts'

/** What is known of a tool. */
export interface Tool {
  readonly name: string
  readonly description?: string | undefined
  /** JSON Schema of its arguments. */
  readonly schema?: unknown
}

/** Categories that an operator has given to tools, by name. */
export type DeclaredTools = ReadonlyMap<string, ActionCategory>

/** What calling a tool does, and how that is known. */
export interface ToolAction {
  readonly category: ActionCategory
  readonly by: 'declared' | 'name' | 'description' | 'schema' | 'arguments'
}

/** Categories by the words of a tool's name, the most consequential first. */
const WORDS: readonly (readonly [ActionCategory, RegExp])[] = [
  [
    'H',
    /\b(?:hire|fire|terminate (?:employee|employment|contract|worker|staff)|dismiss|layoff|lay off|promote (?:employee|user to)|demote|(?:approve|reject|deny|decline|decide|score|rank|screen|evaluate) (?:\w+ )?(?:loan|claim|applicant|application|candidate|employee|mortgage|credit|tenant|patient|visa|leave|insurance)s?|suspend (?:employee|student|worker)|expel|evict|adjudicate|diagnose|prescribe)\b/,
  ],
  [
    'G',
    /\b(?:delete|drop|destroy|purge|wipe|truncate|erase|remove|revoke|grant|reset|rotate|deploy|rollback|restart|reboot|shutdown|shut down|kill|stop|disable|enable|provision|deprovision|install|uninstall|execute|exec|shell|bash|terminal|run (?:command|sql|script|shell|query|code)|sql execute|terminate|migrate|configure|lock|unlock|block|format|overwrite|sudo|admin|set (?:permission|role|password|config)s?|(?:create|update|modify|add) (?:\w+ )?(?:user|role|permission|account|policy|firewall|instance|server|bucket|database|config|record)s?)\b/,
  ],
  [
    'F',
    /\b(?:transfer|wire|pay|payment|payout|refund|charge|purchase|buy|sell|trade|order|checkout|invest|withdraw|withdrawal|deposit|invoice|billing|subscribe|book|reserve|donate|reimburse|swap|stake)\b/,
  ],
  [
    'E',
    /\b(?:send|email|mail|post|publish|notify|notification|message|reply|forward|tweet|sms|call|slack|share|invite|schedule|announce|comment)\b/,
  ],
  [
    'D',
    /\b(?:get|list|search|find|fetch|read|query|lookup|look|retrieve|load|browse|show|check|download|describe|count|view|status)\b/,
  ],
  ['C', /\b(?:code|lint|compile|test|tests|refactor|format code|generate code|edit|patch|apply patch)\b/],
  ['B', /\b(?:write|draft|compose|generate|summarize|summarise|translate|render|create)\b/],
]

/** Names of tools that only read: `get_order`, `list_payments`. */
const READING =
  /^(?:get|list|search|find|fetch|read|query|lookup|look up|retrieve|load|browse|show|check|download|describe|count|view|is|has|validate|preview|estimate|calculate|simulate)\b/
/** Tools that run what they are given. */
const RUNS = /\b(?:bash|shell|exec|execute|terminal|run|sql|query|command)\b/
/** Tools by which an agent changes the code that it works on. */
const EDITS_CODE = /\b(?:edit|patch|multi ?edit|str replace|notebook edit|write file|create file|insert edit)\b/

const MAX_NAME = 256
const MAX_DESCRIPTION = 512
const HELD = /^[FGH]$/

const words = new Words()

/** What calling this tool does, by what is declared of it, its name, its description and the schema of its input. */
export function classifyTool(tool: Tool, declared?: DeclaredTools): ToolAction {
  const given = declared?.get(tool.name)
  if (given !== undefined) return { category: given, by: 'declared' }
  const name = nameInWords(tool.name)
  const named = READING.test(name) ? 'D' : WORDS.find(([, pattern]) => pattern.test(name))?.[0]
  const { category: described, nouns } = readDescription(tool.description, name)
  if (
    described !== undefined &&
    HELD.test(described) &&
    !(named !== undefined && HELD.test(named) && named > described)
  ) {
    return { category: described, by: 'description' }
  }
  const sign = signOfSchema(tool.schema)
  if (sign === 'outcome' && (nouns & (N.subject | N.application | N.employment)) !== 0) {
    return { category: 'H', by: 'schema' }
  }
  if (sign === 'sum' && named === undefined) return { category: 'F', by: 'schema' }
  if (isText(name, nouns, named)) return { category: 'B', by: 'name' }
  if (named !== undefined) return { category: named, by: 'name' }
  return described === undefined ? { category: 'D', by: 'name' } : { category: described, by: 'description' }
}

/** "format_poem" and "return_summary" make texts. */
function isText(name: string, nouns: number, named: ActionCategory | undefined): boolean {
  if ((nouns & N.text) === 0 || (nouns & (N.system | N.data)) !== 0) return false
  return named === undefined ? /^(?:return|produce|emit|output|answer|give)\b/.test(name) : /^format\b/.test(name)
}

/** What calling a tool with these arguments does: what the tool does, and what the arguments say by themselves. */
export function classifyCall(tool: Tool, input: unknown, declared?: DeclaredTools): ToolAction {
  const action = classifyTool(tool, declared)
  if (action.by === 'declared') return action
  const sign = signOfArguments(input)
  if (sign !== undefined && sign > action.category) return { category: sign, by: 'arguments' }
  const name = nameInWords(tool.name)
  if (RUNS.test(name) && action.category === 'G' && onlyReads(input)) return { category: 'D', by: 'arguments' }
  if (action.category < 'H' && !READING.test(name) && isAboutSomebody(name) && decidesOutcome(input)) {
    return { category: 'H', by: 'arguments' }
  }
  return action
}

/** Whether among the tools one is offered by which an agent changes code. */
export function offersEditing(tools: readonly Tool[]): boolean {
  return tools.some(({ name }) => EDITS_CODE.test(nameInWords(name)))
}

/** Whether an answer in this form decides about somebody: `loan_decision: {approved}`. */
export function decidesAboutSomebody({ name, schema }: Pick<Tool, 'name' | 'schema'>): boolean {
  return signOfSchema(schema) === 'outcome' && isAboutSomebody(nameInWords(name))
}

function isAboutSomebody(name: string): boolean {
  words.read(name)
  let nouns = 0
  for (let at = 0; at < words.count; at += 1) nouns |= words.nouns[at] ?? 0
  return (nouns & (N.subject | N.application | N.employment)) !== 0
}

function nameInWords(name: string): string {
  return name
    .slice(0, MAX_NAME)
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .trim()
    .toLowerCase()
}

/** The first sentence of a description says what the tool does: "Moves money from one account to another". */
function readDescription(description: string | undefined, name: string) {
  const [first = ''] = (description ?? '').slice(0, MAX_DESCRIPTION).split(/(?<=[.!])\s|\n/)
  words.read(`${asOrder(first)} (${name})`)
  let nouns = 0
  for (let at = 0; at < words.count; at += 1) nouns |= words.nouns[at] ?? 0
  const [part] = first === '' ? [] : partsOf(words, openingOf(words, false))
  const found = part === undefined ? undefined : orderOf(part.verbs, part.nouns)
  return { category: found?.id === 'choose' ? undefined : found?.category, nouns }
}

/** "Moves money" as "move money": the lists have verbs as orders have them. */
function asOrder(sentence: string): string {
  return sentence.replace(
    /^\s*(?:this tool |tool to |use this to )?([A-Za-z]{2,20}?)(?:(?<=ch|sh|ss|x)es|ies|s)?(?=\W)/,
    (whole, verb: string) => (whole.endsWith('ies') ? `${verb}y` : verb),
  )
}
