import { inLetters } from '@sluice/prompt-classifier'
import { foldForValues, foldThroughCarriers } from '@sluice/text-folding'
import type { Orders } from '../../request/index.ts'
import type { SlicedWork } from '../../run/slice-queue.ts'
import { Words } from './read-words.ts'
import { blocksOf } from './sentences.ts'

/** What may be read as other letters than it is written with: most texts have none of it. */
const MAY_BE_READ =
  /[^\n\r\t\x20-\x7e]|[&\\%<=*`~]|(?<![A-Za-z0-9])[A-Za-z][^A-Za-z0-9]{1,4}[A-Za-z](?![A-Za-z0-9])|[A-Za-z][0134578@$|]|[0134578@$|!][A-Za-z]/
/** A word with digits or signs in the place of some of its letters. */
const LEET_WORD = /(?<![A-Za-z0-9])(?=[0134578@$|!]{0,24}[A-Za-z])[A-Za-z0134578@$|!]{3,24}(?![A-Za-z0-9])/g

/** Reading letters costs less than reading what they say, by this factor. */
const CHEAPER = 4

const words = new Words()

type Turns = Orders['userTurns']

/**
 * The turns of a user with every text as it may be read beside as it is written. Those of one text are joined with the
 * last of a text that has fewer. Nothing for most requests. Linear.
 */
export function* otherTurnsSteps(turns: Turns): SlicedWork<readonly Turns[]> {
  let most = 0
  const read: string[][][] = []
  for (const texts of turns) {
    const ofTurn: string[][] = []
    for (const text of texts) {
      const readings = yield* readingsOfText(text)
      most = Math.max(most, readings.length - 1)
      ofTurn.push(readings)
    }
    read.push(ofTurn)
  }
  return Array.from({ length: most }, (_, at) =>
    read.map((texts) => texts.map((readings) => readings[at + 1] ?? readings.at(-1) ?? '')),
  )
}

/** The text as it is written, and its other readings, block by block. */
function* readingsOfText(text: string): SlicedWork<string[]> {
  const blocks: (readonly string[])[] = []
  for (const block of blocksOf(text, 0)) {
    yield block.length / CHEAPER
    blocks.push([block, ...otherReadingsOf(block)])
  }
  const most = Math.max(...blocks.map(({ length }) => length))
  if (most === 1) return [text]
  return Array.from({ length: most }, (_, at) =>
    at === 0 ? text : blocks.map((readings) => readings[at] ?? readings.at(-1) ?? '').join(''),
  )
}

/**
 * How a text may be read beside as it is written: without what nobody sees, with every way to draw a letter as that
 * letter, through markup and letters that stand apart, and with verbs whose letters are digits (`w1re`). Each differs
 * from the text and from the others; most texts have none. Linear.
 */
export function otherReadingsOf(text: string): readonly string[] {
  if (!MAY_BE_READ.test(text)) return NONE
  const folded = foldForValues(text)
  const carried = foldThroughCarriers(text, folded)
  const seen = carried === undefined ? [folded.text] : [folded.text, carried.text]
  const readings = new Set([...seen, ...seen.map(withVerbsSpelled)])
  readings.delete(text)
  return [...readings]
}

const NONE: readonly string[] = []

/** Codes and versions stay as they are: no verb comes of them. */
function withVerbsSpelled(text: string): string {
  return text.replace(LEET_WORD, (word) => {
    const spelled = inLetters(word)
    return spelled !== word && isVerb(spelled) ? spelled : word
  })
}

function isVerb(word: string): boolean {
  words.read(word)
  return words.count === 1 && words.verbs[0] !== 0
}
