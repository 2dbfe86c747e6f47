/** A place in a file, as findings show it. */
export interface Place {
  readonly line: number
  readonly column: number
  readonly evidence: string
}
