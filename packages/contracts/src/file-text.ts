/** What of a file is no text: pictures and drawings in it, or anything else that was not read. */
export type UnreadPart = 'image' | 'file'

/** What was read of a file. */
export interface FileText {
  /** What a reader of the file sees, in its order. */
  readonly text: string
  /**
   * What else it says: in another order, deleted, hidden, about the file. Nobody needs to see it, and it leaves with
   * the file.
   */
  readonly aside: string
  /** Names in its markup: of styles, parts and the like. */
  readonly names: string
  /** Empty where the file was read whole. */
  readonly unread: readonly UnreadPart[]
}

/** Of a file that was not read at all. */
export const UNREAD_FILE: FileText = { text: '', aside: '', names: '', unread: ['file'] }

/** What becomes of a file that was read: it goes on as it is, or its text goes on in its place. */
export const FILE_FORMS = ['as-is', 'text'] as const

export type FileForm = (typeof FILE_FORMS)[number]
