import type { ChunkChoice, CompletionChunk } from '@sluice/contracts'
import { type DeltaTextKind, visitDelta, visitUnknown } from '../../answer/index.ts'

/** Sees one string of a chunk; `choice` is absent for members of the chunk itself. */
type ChunkTextVisitor = (text: string, kind: DeltaTextKind, path: string, choice: ChunkChoice | undefined) => string

const CHUNK_MEMBERS: ReadonlySet<string> = new Set(['choices', 'usage'])
/** `logprobs` hold pieces of tokens, and no values. */
const CHOICE_MEMBERS: ReadonlySet<string> = new Set(['delta', 'logprobs'])

/**
 * Visits every text of a chunk in a fixed order: the deltas', and the strings of members that are not known here, in
 * chunk and choices. Left out: ids, names of the wire, usage and log probabilities.
 * Returns the very same chunk where nothing was replaced.
 */
export function visitChunk(chunk: CompletionChunk, visit: ChunkTextVisitor): CompletionChunk {
  const outer = visitUnknown(chunk, CHUNK_MEMBERS, (text) => visit(text, 'whole', '', undefined))
  let choices: ChunkChoice[] | undefined
  for (const [at, choice] of chunk.choices.entries()) {
    const visited = visitChoice(choice, visit)
    if (visited === choice) continue
    choices ??= [...chunk.choices]
    choices[at] = visited
  }
  return choices === undefined ? outer : { ...outer, choices }
}

function visitChoice(choice: ChunkChoice, visit: ChunkTextVisitor): ChunkChoice {
  const outer = visitUnknown(choice, CHOICE_MEMBERS, (text) => visit(text, 'whole', '', choice))
  const delta = visitDelta(choice.delta, (text, kind, path) => visit(text, kind, path, choice))
  return delta === choice.delta ? outer : { ...outer, delta }
}
