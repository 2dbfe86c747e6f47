import type { FileText, UnreadPart } from '@sluice/contracts'
import { UnreadFile } from '../bounds.ts'
import { CollectedText } from './collected-text.ts'
import { FlowText } from './flow-text.ts'
import { SharedStrings, SheetText } from './sheet-text.ts'
import { readXml, type XmlReader } from './xml-events.ts'
import { type ZipEntry, zipEntries } from './zip-entries.ts'

const XML = /\.(?:xml|rels|vml|rdf)$/i
const PICTURE = /\.(?:png|jpe?g|jfif|gif|bmp|tiff?|emf|wmf|emz|wmz|svg|wdp|webp|ico|heic|avif)$/i
/** What Excel keeps of a printer: its name, in UTF-16, among numbers. */
const PRINTER = /^xl\/printerSettings\/[^/]{1,64}\.bin$/i
const LONGEST_PRINTER = 64 * 1_024

const SHEET = /^xl\/worksheets\/[^/]{1,64}\.xml$/i
const SHARED_STRINGS = /^xl\/sharedStrings\.xml$/i
/** The parts that a reader of the file sees, in the order in which they are read. */
const SEEN = [
  /^word\/document\.xml$/i,
  /^ppt\/slides\/[^/]{1,64}\.xml$/i,
  SHEET,
  /^content\.xml$/i,
  /^word\/(?:header|footer|footnotes|endnotes|comments)[^/]{0,64}\.xml$/i,
  /^ppt\/(?:notesSlides|comments)\/[^/]{1,64}\.xml$/i,
  /^xl\/(?:comments[^/]{0,64}|threadedComments\/[^/]{1,64})\.xml$/i,
  /^(?:word|ppt|xl)\/(?:charts|diagrams|drawings)\/[^/]{1,64}\.xml$/i,
]

/**
 * What an office file says: one of Word, Excel or PowerPoint (ISO/IEC 29500), or an OpenDocument (ISO/IEC 26300). Every
 * XML part is read, whoever refers to it. Pictures in it are not, nor files within the file, macros and fonts.
 *
 * @throws UnreadFile for any other archive, and what is broken or beyond `FILE_LIMITS`.
 */
export function officeText(file: Buffer): FileText {
  const entries = zipEntries(file)
  const isOffice = entries.some(({ name }) => name === '[Content_Types].xml' || name === 'mimetype')
  if (!isOffice) throw new UnreadFile('An archive of other files.')
  const collected = new CollectedText()
  const unread = new Set<UnreadPart>()
  const strings = new SharedStrings(collected)
  for (const entry of entries) if (SHARED_STRINGS.test(entry.name)) readXml(xmlOf(entry), strings)
  for (const entry of inOrder(entries)) {
    const { name, content } = entry
    collected.addName(name)
    if (SHARED_STRINGS.test(name) || name === 'mimetype') continue
    if (PICTURE.test(name)) unread.add('image')
    else if (PRINTER.test(name) && content.length <= LONGEST_PRINTER) collected.addName(printerOf(content))
    else if (!XML.test(name)) unread.add('file')
    else if (readPart(entry, collected, strings)) unread.add('image')
  }
  strings.addUnshown()
  return { ...collected.all(), unread: [...unread] }
}

/** Reads a part; whether something is drawn in it. */
function readPart(entry: ZipEntry, collected: CollectedText, strings: SharedStrings): boolean {
  if (SHEET.test(entry.name)) {
    const sheet: XmlReader = new SheetText(collected, strings)
    readXml(xmlOf(entry), sheet)
    return false
  }
  const flow = new FlowText(collected, rankOf(entry) < SEEN.length)
  readXml(xmlOf(entry), flow)
  return flow.hasDrawing
}

function inOrder(entries: readonly ZipEntry[]): readonly ZipEntry[] {
  const byNumber = new Intl.Collator('en', { numeric: true })
  return entries.toSorted((a, b) => rankOf(a) - rankOf(b) || byNumber.compare(a.name, b.name))
}

function rankOf({ name }: ZipEntry): number {
  const rank = SEEN.findIndex((part) => part.test(name))
  return rank === -1 ? SEEN.length : rank
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true })

/** All office programs write UTF-8. */
function xmlOf({ content }: ZipEntry): string {
  try {
    const xml = UTF_8.decode(content)
    const declared = /^<\?xml[^>]{0,200}encoding\s{0,8}=\s{0,8}["']([^"']{1,40})/.exec(xml)?.[1] ?? 'utf-8'
    if (declared.toLowerCase() === 'utf-8') return xml
  } catch {
    // Refused below.
  }
  throw new UnreadFile('A part is not in UTF-8.')
}

function printerOf(content: Buffer): string {
  return content.toString('utf16le').replaceAll(/[^\p{L}\p{N}\p{P} ]+/gu, ' ')
}
