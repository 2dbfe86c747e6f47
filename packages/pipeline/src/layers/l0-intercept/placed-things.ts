import { GAP, type Words } from './read-words.ts'
import type { Part } from './sentence-parts.ts'
import { isLabelled } from './sums.ts'
import { FUNCTION as F, NOUN as N } from './words/tags.ts'

/** Verbs that put something somewhere, and neither pay nor remove it, in six languages. */
const PUTS =
  /^(?:put|move|place|shift|push|drag|keep|set|list|leave|setze?|stelle?|lege?|packe?|schiebe?|verschiebe?|rücke?|pon|pone|ponga|coloca|coloque|mueve|mueva|mets|mettez|placez|déplacez?|metti|metta|sposta|põe|ponha|mete|mova) /u
/** Where something is put among others, at the end of an order, in six languages. Each part is bounded. */
const AMONG_OTHERS = new RegExp(
  `[ ](?:${[
    '(?:(?:in|at|to) )?(?:the )?(?:very )?(?:first|second|third|fourth|fifth|last|next|final)(?: (?:place|position|line|row))?',
    '(?:in|at|to) (?:position|place) \\d{1,2}',
    '(?:at|to|on|in) the (?:very )?(?:top|bottom|end|beginning|start|front|back|middle|left|right)',
    'on top|in front|up front|to the front',
    '(?:before|after|above|below|next to|behind) (?:number |[a-z]{4,9} )?\\d{1,2}',
    '(?:behind|before|after|above|below) (?:each|every|the) [a-z]{1,16}',
    'in (?:bold|italics?|brackets|quotes|quotation marks|parentheses|capitals)',
    '(?:an|auf) (?:die |den )?(?:erste|zweite|dritte|letzte)[nr]?(?: (?:stelle|platz|position))?',
    '(?:an den (?:anfang|schluss)|ans (?:ende|anfang)|nach (?:oben|unten|vorne?|hinten))',
    '(?:primer[oa]|últim[oa]|al (?:principio|final)|en (?:primer|segundo|último) lugar|arriba|abajo)',
    '(?:en (?:premier|deuxième|dernier|tête|haut|bas)(?:ère)?(?: (?:place|position))?|au début|à la fin)',
    "(?:per (?:prim[oa]|ultim[oa])|all'inizio|alla fine|in (?:cima|fondo|alto|basso)|al primo posto)",
    '(?:primeir[oa]|por últim[oa]|(?:em|no) (?:primeiro|último) lugar|no (?:início|fim|topo|final))',
  ].join('|')})(?:,? (?:please|pls|bitte|por favor|per favore|instead|again))?[.!?]*$`,
  'u',
)

/** Works of sound, image and language: nobody is paid with them. In languages whose verb for this pays as well. */
const WORK =
  /^(?:transfer|transfier[ea]|transfere|transfère|transférez|trasferisc[ia]|transfira) (?:(?:the|this|that|these|those|my|our|your|all|la|el|las|los|le|les|il|lo|gli|i|a|as|o|os) )(?:\d{1,2} )?(?:(?!for |of )[\p{L}-]{1,16} ){0,2}?(?:melod(?:y|ies|[ií]as?|ias?)|mélodies?|tunes?|songs?|lyrics|chords?|rhythms?|harmon(?:y|ies)|drawings?|sketch(?:es)?|patterns?|layouts?|pictures?|images?|colou?rs?|styles?|outlines?|shapes?|stencils?|diagrams?|charts?|maps?|tables?|texts?|notes?|poems?|recipes?|arguments?|examples?|terms?|mixtures?|batter|dibujos?|dessins?|disegn[oi]|desenhos?)\b(?!['’]s?|\p{L}| (?:rights?|royalt|fees?|prices?|sales?|proceeds|ownership|licen[cs]es?|money|funds?|payments?))/u
/** Who gets what was owned. */
const OWNERS = /\b(?:buyers?|owners?|sellers?|suppliers?|landlords?|publishers?|artists?|vendors?|customers?)\b/u
/** Neither owed nor in use, and nobody: what else a part may name. */
const HARMLESS = N.number | N.plain | N.text | N.code | N.figure

/** "Put option 2 first", "move the 3 main points to the end": things are put in an order, none is bought or paid. */
export function isPutAmongOthers(words: Words, sentence: string, part: Part, clause: string): boolean {
  const { head = part.from, to } = part
  const found = PUTS.test(clause) ? AMONG_OTHERS.exec(clause) : null
  if (found === null) return false
  const end = (words.start[head] ?? 0) + found.index
  let last = head + 1
  while (last < to && (words.start[last] ?? 0) < end) last += 1
  if (last === head + 1) return false
  let isLabel = false
  let nouns = 0
  for (let at = head + 1; at < last; at += 1) {
    // "Put 300 on red first", "put it through first".
    if (((words.functions[at] ?? 0) & (F.preposition | F.particle)) !== 0) return false
    if (words.gap[at] !== GAP.space && at > head + 1 && words.gap[at] !== GAP.joined) return false
    if (((words.nouns[at] ?? 0) & N.number) !== 0) {
      const labels = isLabelled(words, sentence, at)
      // "Put the 3 main points first" and "put 3 before 2", but not "put bob 20 first".
      const counts = isShort(words, sentence, at) && (at === head + 1 || at + 1 < last)
      if (!labels && !counts) return false
      isLabel ||= labels
    }
    nouns |= words.nouns[at] ?? 0
  }
  // The nouns of German are capitalised as names are; "item" is a word of orders.
  return (nouns & ~(isLabel ? HARMLESS | N.name | N.order : HARMLESS)) === 0
}

/** "Transfer the melody to 3 voices": a work is brought into another form, and no sum or person is named. */
export function isMovedWork(words: Words, sentence: string, part: Part, clause: string): boolean {
  if (!WORK.test(clause) || OWNERS.test(clause)) return false
  const { head = part.from, to, nouns } = part
  if ((nouns & ~HARMLESS) !== 0) return false
  for (let at = head + 1; at < to; at += 1) {
    if (words.gap[at] === GAP.comma || words.gap[at] === GAP.dash) return false
    if (((words.nouns[at] ?? 0) & N.number) === 0) continue
    const isCount = at + 1 < to && words.gap[at + 1] === GAP.space && (words.functions[at + 1] ?? 0) === 0
    const isKnown = isLabelled(words, sentence, at)
    if (!isKnown && !(isCount && isShort(words, sentence, at))) return false
  }
  return true
}

/** Whether a number has two digits at most. */
function isShort(words: Words, sentence: string, at: number): boolean {
  const start = words.start[at] ?? 0
  return /^\d{1,2}(?:st|nd|rd|th)?(?![\p{L}\d]|[.,]\d)/u.test(sentence.slice(start, start + 6))
}
