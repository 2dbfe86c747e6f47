import type { TextPosition } from '../../request/index.ts'

/** In UTF-16 code units. A longer message says itself what its values are. */
const MAX_ANSWER_WORDS = 8
const MAX_ANSWER = 160
/** How much of a message's end is looked at for its last sentence. */
const MAX_QUESTION = 200

/** Remembers what the assistant asked last. */
interface Questions {
  /** The question that the text at this position may answer. Positions come in the order of the request. */
  before(position: TextPosition): string | undefined
}

/** Finds, for each short message of a user, the last sentence of the assistant's message before it. */
export function createQuestions(): Questions {
  let question: string | undefined
  return {
    before({ kind, role, text }) {
      if (kind !== 'prose') return undefined
      if (role === 'assistant') question = lastSentence(text)
      else if (role !== 'user') question = undefined
      return role === 'user' && question !== undefined && isShort(text) ? question : undefined
    },
  }
}

function lastSentence(text: string): string | undefined {
  const end = text.slice(-MAX_QUESTION).trimEnd()
  // The mark at the end of the text begins no sentence.
  const stop = Math.max(...['. ', '! ', '? ', '\n'].map((mark) => end.lastIndexOf(mark)))
  return end === '' ? undefined : end.slice(stop + 1).trim()
}

function isShort(text: string): boolean {
  return text.length <= MAX_ANSWER && text.trim().split(/\s+/).length <= MAX_ANSWER_WORDS
}
