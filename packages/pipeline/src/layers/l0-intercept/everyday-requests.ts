import type { ActionCategory } from '@sluice/contracts'

/** The categories whose verbs have everyday meanings that matter: what is held by default. */
type HeldCategory = Extract<ActionCategory, 'F' | 'G' | 'H'>

/** Words of things that are in use: with one of them, the verbs below are taken at their word. */
const IN_USE =
  /\b(?:prod(?:uction)?|staging|live|servers?|databases?|clusters?|hosts?|right now|immediately|asap|accounts|employees?|crm|erp|company|backups?|tenants?)\b/

/** Up to 80 characters of the same order. */
const SAME_ORDER = '(?:(?! (?:and|then|but|before) |[,;] ).){0,80}?'
const EDIT =
  '(?:delete|remove|drop|clear|strip|update|bump|change|add|replace|modify|edit|format|reset|set|create|rotate)'
/** Text, data and code that somebody hands over or has on the screen; a folder of such is none. */
const HANDED_OVER =
  '(?:csv|json|ya?ml|xml|html|markdown|class|code|snippet|function|method|component|example|regex|script|text|sentence|paragraph|essay|poem|story|spreadsheet|worksheet|data ?frame|string|array|form|mock-?up|wireframe|document draft|e-?mail draft|package\\.json|requirements\\.txt|cargo\\.toml|pyproject\\.toml|pom\\.xml|go\\.mod|gemfile|dockerfile|makefile)(?! (?:folder|director|bucket|server|service|account|repo|pipeline))'
const PLATFORM =
  '(?:mac ?os|mac|linux|windows|ubuntu|debian|fedora|centos|android|ios|port \\d{1,5}|python|pandas|java|javascript|typescript|node(?:\\.?js)?|rust|go|golang|c\\+\\+|c#|c|php|ruby|bash|powershell|git|docker|kubernetes|postgres(?:ql)?|mysql|sqlite|mongodb|excel|vim)'

/**
 * What people call short. Whatever else stands behind "short" may be a name in small letters and is sold: "short tesla
 * at 200".
 */
const SHORT_THING =
  '(?:(?:anecdote|announcement|answer|article|bio|biography|bit|blog|book|brief|break|briefing|caption|chapter|check|clip|comment|conversation|course|definition|description|detour|dialogue|distance|drive|essay|example|exercise|explanation|fable|favou?r|film|flight|form|game|guide|hike|holiday|intro|introduction|joke|journey|lecture|lesson|letter|life|line|list|meditation|meeting|memo|message|moment|nap|narrative|note|novel|outline|overview|paragraph|pause|phrase|piece|poem|prayer|presentation|puzzle|query|question|questionnaire|quiz|quote|recap|recipe|reminder|reply|report|request|response|rest|review|ride|run|scene|script|section|sentence|session|song|speech|stay|stop|stor(?:y|ies)|stretch|stroll|summar(?:y|ies)|survey|sweet|tale|talk|task|term|test|text|thing|thread|time|timer|toast|training|trip|tutorial|tweet|update|vacation|version|video|visit|wait|walk|warm-?up|while|word|workout)e?s?\\b)'
/** With one of these a word of the list above may be a name. */
const SOLD_SHORT = '(?:shares?|stocks?|options?|futures|bonds?|contracts?|etfs?|puts|calls|positions?|limit|at market)'

/** What is closed on a screen or in a book. A maintenance window is something else. */
const OPENED =
  '(?:(?:other|open|old|unused|empty|extra|duplicated?|active|current|new|left|right|top|bottom|first|second|third|last|browser|editor|terminal|settings|preview|chat|search|user|account|password|login|file|history|side) ){0,3}(?:(?:browser|editor|terminal|settings|preview|chat) )?(?:tabs?|windows?|panels?|panes?|dialogs?|dialogues?|pop-?ups?|menus?|sidebars?|toolbars?|drawers?|tooltips?|chapters?|brackets?|parenthes[ie]s|quotation marks|quotes?|curtains?|blinds)'

/** Harmless uses of consequential verbs, by category; none counts beside something in use. */
const EVERYDAY: Readonly<Record<HeldCategory, readonly RegExp[]>> = {
  G: [
    // An edit of what was handed over: "delete all rows where the price is 0 in this CSV".
    new RegExp(
      `^${EDIT}\\b${SAME_ORDER}\\b(?:in|from|of|into)\\b (?:(?!and |then |but )[^\\s,;]{1,16} ){0,4}?${HANDED_OVER}`,
    ),
    new RegExp(
      `^${EDIT}\\b (?:all |the |any |every |these )*(?:empty|blank|duplicated?|repeated|redundant|trailing|leading|first|last|second)\\b (?:\\w{1,12} ){0,2}?(?:rows?|columns?|lines?|entr(?:y|ies)|records|values|items)\\b(?!.{0,40}\\b(?:tables?(?! below)|system|crm|erp)\\b)`,
    ),
    /^(?:format|convert|turn|render|show)\b.{0,80}\b(?:as|into) (?:an? )?(?:\w{1,12} )?(?:table|list|json|csv|markdown|yaml|html|chart|bullet points?)\b/,
    // Code that is asked for in a few words: "terminate the process if the buffer is empty (C code please)".
    /\((?:in )?[\w+#]{1,12} (?:code|script|function)\b[^()]{0,20}\)|\b(?:code|script) (?:please|pls)\b/,
    // The headline of a how-to: "kill a process on port 3000 on macOS".
    new RegExp(
      `^(?:kill|stop|start|restart|install|uninstall|update|upgrade|delete|drop|remove|enable|disable|create|run|open|close|deploy)\\b an? .{0,60}\\b(?:on|in|with|using) ${PLATFORM}[.?]?$`,
    ),
    /^(?:upgrade|update|downgrade|migrate|move) from (?:version |v)?\d/,
    // "Set an alarm for 5 am", "set the volume to 4".
    /^(?:set|add|make|create) (?:an?|the|my|another) (?:\w{1,12} )?(?:alarm|timer|reminder)(?: (?:for|at|in|to) (?:\w{1,8} ){0,3}?(?:\d|noon|midnight|tomorrow|today|\w{1,8} minutes?|\w{1,8} hours?|\w{1,8}day)|[.!?]?$)/,
    /^(?:set|turn|change|increase|decrease|lower|raise|adjust) (?:(?:the|your|my) )?volume(?: (?:up|down|higher|lower))?(?: (?:by|to) \d{1,3} ?%?)?[.!?]?$/,
    // "Close the 3 tabs on the right", "open chapter 3 with a quote".
    new RegExp(
      `^(?:close|open|reopen|minimi[sz]e|maximi[sz]e|hide|pin|mute) (?:(?:the|this|that|these|those|all|both|any|every|my|your|of) ){0,3}(?:\\d{1,3} )?${OPENED}(?: (?:on|at|in|with|except|that|which|but|to the|of this|of my)\\b[^,;]{0,60})?(?:,? (?:please|pls|now))?[.!?]*$`,
    ),
    /^unlock the (?:secrets?|power|potential|myster(?:y|ies)|magic|joys?|full potential) (?:of|behind)\b/,
    /^(?:start|stop|begin|end|finish|kill) (?:over|again|afresh|with|from scratch|using)\b/,
  ],
  F: [
    // Something that was ordered, by its number: "order 1234 has not shipped".
    /^order #?\d[\w-]{0,30} (?:has|had|is|was|hasn['’]t|isn['’]t|wasn['’]t|never|still|did|didn['’]t|arrived|came|explained)\b/,
    // A plan that is written: "create a meal plan for someone with diabetes".
    /^(?!.{0,120}\b(?:subscri\w{1,8}|billing|tiers?|premium|pric\w{1,3}|phone|mobile|data|internet|energy|insurance|payment|savings|pension|pro|upgrade)\b)(?:create|make|prepare|provide|generate|build) (?:(?:me|us) )?(?:a|an|the|my|our) (?:[^\s,;]{1,24} ){0,5}?plan\b/,
    // Figures of speech in trade.
    /^sell (?:me|us|him|her|them) (?:on\b|(?:this|that|a|an|the|your) (?:\w{1,12} )?(?:pen|idea|concept|product|story|dream))/,
    /^sell (?:the|my|our|this|that|an?) (?:\w{1,12} )?(?:idea|concept|vision|notion|benefits?|value|dream|pitch|story|proposal|description)\b/,
    /^buy (?:me|us|him|her|them) (?:(?:some |a little |a bit of |more )?time|an? (?:minute|moment|second))\b/,
    /^trade (?:places|places with|jokes|stories)\b/,
    // Numbers and nothing else: "swap 2 and 3", "double the number 7".
    /^(?:swap|exchange|double) (?:the )?(?:(?:numbers?|digits?) )?\d{1,9}(?:,? (?:and |with )?\d{1,9}){0,8}(?:,? (?:please|pls|for me))?[.!?]?$/,
    // What is short itself, and cannot be sold: "short question 12 new please", "short 5 minute meditation".
    new RegExp(`^short (?:and \\w{1,12},? )?${SHORT_THING}(?!.{0,60}\\b${SOLD_SHORT}\\b)`),
    /^short \d{1,4}[- ](?:second|minute|hour|day|week|word|line|page|paragraph|sentence|question|item|step|point|part)s?\b/,
    /^(?:put|place|arrange) (?:the |these |those |my )?(?:\w{1,12} )?(?:numbers|words|letters|sentences|items|names|events|dates|steps)\b.{0,60}\bin (?:(?:a|the) )?(?:random|reverse|right|correct|logical|numerical|alphabetical|chronological|ascending|descending) order\b/,
    /^transfer learning (?:explained|in|with|for|vs|versus|tutorial|basics|from)\b/,
    /^transfer\b.{0,40}\b(?:sentences?|paragraphs?|verbs?|words?|texts?)\b.{0,20}\b(?:in)?to (?:the )?(?:past|present|future|passive|active|plural|singular|direct|indirect|reported|first|third)\b/,
    /^wire up (?:(?:the|these|those|all|my) )?(?:\d{1,3} )?(?:\w{1,12} )?(?:buttons?|components?|events?|handlers?|forms?|sensors?|leds?|plugs?|sockets?|switch(?:es)?|lights?)\b/,
    /^dump (?:the |your |all )?(?:\d{1,3} )?(?:\w{1,12} )?(?:points|ideas|thoughts)\b/,
    /^order\b.{0,80}\b(?:alphabetical(?:ly)?|chronological(?:ly)?|numerical(?:ly)?|ascending|descending|by (?:name|date|size|length|price|age|number|value|rank|priority|importance|relevance|height|year)|from (?:the )?(?:small|large|low|high|old|new|short|long|least|most|first|a to z)\w{0,3})\b(?!.{0,60}\b(?:deliver|ship|cart|checkout)\w{0,4}\b)/,
    /^(?:upgrade|update|downgrade|migrate|move) from (?:version |v)?\d/,
  ],
  H: [
    /^(?:rank|score|select|choose|pick|filter)\b.{0,30}\bcandidates? for (?:the |a |an |my |our )?(?:\S{1,16} ){0,4}?(?:frameworks?|librar(?:y|ies)|names?|titles?|logos?|colou?rs?|slogans?|taglines?|tools?|languages?|vendors?|domains?|designs?|themes?|venues?|cit(?:y|ies)|headlines?)\b(?!.{0,60}\b(?:teams?|jobs?|positions?|roles?|engineers?|developers?|designers?|leads?|hire|hiring)\b)/,
  ],
}

/** A command that is a topic: "rm -rf explained", "drop table syntax". */
const TOPIC = /^.{1,60}\b(?:explained|syntax|meaning|tutorial|cheat ?sheet|basics|definition)[.?!]?$/

/** Whether a sentence names a topic, by its last word. */
export function isTopic(sentence: string): boolean {
  return TOPIC.test(sentence.trim().toLowerCase())
}

/** Orders about a story, wherever it plays. */
const NARRATION =
  /^(?:start|stop|begin|end|finish|kill|set) the (?:story|chapter|scene|poem|novel|essay|main character|villain|hero)\b/

/** "Take on the role of a pirate" gives nobody a role. */
const ROLE_PLAY =
  /^(?:(?:take on|assume|adopt|play|step into) (?:the|a|an|your) (?:role|part|persona|perspective|identity) (?:of|as)\b|take (?:the|a|an|your) (?:role|part|perspective) of\b(?!.{0,80}\b(?:away|from|off|back)\b))/

/** No order at all, whatever else stands there: "rollback strategy for database migrations". */
const NOUN_PHRASE =
  /^(?:rollback|roll-back|upgrade|update|reset|release|deploy|deployment|migration|restart|transfer|delete|payment|purchase|order|hire|password reset|reset password) (?:strateg(?:y|ies)|best practices?|checklist|tutorial|guide|e-?mail template|template|options|pros and cons|ideas|tips|examples?)\b|^trade[- ]?offs?\b/

/** Whether a clause with a verb of consequence is about a text, code, a how-to or a figure of speech. Linear. */
export function isEveryday(category: ActionCategory, clause: string): boolean {
  if (category !== 'F' && category !== 'G' && category !== 'H') return false
  if (NOUN_PHRASE.test(clause) || NARRATION.test(clause)) return true
  return (
    !IN_USE.test(clause) &&
    (isTopic(clause) || ROLE_PLAY.test(clause) || EVERYDAY[category].some((pattern) => pattern.test(clause)))
  )
}
