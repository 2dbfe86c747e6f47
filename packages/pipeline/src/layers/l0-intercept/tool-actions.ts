import type { ActionCategory } from '@sluice/contracts'

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
  ['C', /\b(?:code|lint|compile|test|refactor|format code|generate code)\b/],
  ['B', /\b(?:write|draft|compose|generate|summarize|summarise|translate|render|create)\b/],
]

/** Names of tools that only read: `get_order`, `list_payments`. */
const READING =
  /^(?:get|list|search|find|fetch|read|query|lookup|look up|retrieve|load|browse|show|check|download|describe|count|view|is|has|validate|preview|estimate|calculate|simulate)\b/

/**
 * What calling a tool of this name does, by the words of the name (`transfer_funds`, `deleteUser`). A name that says
 * nothing counts as D (retrieve).
 */
export function classifyTool(name: string): ActionCategory {
  const words = name
    .slice(0, 256)
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .trim()
    .toLowerCase()
  if (READING.test(words)) return 'D'
  return WORDS.find(([, pattern]) => pattern.test(words))?.[0] ?? 'D'
}

/** Statements that change or remove data, and commands of a shell that do. */
const CHANGES =
  /\b(?:drop|truncate|alter|create) (?:table|database|schema|index|view|user|role)\b|\bdelete from\b|\binsert into\b|\bupdate \w{1,64} set\b|\b(?:grant|revoke) \w{1,64}|\brm -[rf]|\bsudo\b|\bmkfs\b|\bshutdown\b/

/** The most that is read of one argument, in UTF-16 code units. */
const MAX_ARGUMENT = 4_096

/**
 * What calling a tool with these arguments does: what its name says, and G (administer) where an argument is a
 * statement or a command that changes things, though the tool is named like one that reads.
 *
 * @param texts the strings of the arguments.
 */
export function classifyCall(name: string, texts: Iterable<string>): ActionCategory {
  const category = classifyTool(name)
  if (category > 'G') return category
  for (const text of texts) {
    if (CHANGES.test(text.slice(0, MAX_ARGUMENT).replace(/\s+/g, ' ').toLowerCase())) return 'G'
  }
  return category
}
