import { type FileText, UNREAD_FILE } from '@sluice/contracts'
import { FILE_LIMITS, UnreadFile } from './bounds.ts'
import { officeText } from './office/office-text.ts'

/**
 * What a PDF or office file says, by its first bytes. One that cannot be read is `UNREAD_FILE`. It belongs into a
 * thread that can be ended: what a file needs in time and memory is not known before.
 */
export async function readFile(file: Buffer): Promise<FileText> {
  if (file.length > FILE_LIMITS.bytes) return UNREAD_FILE
  try {
    if (isArchive(file)) return officeText(file)
    // Loaded once it is needed: it takes a fifth of a second and 40 MB.
    if (isPdf(file)) return await (await import('./pdf/pdf-text.ts')).pdfText(file)
    return UNREAD_FILE
  } catch (error) {
    if (error instanceof UnreadFile) return UNREAD_FILE
    throw error
  }
}

/** ISO 32000-2, section 7.5.2: with nothing before it. */
function isPdf(file: Buffer): boolean {
  return file.toString('latin1', 0, 5) === '%PDF-'
}

function isArchive(file: Buffer): boolean {
  return file.toString('latin1', 0, 4) === 'PK\x03\x04'
}
