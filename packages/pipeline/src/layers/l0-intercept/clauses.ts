/** A part of a text that can carry one order. */
export interface Clause {
  /** In small letters, beginning with its verb; names of persons and firms are replaced by `‹name›`. */
  readonly text: string
  /** `question` asks. `continued` follows a writing task in its sentence: its verbs belong to the text to write. */
  readonly role: 'order' | 'question' | 'continued'
}

/** What people put before an order. */
const POLITE =
  /^(?:(?:please|pls|plz|kindly|now|then|next|also|just|ok(?:ay)?|hey|hi|hello|so|and|finally|first|second|third|lastly|afterwards?|after that|immediately|urgent(?:ly)?|asap|go ahead and|proceed to|you (?:must|need to|have to)|let's|let us|make sure (?:to|you|that you)|be sure to|don't forget to|remember to|i (?:want|need|order|command|instruct|authori[sz]e|expect|ask|would like|'d like) you to|i'd (?:like|need) you to|i need to have you|(?:can|could|would|will) (?:you|u)(?: please| kindly)?|would you mind|do me a favor and|feel free to|try to|help me(?: to)?|your task is to|the task is to|task|todo|step \d{1,2}|\d{1,2}[.)]|[-*•]|bitte|könn(?:t)?en sie(?: bitte)?|kannst du(?: bitte)?|s'il vous plaît|veuillez|peux-tu|pouvez-vous|por favor|puedes|podrías|quickly|simply|automatically|permanently|directly)[,:! ]+)/

/** Clauses that ask, wonder or tell instead of ordering. */
const QUESTION =
  /^(?:how|what|why|when|where|who|whom|whose|which|is|are|was|were|do|does|did|should|shall|has|have|am|explain|describe|define|tell me|teach me|show me how|walk me through|compare|give me (?:an? )?(?:overview|examples?|explanation|idea|tips?|advice|steps)|i wonder|i'm wondering|i am wondering|help me understand|can i|could i|may i|can we|would it|will it|if i|suppose|imagine|what if|wie|was|warum|wann|wer|welche|ist|sind|darf|kann ich|comment|pourquoi|quand|quel|quelle|qu'est|est-ce|cómo|qué|por qué|cuándo|quién|puedo|es)\b/

/** Tasks whose object is a text: what follows in the sentence is about that text. */
const WRITING =
  /^(?:write|draft|compose|rewrite|rephrase|paraphrase|translate|summari[sz]e|proofread|edit|correct|improve|create|generate|outline|craft|design|prepare|implement|code|build|develop|fix|debug|refactor|review|classify|extract|explain|analy[sz]e|schreibe?|übersetze|formuliere|verfasse|erstelle|rédige[rz]?|écri[sv]e?z?|tradui[ts]e?z?|escrib[ea]|redact[ae]|traduc[ea])\b/
/** Writing tasks whose text comes after: everything behind it is material. */
const MATERIAL =
  /^(?:translate|summari[sz]e|proofread|rewrite|rephrase|paraphrase|correct|edit|improve|classify|analy[sz]e|extract|review|explain|convert|complete|shorten|polish|is (?:this|the following)|what does|fix|format|categori[sz]e|label|identify|reword)\b[^:]{0,120}:/

/** German writes every noun with a capital, so names cannot be found by theirs; rules of other languages need none. */
const NAMES_UNCLEAR =
  /^\W{0,8}(?:bitte|können|kannst|lösche|entferne|überweise|zahle|bezahle|kaufe|bestelle|buche|starte|stoppe|fahre|entlasse|kündige|feuere|lehne|genehmige|bewillige|sende|schicke?|maile|benachrichtige|informiere|licenciez?|renvoyez?|desp[ií]d\w{1,3})(?![\p{L}])/iu

const NAME =
  /(?<![\p{L}\p{N}@.])\p{Lu}\p{Ll}[\p{L}'’-]{0,30}(?:(?: \p{Lu}\.?)?(?: \p{Lu}\p{Ll}[\p{L}'’-]{0,30})){0,3}(?:['’]s)?/gu

/** Every name begins with a capital, and every capital is one of these. */
const MAY_HAVE_CAPITALS = /[A-Z\u0080-\uFFFF]/

/** Splits a text into clauses. Quoted text and code are material, never an order. Linear. */
export function* clausesOf(text: string): Generator<Clause> {
  for (const sentence of sentencesOf(withoutMaterial(text))) {
    const start = stripped(mark(sentence))
    if (start === '') continue
    yield* clausesOfSentence(start, sentence)
    if (MATERIAL.test(start)) return
  }
}

function clausesOfSentence(start: string, sentence: string): Clause[] {
  if (QUESTION.test(start)) return [{ text: start, role: 'question' }]
  if (MATERIAL.test(start)) return [{ text: start.slice(0, start.indexOf(':')), role: 'order' }]
  const parts = start.split(/,? (?:and then|and also|then|and|und|et|y|but)\b,? |, |: | [-–—] |\bbefore /).map(stripped)
  const [first = '', ...rest] = parts
  const writing = WRITING.test(first) && !/^(?:create|generate|prepare|build|fix|review|edit)\b/.test(first)
  const asksAtEnd = /\?\s*$/.test(sentence) && /\b(?:how|what|why|should i|can i|is it|wie|comment|cómo)\b/.test(start)
  const clauses: Clause[] = [{ text: start, role: asksAtEnd ? 'question' : 'order' }]
  for (const text of rest) {
    if (text === '' || asksAtEnd || QUESTION.test(text)) continue
    // "Write a note and send it": the pronoun shows that the order is about the text that was written.
    if (writing && !/^\p{L}+ (?:it|this|them|him|her)\b/u.test(text)) continue
    clauses.push({ text, role: writing ? 'continued' : 'order' })
  }
  return clauses
}

function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?;])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
}

/** Code blocks, quotations and quoted lines, each looked for only where its sign stands. */
function withoutMaterial(text: string): string {
  let rest = text
  if (rest.includes('```')) {
    rest = rest
      .split('```')
      .filter((_, i) => i % 2 === 0)
      .join(' code ')
  }
  if (/["“«]/.test(rest)) {
    rest = rest.replace(/"[^"\n]{12,2000}"|“[^“”\n]{12,2000}”|«[^«»\n]{12,2000}»/g, ' "…" ')
  }
  return rest.includes('>') ? rest.replace(/^[ \t]{0,4}>.{0,2000}$/gm, '') : rest
}

/** Small letters, with capitalised names inside the sentence replaced; the first word is the verb and stays. */
function mark(sentence: string): string {
  if (NAMES_UNCLEAR.test(sentence)) return inSmallLetters(sentence)
  const [head = ''] = /^[^\p{L}]{0,10}\p{L}+/u.exec(sentence) ?? []
  const rest = sentence.slice(head.length)
  if (!MAY_HAVE_CAPITALS.test(rest)) return inSmallLetters(sentence)
  return inSmallLetters(`${head}${rest.replace(NAME, (name) => (isPlainWord(name) ? name : '‹name›'))}`)
}

/** Small letters with one space between words; single spaces are left where they are. */
function inSmallLetters(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\S ]\s*| \s+/g, ' ')
    .trim()
}

function isPlainWord(word: string): boolean {
  return /^(?:I|The|A|An|Please|All|My|Our|Then|And|HR|IT|English|German|French|Spanish|Python|Java|JavaScript|TypeScript|Rust|Excel|Ubuntu|Debian|Windows|Linux|Android|PostgreSQL|MySQL|Git|Docker|Kubernetes|Terraform|Ansible|React|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|April|May|June|July|August|September|October|November|December|Delete|Drop|Remove|Wire|Transfer|Send|Pay|Fire|Restart|Deploy|Grant|Revoke|Reject|Approve|Human|Slack|Twitter|Linkedin|LinkedIn|Facebook)\b/.test(
    word,
  )
}

function stripped(text: string): string {
  let rest = text.trim()
  for (let i = 0; i < 6; i += 1) {
    const shorter = rest.replace(POLITE, '').trim()
    if (shorter === rest) break
    rest = shorter
  }
  return rest
    .replace(/^["'“(*_]+/, '')
    .replace(/^i(?:'d| would) like to (?=(?:transfer|pay|wire|send|buy|sell|book|order|purchase)\b.{0,60}[\d$€£])/, '')
    .replace(/^i (?:want|need) to (?=(?:transfer|pay|wire|send|buy|sell|book|order|purchase)\b.{0,60}[\d$€£])/, '')
}
