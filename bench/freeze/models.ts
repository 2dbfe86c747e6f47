/** The models of the bench's own model server, each with the behaviour that one part of the bench needs. */
export const MODELS = {
  /** Streams the prompt's words again and again until it is cancelled. */
  endless: 'endless-model',
  /** Answers with the prompt at once. */
  brief: 'brief-model',
  /** Answers with the prompt after a while, or streams it word by word. The background load uses it. */
  steady: 'stub-model',
  /** The same, after three seconds without a byte. The bench `rolling` uses it. */
  late: 'late-model',
} as const
