import type { Span } from '@sluice/text-folding'
import { WordCounter } from './count-words.ts'
import type { Reading } from './reading.ts'

/** This share of the words says that a text is changed, beside words that are not. */
const LEAST_SHARE = 0.1

function rot13(text: string): string {
  return text.replace(/[A-Za-z]/g, (letter) => {
    const base = letter <= 'Z' ? 65 : 97
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base)
  })
}

function reversed(text: string): string {
  return [...text].toReversed().join('')
}

/** The words that prose has most, and those that orders to a model have. */
const WORDS = (
  'the and you for that with all your this not are have from what how tell show about write please ignore previous ' +
  'instructions system prompt rules reveal print answer must will can explain give was they would could should there ' +
  'make want need like into just only his her our who why when where which then them these has had been does act now ' +
  'der die und nicht das ist ein wie mir von zu alle los que para una por como les des pour dans est vous karo hai ' +
  'batao kaise aur sab mujhe ke ka ki bina koi abhi nahi without no forget disregard rule instruction password secret ' +
  'pretend act free model user admin access data code question questions never always new now mode'
).split(' ')

/** These words, changed. */
function changed(change: (word: string) => string): readonly string[] {
  return WORDS.map(change).filter((word) => !WORDS.includes(word))
}

const PLAIN = new RegExp(`\\b(?:${WORDS.join('|')})\\b`, 'i')
const CHANGED = new WordCounter([changed(rot13), changed(reversed)])

/** A text read with each letter thirteen places on, or from its end, where its words say that it is written so. */
export function otherLetters(text: string): readonly Reading[] {
  const { found, runs } = CHANGED.countIn(text)
  const [isRot13 = false, isReversed = false] = found.map((count) => isWritten(text, count, runs))
  const fromEnd = ({ start, end }: Span) => ({ start: text.length - end, end: text.length - start })
  return [
    ...(isRot13 ? [{ text: rot13(text), spanOf: (span: Span) => span }] : []),
    ...(isReversed ? [{ text: reversed(text), spanOf: fromEnd }] : []),
  ]
}

/** One such word is enough in a text without any that is plain. */
function isWritten(text: string, found: number, runs: number): boolean {
  return found > 0 && (!PLAIN.test(text) || (found > 1 && found >= runs * LEAST_SHARE))
}
