import type { Span } from '@sluice/text-folding'

/** Adversarial suffixes are 20 to 200 characters long; what comes before is a question in plain words. */
const TAIL = 160
const MIN_TEXT = 40
/** A longer text with such a tail is code, a table or a log. */
const MAX_TEXT = 1_500
/** As much oddness as two wholly odd words have. */
const MIN_STRANGE = 2

/** A word of ordinary language: letters with an apostrophe or dash, a number or a price, with punctuation around it. */
const ORDINARY =
  /^["'“‘([{]{0,2}(?:\p{L}+(?:['’.-]\p{L}+){0,3}|[$€£]?\d[\d.,:/%-]{0,15}|&|[-–—])["'”’)\]}]{0,2}[.,;:!?…]{0,3}["'”’)\]]{0,2}$/u

/** Every word but the most ordinary ones: letters in one case, or with a capital first, and at most one sign behind. */
const UNUSUAL = /(?<!\S)(?!(?:[A-Z]+|[A-Z]?[a-z]+)[.,;:!?]?(?!\S))\S+/g

/** A text about code, formulas or markup has a reason to end in signs. */
const ABOUT_SIGNS =
  /\b(?:codes?|functions?|json|regex|sql|query|scripts?|programs?|html|css|xml|yaml|csv|commands?|formulas?|expressions?|equations?|latex|solve|calculate|compute|simplify|table|arrays?|lists?|strings?|python|java|javascript|c\+\+|class|input|output|syntax|url|hashtags?|tweet|emojis?|sentiment|cron(?:tab)?|awk|sed|grep|bash|shell|terminal|kernel|regexe?s|perl|php|ruby|golang|ip address(?:es)?|subnets?|(?:my|this|these|generated?|stronger) (?:\w{1,10} )?(?:passwords?|passphrases?))\b|\/(?:dev|etc|usr|var|bin|tmp)\//i

/** How much a tail counts where the text gives a reason for its signs. */
const ABOUT_WEIGHT = 0.6
/** Code closes its brackets. Suffixes that were found by a search over tokens, or of random signs, do not. */
const BALANCED_WEIGHT = 0.5

/** An address or version: hexadecimal groups with dots, colons and a mask or port, perhaps in brackets. */
const ADDRESS = /^[[(]?(?:[0-9a-f]{0,4}[.:]{1,2}){1,8}[0-9a-f]{0,4}[\])]?(?:[:/]\d{1,5})?[\])]?[,.;:?!]?$/i

/**
 * How much the end of a text looks like an optimised suffix (GCG, Zou et al. 2023): after a beginning in plain words,
 * a tail where most words are broken by brackets, back-slashes, stray capitals or unbalanced signs. 0..1.
 */
export function suffixScore(text: string): number {
  if (text.length < MIN_TEXT || text.length > MAX_TEXT || text.includes('\n\n') || text.includes('```')) return 0
  return mayBeOdd(text) ? tailScore(text) : 0
}

/** As `suffixScore`, for a text of such a length whose words have been found odd. */
export function tailScore(text: string): number {
  // Drawings, tables and logs have lines; a suffix has none.
  if (/\n[^\n]{0,400}\n/.test(text)) return 0
  const weight = (ABOUT_SIGNS.test(text) ? ABOUT_WEIGHT : 1) * (isBalanced(text) ? BALANCED_WEIGHT : 1)
  return weight * oddTailScore(text)
}

/** The part of a text that `suffixScore` takes for its tail. */
export function tailOf(text: string): Span {
  const words = [...text.matchAll(/\S+/g)]
  const first = words[startOfTail(words.map(([word]) => word))]
  return { start: first?.index ?? 0, end: text.length }
}

function oddTailScore(text: string): number {
  const words = text.trim().split(/\s+/)
  const odd = words.map(oddness)
  const start = startOfTail(words)
  const head = odd.slice(0, start)
  const tail = odd.slice(start)
  if (head.length < 3 || tail.length === 0 || mean(head) > 0.12) return 0
  if (words.slice(start).some(isNoise)) return 0.88
  const strange = tail.reduce((sum, value) => sum + value, 0)
  if (strange < MIN_STRANGE) return 0
  const share = mean(tail)
  if (share < 0.3) return 0
  return Math.min(0.95, 0.45 + share * 0.6 + Math.min(strange, 6) * 0.04)
}

/** Whether all the words of a text together, wherever they stand, are odd enough to count as a tail. */
function mayBeOdd(text: string): boolean {
  const unusual = text.match(UNUSUAL) ?? []
  return unusual.reduce((sum, word) => sum + oddness(word), 0) >= MIN_STRANGE || unusual.some(isNoise)
}

/** Whether brackets stand in a text, all of them closed in their order. Linear. */
function isBalanced(text: string): boolean {
  const open: string[] = []
  let pairs = 0
  for (const [sign] of text.matchAll(/[()[\]{}]/g)) {
    const at = '([{'.indexOf(sign)
    if (at >= 0) open.push(')]}'.charAt(at))
    else if (open.pop() !== sign) return false
    else pairs += 1
  }
  return pairs > 0 && open.length === 0
}

/** One word of random signs: long, of every class, with many different signs in it. */
function isNoise(word: string): boolean {
  if (word.length < 12 || word.length > 200 || /^https?:|^www\.|[\w.+-]@[\w-]+\.|^[\w.-]*\/[\w./-]*$/.test(word))
    return false
  const signs = new Set(word.match(/[^\p{L}\p{N}]/gu) ?? [])
  const classes = [/\p{Lu}/u, /\p{Ll}/u, /\p{N}/u].filter((one) => one.test(word)).length
  return (signs.size >= 4 && classes >= 2) || (signs.size >= 3 && classes === 3 && word.length >= 16)
}

/** The tail begins after the first sentence, or where the last characters begin. */
function startOfTail(words: readonly string[]): number {
  const firstEnd = words.findIndex((word) => /[?.!]["'”)]?$/.test(word))
  if (firstEnd >= 2 && firstEnd < words.length - 1) return firstEnd + 1
  let length = 0
  for (let i = words.length - 1; i > 0; i -= 1) {
    length += (words[i]?.length ?? 0) + 1
    if (length > TAIL) return i
  }
  return Math.floor(words.length / 2)
}

function oddness(word: string): number {
  if (/^https?:|^www\.|@\w+\.\w|^[\w.+-]+@|^[#@]\w+$/.test(word)) return 0
  if (ADDRESS.test(word)) return 0
  if (ORDINARY.test(word)) return /\p{Ll}\p{Lu}\p{Ll}/u.test(word) && word.length > 9 ? 0.7 : 0
  if (/^[\w-]+$/.test(word))
    return /\d/.test(word) && /[a-z]/.test(word) && /[A-Z]/.test(word) && word.length > 8 ? 1 : 0.2
  return /[\\{}[\]<>|~^`=+*_#@$%&;(]/.test(word) ? 1 : 0.4
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}
