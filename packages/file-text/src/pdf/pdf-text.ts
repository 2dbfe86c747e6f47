import type { FileText, UnreadPart } from '@sluice/contracts'
import { getDocument, type PDFDocumentProxy, type PDFPageProxy } from 'unpdf/pdfjs'
import { FILE_LIMITS, UnreadFile } from '../bounds.ts'
import { CollectedText } from '../office/collected-text.ts'
import { annotationTexts, textsIn } from './about-pdf.ts'
import { drawnOn, fontsOf } from './drawn.ts'
import { itemsOf, readingOrder, streamOrder } from './page-text.ts'
import { captureWarnings } from './warnings.ts'

/** Where each version of a PDF file ends: one that was saved onto itself keeps what was taken out of it. */
const VERSION_END = Buffer.from('startxref')

/**
 * What a PDF file (ISO 32000-2) says, by PDF.js: its text in the order in which it is written and, where that is
 * another one, in the order in which it stands on the page; annotations, fields, bookmarks and what is said about it.
 * Pictures, drawings and fonts whose glyphs are drawings count as pictures. A file with anything that PDF.js warns of,
 * with files in it, with earlier versions of itself, with scripts or with an XFA form is not read whole.
 *
 * A font that shows another letter than it names is believed. One call at a time: it listens to the console.
 *
 * @throws UnreadFile for one that is encrypted, broken or beyond `FILE_LIMITS`.
 */
export async function pdfText(file: Buffer): Promise<FileText> {
  const collected = new CollectedText()
  const unread = new Set<UnreadPart>()
  const warnings = captureWarnings()
  const task = getDocument({
    data: new Uint8Array(file),
    // It asks for nothing, neither from disk nor by network, and compiles nothing.
    ...{ useSystemFonts: false, useWorkerFetch: false, useWasm: false, disableFontFace: true },
    ...{ isOffscreenCanvasSupported: false, isImageDecoderSupported: false },
    // No picture is decoded: it warns of each.
    ...{ maxImageSize: 1, verbosity: 1 },
    // Says of a font whether its letters are known.
    fontExtraProperties: true,
  })
  try {
    const document = await task.promise
    if (document.numPages > FILE_LIMITS.pages) throw new UnreadFile('Too many pages.')
    if (versionsOf(file) > (await versionsWritten(document))) unread.add('file')
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number)
      for (const part of await readPage(page, collected)) unread.add(part)
      page.cleanup()
    }
    if (await readRest(document, collected)) unread.add('file')
    for (const part of warnings.unread()) unread.add(part)
    return { ...collected.all(), unread: [...unread] }
  } catch (error) {
    if (error instanceof UnreadFile) throw error
    // What PDF.js says may quote the file.
    throw new UnreadFile('PDF.js cannot read it.')
  } finally {
    await task.destroy()
    warnings.end()
  }
}

async function readPage(page: PDFPageProxy, collected: CollectedText): Promise<ReadonlySet<UnreadPart>> {
  const unread = new Set<UnreadPart>()
  const content = await page.getTextContent({ includeMarkedContent: false, disableNormalization: true })
  const items = itemsOf(content.items)
  const written = streamOrder(items)
  const placed = readingOrder(items)
  collected.addText(`${written}\n`)
  if (withoutSpace(placed) !== withoutSpace(written)) collected.addAside(placed)
  if (hasUnknownGlyphs(written)) unread.add('file')
  if (drawnOn(await page.getOperatorList())) unread.add('image')
  for (const part of fontsOf(page, Object.keys(content.styles))) unread.add(part)
  const annotations = annotationTexts(await page.getAnnotations())
  if (annotations.hasDrawing) unread.add('image')
  for (const { told, names } of [annotations, textsIn(await page.getStructTree())]) {
    for (const text of told) collected.addAside(text)
    for (const name of names) collected.addName(name)
  }
  return unread
}

/** Reads what stands on no page; whether there is something that was not read. */
async function readRest(document: PDFDocumentProxy, collected: CollectedText): Promise<boolean> {
  const { info, metadata } = await document.getMetadata()
  const about = textsIn(info)
  for (const text of [...about.told, ...about.names]) collected.addAside(text)
  collected.addAside(metadata?.getRaw() ?? '')
  const { told, names } = textsIn(await document.getOutline())
  for (const text of told) collected.addAside(text)
  for (const name of [...names, ...textsIn(await document.getPageLabels()).names]) collected.addName(name)
  const [attachments, scripts] = [await document.getAttachments(), await document.getJSActions()]
  const isForm = 'IsXFAPresent' in info && info.IsXFAPresent === true
  const isCollection = 'IsCollectionPresent' in info && info.IsCollectionPresent === true
  return attachments !== null || scripts !== null || isForm || isCollection
}

/** A file that is made for the web says where its tables are at both ends. */
async function versionsWritten(document: PDFDocumentProxy): Promise<number> {
  const { info } = await document.getMetadata()
  return 'IsLinearized' in info && info.IsLinearized === true ? 2 : 1
}

function versionsOf(file: Buffer): number {
  let versions = 0
  for (let at = file.indexOf(VERSION_END); at !== -1 && versions < 3; at = file.indexOf(VERSION_END, at + 1))
    versions += 1
  return versions
}

/** Letters that only the font knows. A bullet from a font of symbols is one, and says nothing. */
const PRIVATE = /[\ue000-\uf8ff]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: no text has these.
const NO_TEXT = /[\u0000-\u0008\u000e-\u001f\ufffd]|[\ue000-\uf8ff]{3}/
/** One in so many letters may be a bullet. */
const LETTERS_PER_BULLET = 20

function hasUnknownGlyphs(text: string): boolean {
  if (NO_TEXT.test(text)) return true
  const bullets = text.match(PRIVATE)?.length ?? 0
  return bullets > 2 && bullets * LETTERS_PER_BULLET > text.length
}

function withoutSpace(text: string): string {
  return text.replaceAll(/\s+/g, '')
}
