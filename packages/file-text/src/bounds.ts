/** How much of one file is read. A file beyond any of these counts as not read whole. */
export const FILE_LIMITS = {
  /** The file itself, in bytes. */
  bytes: 16 * 1_024 * 1_024,
  /** What all parts of an archive hold once they are inflated, in bytes. */
  inflatedBytes: 64 * 1_024 * 1_024,
  /** Parts of an archive. */
  entries: 4_096,
  /** The text of a file, in UTF-16 code units. */
  text: 2 * 1_024 * 1_024,
  /** Pages of a PDF file. */
  pages: 2_000,
} as const

/** What a file cannot be read for. It never says what stands in the file. */
export class UnreadFile extends Error {
  override readonly name = 'UnreadFile'
}
