import { type Context, labelledTexts, matchesOf, type Recognizer, type Span } from '../recognizer.ts'
import { isBrand } from './brands.ts'
import { AMBIGUOUS_GIVEN_NAMES, GIVEN_NAMES } from './given-names.ts'
import { isLabelledName } from './labelled-name.ts'
import { type NameWord, nameChains } from './name-chains.ts'
import { isOtherWord, ORGANISATION_ENDINGS } from './name-words.ts'
import { SURNAMES } from './surnames.ts'

/** Before a name: a form of address, or an office that is written like one. */
const TITLE =
  /(?:^|[^\p{L}])(?:mr|mrs|ms|miss|mx|dr|prof|professor|doctor|sir|madam|dame|judge|justice|senator|sen|rep|rev|reverend|father|herr|frau|hr|fr|dipl|ing|monsieur|madame|mme|mlle|señor|señora|señorita|sr|sra|srta|don|doña|dra|d|dña|sig|signor|signora|dott|sheikh|shri|smt|capt|captain|lt|sgt|col)\.? {0,2}$/u

/** Before a name: words after which hardly anything but a name comes. */
const INTRODUCTION =
  /(?:\bmy name(?:'s| is)|\bname(?:'s| is)?:?|\b(?:full|first|last|middle|given|family|maiden) name(?: is)?:?|\bi am|\bi'm|\bthis is|\bnamed|\bcall me|\bpatient(?: name)?:?|\b(?:customer|client|employee|colleague|user|member|guest|tenant|applicant|candidate|student|cardholder|beneficiary|recipient|attn|attention|contact|sender|author|doctor|dr)(?: name)?(?: is)?:?|\bdear|\bhi|\bhello|\bhey|\bregards|\bsincerely|\bcheers|\bthanks|\byours(?: truly)?|\bsigned(?: by)?|\bspeak(?:ing)? (?:to|with)|\bask for|\bmet(?: with)?|\bwife|\bhusband|\bson|\bdaughter|\bbrother|\bsister|\bfriend|\bmother|\bfather|\bboss|\bmanager|\b(?:freundlich|herzlich|best|viel|lieb|schön)en? gr(?:ü|ue)(?:ß|ss)en?|\bhochachtungsvoll|\bmfg|\bcordialement|\bsalutations(?: distinguées)?|\bbien à vous|\bamicalement|\bun saludo|\bsaludos(?: cordiales)?|\batentamente|\bun abrazo|\bhei(?:ß|ss)(?:t|e)|\bs'appelle|\bse llama|\bich bin|\bmein name ist|\bje suis|\bje m'appelle|\bme llamo|\bsoy|\bmi nombre es|\b(?:médico|autor(?:es)?|remitido por|responsable clínico|apellidos|nombre):? ?(?:dra?\.)?|\bnombre:|\bapellidos:|\bnom:|\bmi chiamo|\bmera naam|\bfrom:|\bto:|\bcc:|\bby:)[ ,:"'-]{0,3}(?:\r?\n){0,2}(?:> ?){0,3} {0,2}$/

/** Before a name: words after which it may also be something else. */
const POINTER =
  /\b(?:im|from|to|by|for|with|and|contact|tell|ask|email|e-mail|call|told|asked|between|of|about|behalf of)[ ,]{1,2}$/

/** After a name: what people do, and what is written beside one. */
const PREDICATE =
  /^(?:'s\b|,? ?[<(]?[\w.+-]{1,64}@|,? (?:said|says|asked|asks|called|calls|wrote|writes|emailed|lives|lived|works|worked|was born|told|replied|joined|is my|has been|can be reached|needs|wants|requested|aged \d|\(\d))/

/** Around two capitalised words: a person who speaks. */
const SPEECH = /\b(?:says|said|asked|replied|was named|was called|named|called|married|met) $/
const SPEAKS = /^,? (?:said|says|asked|asks|wrote|writes|replied|was born|lives|told)\b/

/** Names of members that hold a person's name. */
const LABEL =
  /^(?:(?:full|first|last|given|family|middle|display|user|customer|client|patient|employee|contact|cardholder|holder|recipient|sender|owner|manager|doctor|author|assignee|account holder) ?)?(?:name|surname|nombre|nachname|vorname|nom|prénom)$|^(?:customer|client|patient|employee|contact|cardholder|recipient|sender|assignee|manager|doctor|author|person|beneficiary)$/

/** A name in small letters counts only after these. */
const LOWER_CASE =
  /\b(?:my name is|i am|i'm|name is|call me|mr\.?|mrs\.?|ms\.?|dr\.?|dear) ([\p{Ll}][\p{L}'-]{1,30})(?: ([\p{Ll}][\p{L}'-]{1,30}))?/gu

/**
 * Names of persons: known given and family names, and capitalised words beside a title, an introduction, a label or
 * column header, a sign-off, an address or a predicate. It cannot tell a rare name without any of these from another proper noun, and
 * it reads only scripts with capital letters.
 */
export const person: Recognizer = {
  name: 'person',
  entity: 'PERSON',
  readsIdentifiers: false,
  fewestDigits: 0,
  find(text, context) {
    const spans: Span[] = []
    for (const chain of nameChains(text)) {
      const span = judge(text, chain, context)
      if (span !== undefined) spans.push(span)
    }
    if (/(?:name|i am|i'm|call me|mrs?|ms|dr|dear)\b/.test(text))
      for (const span of lowerCaseNames(text)) spans.push(span)
    for (const [value, start] of labelledTexts(text, context, 'PERSON')) {
      if (isLabelledName(value)) spans.push(name({ start }, { end: start + value.length }, 0.85))
    }
    return spans
  },
}

function judge(text: string, chain: readonly NameWord[], { label }: Context): Span | undefined {
  const words = trimmed(untilOtherWord(chain))
  const [first, last] = [words[0], words.at(-1)]
  if (first === undefined || last === undefined) return undefined
  const before = text.slice(Math.max(0, first.start - 40), first.start).toLowerCase()
  const after = text.slice(last.end, last.end + 70)
  if (LABEL.test(label) && first.start === 0 && text.trimEnd().length === last.end) return name(first, last, 0.85)
  if (TITLE.test(before)) return name(first, last, 0.9)
  if (
    endsAsOrganisation(words, after) ||
    /(?:& |\b(?:san|santa|st\.?|saint|los|las|calle|avenida|av\.|c\/) )$/.test(before)
  ) {
    return undefined
  }
  if (isBrand(words, before, after)) return undefined
  const confidence = Math.max(byDictionary(words, before), byContext(words, before, after))
  return confidence >= 0.5 ? name(first, last, confidence) : undefined
}

function byDictionary(words: readonly NameWord[], before: string): number {
  const full = words.filter((word) => !word.initial)
  const [first, second] = [full[0], full[1]]
  if (first === undefined) return 0
  const given = GIVEN_NAMES.has(first.lower)
  if (words.length > 1 && given) return SURNAMES.has(full.at(-1)?.lower ?? '') ? 0.95 : 0.8
  if (words.length > 1 && words.length < 5 && SURNAMES.has(full.at(-1)?.lower ?? '')) return 0.7
  if (second !== undefined && GIVEN_NAMES.has(second.lower) && SURNAMES.has(first.lower)) return 0.7
  if (words.slice(1, -1).some((word) => word.initial) && words.length < 5) return 0.55
  if (words.length > 1) return 0
  if (given && !AMBIGUOUS_GIVEN_NAMES.has(first.lower) && first.lower.length > 2) return 0.6
  return SURNAMES.has(first.lower) && first.lower.length > 4 && !/["“‘]$/.test(before) ? 0.5 : 0
}

function byContext(words: readonly NameWord[], before: string, after: string): number {
  const known = words.some((word) => GIVEN_NAMES.has(word.lower) || SURNAMES.has(word.lower))
  if (words.length > 5) return 0
  if (INTRODUCTION.test(before)) return confidenceOfIntroduced(words, known)
  if (!known && words.length === 2 && words.every(isWritten) && (SPEECH.test(before) || SPEAKS.test(after))) return 0.55
  if (!known) return words.length > 1 && words.length < 4 && /^,? ?[<(]?[\w.+-]{1,64}@/.test(after) ? 0.8 : 0
  return PREDICATE.test(after) || POINTER.test(before) ? 0.75 : 0
}

function confidenceOfIntroduced(words: readonly NameWord[], known: boolean): number {
  if (known || words.length > 1) return 0.9
  return words.every(isWritten) ? 0.65 : 0
}

/** Written as names are: a capital and small letters. */
function isWritten({ word }: NameWord): boolean {
  return /^\p{Lu}\p{Ll}/u.test(word)
}

/** Without the words at either end that belong to the sentence (`Please Tell Alice` is a name of one word). */
function trimmed(chain: readonly NameWord[]): readonly NameWord[] {
  let from = 0
  let to = chain.length
  while (from < to && isEdge(chain[from], chain[from + 1])) from += 1
  while (to > from && isEdge(chain[to - 1], undefined)) to -= 1
  return chain.slice(from, to)
}

/** `Enrique Ramos Servicio Hospital` ends before the word that is none of a name's. */
function untilOtherWord(chain: readonly NameWord[]): readonly NameWord[] {
  const end = chain.findIndex((word, i) => i > 1 && isOtherWord(word.lower) && !ORGANISATION_ENDINGS.has(word.lower))
  return end > 1 && GIVEN_NAMES.has(chain[0]?.lower ?? '') ? chain.slice(0, end) : chain
}

function isEdge(word: NameWord | undefined, next: NameWord | undefined): boolean {
  if (word === undefined) return true
  if (word.initial) return next === undefined
  if (!isOtherWord(word.lower)) return false
  return !(GIVEN_NAMES.has(word.lower) && next !== undefined && SURNAMES.has(next.lower))
}

function endsAsOrganisation(words: readonly NameWord[], after: string): boolean {
  if (/^ & \p{Lu}/u.test(after)) return true
  const following = /^(?:'s)?,? ([\p{L}.]{1,14})/u.exec(after)?.[1]?.toLowerCase().replace(/\.$/, '')
  if (following !== undefined && /^(?:'s)?,? \p{Lu}/u.test(after) && ORGANISATION_ENDINGS.has(following)) return true
  return words.slice(1).some((word) => ORGANISATION_ENDINGS.has(word.lower))
}

function lowerCaseNames(text: string): Span[] {
  const spans: Span[] = []
  for (const match of matchesOf(text, LOWER_CASE)) {
    const [whole, given = '', family] = match
    if (!GIVEN_NAMES.has(given) || (AMBIGUOUS_GIVEN_NAMES.has(given) && !SURNAMES.has(family ?? ''))) continue
    const surname = family !== undefined && SURNAMES.has(family) ? family.length + 1 : 0
    const start = match.index + whole.length - given.length - (family === undefined ? 0 : family.length + 1)
    spans.push(name({ start }, { end: start + given.length + surname }, 0.7))
  }
  return spans
}

function name(first: { readonly start: number }, last: { readonly end: number }, confidence: number): Span {
  return { entity: 'PERSON', start: first.start, end: last.end, confidence, recognizer: 'person', verified: false }
}
