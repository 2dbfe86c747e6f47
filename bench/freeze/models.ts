/** The models of the bench's own model server, each with the behaviour that one part of the bench needs. */
export const MODELS = {
  /** Streams the prompt's words again and again until it is cancelled. */
  endless: 'endless-model',
  /** Says the prompt at once. */
  brief: 'brief-model',
  /** Says the prompt after a while, or streams it word by word: the background load's, whose name `load` gives. */
  steady: 'stub-model',
} as const
