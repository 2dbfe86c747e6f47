/** The models of the bench's own model server, each with the behaviour that one part of the bench needs. */
export const MODELS = {
  /** Answers with the prompt at once. */
  brief: 'brief-model',
  /** Streams a word every 100 ms until it is cancelled. */
  endless: 'endless-model',
  /** Streams a word every second until it is cancelled. */
  slow: 'slow-model',
  /** Streams as fast as it is read. */
  flood: 'flood-model',
  /** Takes the whole prompt and answers with one word. */
  short: 'short-model',
  /** Answers with 200 KB of text. */
  medium: 'medium-model',
  /** Answers with 20 MB of text. */
  long: 'long-model',
  /** Answers with the first token of the prompt, 8,000, 14,000 and 400,000 times. */
  repeat8k: 'repeat-8000',
  repeat14k: 'repeat-14000',
  repeat400k: 'repeat-400000',
} as const
