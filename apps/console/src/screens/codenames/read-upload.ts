import type { CodenameUpload, UploadMode } from '../../api/codenames.ts'
import { z } from '../../api/zod.ts'

/** The most that is taken, as the API does by default. In bytes. */
export const MAX_UPLOAD_BYTES = 67_108_864

const termList = z.array(z.unknown())
const jsonUpload = z.union([
  termList.transform((terms) => ({ terms, mode: undefined })),
  z.looseObject({ terms: termList, mode: z.enum(['add', 'replace', 'remove']).optional() }),
])

/** A file as it was read, or why it could not be. */
type ReadUpload =
  | { readonly kind: 'read'; readonly content: CodenameUpload['content']; readonly mode: UploadMode | undefined }
  | { readonly kind: 'unreadable'; readonly why: string }

/**
 * Reads a text as CSV or as JSON: a list of terms, or an object with `terms`. Terms are not looked at here, the API
 * does that.
 */
export function readUpload(text: string): ReadUpload {
  if (!/^\s*[[{]/.test(text)) {
    if (text.trim() === '') return { kind: 'unreadable', why: 'It is empty.' }
    return { kind: 'read', content: { format: 'csv', text }, mode: undefined }
  }
  try {
    const parsed = jsonUpload.safeParse(JSON.parse(text))
    if (!parsed.success)
      return { kind: 'unreadable', why: 'It is JSON, but neither a list of terms nor an object with “terms”.' }
    const { terms, mode } = parsed.data
    return { kind: 'read', content: { format: 'json', terms }, mode }
  } catch (error) {
    return {
      kind: 'unreadable',
      why: `It is no JSON: ${error instanceof Error ? error.message : 'it cannot be read'}.`,
    }
  }
}

/** Gives what stands in a line of an upload, for the reader: the text of a CSV's line, or a term of JSON. */
export function lineOf(content: CodenameUpload['content'], line: number): string {
  if (content.format === 'csv') return content.text.split(/\r\n|\n|\r/)[line - 1] ?? ''
  return JSON.stringify(content.terms[line - 1]) ?? ''
}
