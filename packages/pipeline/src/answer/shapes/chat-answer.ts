import type { ChunkChoice, CompletionChunk } from '@sluice/contracts'
import { continuingDelta, visitDelta, visitUnknown } from '../delta-text.ts'
import { isTerminal } from '../is-terminal.ts'
import type { AnswerShape, AnswerTextVisitor } from './answer-shape.ts'

const CHUNK_MEMBERS: ReadonlySet<string> = new Set(['choices', 'usage'])
/** `logprobs` hold pieces of tokens, and no values. */
const CHOICE_MEMBERS: ReadonlySet<string> = new Set(['delta', 'logprobs'])

const OUTSIDE = { kind: 'whole', part: undefined, path: '', isLast: true } as const

/**
 * Chunks of chat completions. A part is a choice. Visited are the texts of the deltas, and the strings of members that
 * are not known here, in chunk and choices. Left out: ids, names of the wire, usage and log probabilities.
 */
export const CHAT_ANSWER: AnswerShape<CompletionChunk> = {
  visit(chunk, visitor) {
    const outer = visitUnknown(chunk, CHUNK_MEMBERS, (text) => visitor(text, OUTSIDE))
    let choices: ChunkChoice[] | undefined
    for (const [at, choice] of chunk.choices.entries()) {
      const visited = visitChoice(choice, visitor)
      if (visited === choice) continue
      choices ??= [...chunk.choices]
      choices[at] = visited
    }
    return choices === undefined ? outer : { ...outer, choices }
  },
  endedBy: ({ choices }) => choices.filter(isEnded).map(({ index }) => ({ part: index })),
  continuing({ id, object, created, model }, rests) {
    const choices = rests.map(({ part, texts }) => ({
      index: part,
      delta: continuingDelta(texts),
      finish_reason: null,
    }))
    return choices.length === 0 ? [] : [{ id, object, created, model, choices }]
  },
  isTerminal,
}

function visitChoice(choice: ChunkChoice, visitor: AnswerTextVisitor): ChunkChoice {
  const { index: part } = choice
  const isLast = isEnded(choice)
  const outer = visitUnknown(choice, CHOICE_MEMBERS, (text) => visitor(text, OUTSIDE))
  const delta = visitDelta(choice.delta, (text, kind, path) => visitor(text, { kind, part, path, isLast }))
  return delta === choice.delta ? outer : { ...outer, delta }
}

function isEnded({ finish_reason }: ChunkChoice): boolean {
  return typeof finish_reason === 'string'
}
