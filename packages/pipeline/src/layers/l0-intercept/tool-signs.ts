import type { ActionCategory } from '@sluice/contracts'

/** Statements that change or remove data, and commands of a shell that do. */
const CHANGES =
  /\b(?:drop|truncate|alter|create) (?:table|database|schema|index|view|user|role)\b|\bdelete from\b|\binsert into\b|\bupdate [\w."`]{1,64} set\b|\b(?:grant|revoke) \w{1,64}|\brm -[rf]|\bsudo\b|\bmkfs\b|\bshutdown\b/
/** Statements that only read, as they begin. */
const READING_STATEMENT = /^(?:select|show|explain|describe|desc|with)\b/
/** Commands of a shell that only read, as they begin. */
const READING_COMMAND =
  /^(?:ls|ll|dir|du|df|cat|head|tail|less|more|grep|rg|find(?!.*-(?:delete|exec))|wc|sort|uniq|cut|stat|file|tree|pwd|ps|top|date|whoami|id|uname|which|echo|env|history|git (?:status|log|diff|show|branch$)|npm (?:ls|test|run (?:test|lint|build|check))|kubectl (?:get|describe|logs)|docker (?:ps|images|logs)|pytest|vitest|jest|cargo (?:test|check)|go test|make test|node --version)\b/
const WRITING_METHOD = /^(?:post|put|patch)$/
const PAYING_PATH =
  /\b(?:transfers?|payments?|payouts?|charges?|orders?|checkouts?|refunds?|invoices?\/\w+\/pay|trades?|withdrawals?|purchases?|bookings?)\b/
const ADMIN_PATH =
  /\b(?:users?|accounts?|roles?|permissions?|servers?|instances?|clusters?|databases?|firewall|deployments?|secrets?|keys?)\b/
/** Outcomes that are decided about somebody. */
const OUTCOME =
  /^(?:accept(?:ed)?|approved?|reject(?:ed)?|den(?:y|ied)|declined?|hired?|fired?|terminat(?:e|ed)|dismiss(?:ed)?|evict(?:ed)?|invited?|promot(?:e|ed)|not_hired|eligible|ineligible)$/
const OUTCOME_KEY =
  /^(?:approved|rejected|accepted|denied|hire|hired|fire|decision|verdict|outcome|admit|eligible|terminate)$/
const SUM = /^(?:amount|sum|price|total|betrag|importe|monto|montant|importo|valor|quantia)(?:_\w{1,16})?$/
const PAYEE =
  /^(?:iban|bic|to|account|recipient|payee|beneficiary|card|empfaenger|beneficiario|destinataire|destinatario|currency)(?:_\w{1,16})?$/

/** The most that is read of one argument, in UTF-16 code units, and of the arguments of one call. */
const MAX_ARGUMENT = 16_384
const MAX_ARGUMENTS = 256
/** Longer arguments are read as one text, of which no more than that is looked at. */
const MAX_JSON = 262_144
const MAX_DEPTH = 8

/** A member of the arguments: the name that it stands under, and its text. */
interface Argument {
  readonly key: string
  readonly text: string
}

/** What the arguments of a call say by themselves; undefined where they say nothing. */
export function signOfArguments(input: unknown): ActionCategory | undefined {
  const given = argumentsOf(input)
  const texts = given.map(({ text }) => plain(text))
  if (given.some(({ key, text }) => key === 'method' && text.toLowerCase() === 'delete')) return 'G'
  if (texts.some((text) => CHANGES.test(text))) return 'G'
  const keys = given.map(({ key }) => key)
  if (keys.some((key) => SUM.test(key)) && keys.some((key) => PAYEE.test(key))) return 'F'
  if (given.some(({ key, text }) => key === 'method' && WRITING_METHOD.test(text.toLowerCase()))) {
    const path = given.find(({ key }) => key === 'url' || key === 'path' || key === 'uri')?.text.toLowerCase() ?? ''
    if (PAYING_PATH.test(path)) return 'F'
    if (ADMIN_PATH.test(path)) return 'G'
  }
  return undefined
}

/** Whether all that a command line or a statement does is read. */
export function onlyReads(input: unknown): boolean {
  const texts = argumentsOf(input).flatMap(({ key, text }) =>
    /^(?:command|cmd|sql|query|statement|code|script|input|)$/.test(key) ? [plain(text)] : [],
  )
  return texts.length > 0 && texts.every(readsOnly)
}

function readsOnly(text: string): boolean {
  if (CHANGES.test(text)) return false
  if (READING_STATEMENT.test(text)) return !/;\s*\S/.test(text) && !/\binto\b|\bfor update\b/.test(text)
  if (/[>`]|\$\(/.test(text)) return false
  return text.split(/\|\|?|&&?|;/).every((command) => READING_COMMAND.test(command.trim()))
}

/** Whether the arguments decide about somebody: an outcome as a value, or under a name that means one. */
export function decidesOutcome(input: unknown): boolean {
  return argumentsOf(input).some(({ key, text }) => OUTCOME.test(text.toLowerCase()) || OUTCOME_KEY.test(key))
}

/** What a JSON Schema asks for: a sum with somebody to get it, or an outcome. */
export function signOfSchema(schema: unknown): 'sum' | 'outcome' | undefined {
  const keys: string[] = []
  const values: string[] = []
  collectSchema(schema, keys, values, 0)
  if (keys.some((key) => OUTCOME_KEY.test(key)) || values.some((value) => OUTCOME.test(value))) return 'outcome'
  return keys.some((key) => SUM.test(key)) && keys.some((key) => PAYEE.test(key)) ? 'sum' : undefined
}

function collectSchema(schema: unknown, keys: string[], values: string[], depth: number): void {
  if (typeof schema !== 'object' || schema === null || depth > MAX_DEPTH || keys.length > MAX_ARGUMENTS) return
  for (const [member, value] of Object.entries(schema).slice(0, MAX_ARGUMENTS)) {
    if (member === 'properties' && typeof value === 'object' && value !== null) {
      for (const key of Object.keys(value).slice(0, MAX_ARGUMENTS)) keys.push(key.toLowerCase())
    }
    if (member === 'enum' && Array.isArray(value)) {
      for (const each of value.slice(0, MAX_ARGUMENTS)) if (typeof each === 'string') values.push(each.toLowerCase())
    } else collectSchema(value, keys, values, depth + 1)
  }
}

function argumentsOf(input: unknown): readonly Argument[] {
  const found: Argument[] = []
  collect(parsed(input), '', found, 0)
  return found
}

/** Arguments are JSON in a string on most wires. */
function parsed(input: unknown): unknown {
  if (typeof input !== 'string' || input.length > MAX_JSON) return input
  try {
    return JSON.parse(input)
  } catch {
    return input
  }
}

function collect(value: unknown, key: string, found: Argument[], depth: number): void {
  if (found.length >= MAX_ARGUMENTS || depth > MAX_DEPTH) return
  if (typeof value === 'object' && value !== null) {
    for (const [member, each] of Object.entries(value)) {
      collect(each, Array.isArray(value) ? key : member.toLowerCase(), found, depth + 1)
    }
    return
  }
  found.push({ key, text: String(value) })
}

function plain(text: string): string {
  return text.slice(0, MAX_ARGUMENT).replace(/\s+/g, ' ').trim().toLowerCase()
}
