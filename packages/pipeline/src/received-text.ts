/**
 * A text of an answer as the model wrote it, before its tokens became values. What L4 masks in the answer for this
 * caller is masked here, too.
 */
export interface ReceivedText {
  /** The number of the choice, of the item of the output, or of the block. */
  readonly part: number
  /** The place within it, as a JSON pointer. */
  readonly path: string
  readonly text: string
}
