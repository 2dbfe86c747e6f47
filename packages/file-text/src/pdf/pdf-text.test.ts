import PDFDocument from 'pdfkit'
import { describe, expect, it } from 'vitest'
import { UnreadFile } from '../bounds.ts'
import { pdfOf, pdfOfObjects } from '../testing/files-for-tests.ts'
import { pdfText } from './pdf-text.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEklEQVR4nGP8z4APMOGVHbHSAEEsAROxCnMTAAAAAElFTkSuQmCC',
  'base64',
)

/** A file as another program writes it. */
function written(
  draw: (document: PDFKit.PDFDocument) => void,
  options: PDFKit.PDFDocumentOptions = {},
): Promise<Buffer> {
  const { promise, resolve } = Promise.withResolvers<Buffer>()
  const document = new PDFDocument(options)
  const pieces: Buffer[] = []
  document.on('data', (piece: Buffer) => pieces.push(piece)).on('end', () => resolve(Buffer.concat(pieces)))
  draw(document)
  document.end()
  return promise
}

/** A page with this stream, whose font `F1` is the object given. */
function drawnWith(
  stream: string,
  font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ...more: string[]
): Buffer {
  return pdfOfObjects([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [4 0 R] /Count 1 >>',
    font,
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents 5 0 R >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    ...more,
  ])
}

describe('a PDF file of text', () => {
  it('is read page by page', async () => {
    const { text, unread } = await pdfText(pdfOf('Card 4111 1111 1111 1111\nof Maria Keller', 'Second page'))
    expect(text).toBe('Card 4111 1111 1111 1111\nof Maria Keller\nSecond page\n')
    expect(unread).toEqual([])
  })

  it('is read as another program writes it, with boxes and lines, and with what is said about it', async () => {
    const file = await written((document) => {
      document.info.Author = 'Maria Keller'
      document.text('Hello').rect(10, 10, 100, 100).stroke().moveTo(1, 1).lineTo(100, 1).stroke()
    })
    expect(await pdfText(file)).toMatchObject({
      text: 'Hello\n',
      aside: expect.stringContaining('Maria Keller'),
      unread: [],
    })
  })

  it('is read where it is invisible, and also in the order in which it stands on the page', async () => {
    const stream = 'BT 3 Tr /F1 12 Tf 1 0 0 1 172 700 Tm (1111 1111) Tj 1 0 0 1 100 700 Tm (4111 1111) Tj ET'
    const { text, aside } = await pdfText(drawnWith(stream))
    expect(text).toContain('1111 1111')
    expect(aside).toContain('4111 1111 1111 1111')
  })

  it('is read in notes and fields', async () => {
    const file = await written((document) => {
      document.text('Hi').note(10, 10, 100, 100, 'A note').initForm()
      document.formText('ssn', 10, 30, 100, 20, { value: '536-10-7704' })
    })
    const { aside, unread } = await pdfText(file)
    expect(unread).toEqual([])
    expect(aside).toContain('A note')
    expect(aside).toContain('ssn: 536-10-7704')
  })

  it('is read where its owner has locked it, which locks nobody out', async () => {
    expect((await pdfText(await written((document) => document.text('Open'), { ownerPassword: 'x' }))).text).toBe(
      'Open\n',
    )
  })
})

describe('a PDF file that is not only text', () => {
  const TYPE_3 =
    '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [1 0 0 1 0 0] /CharProcs << /a 6 0 R >> /Encoding << /Differences [97 /a] >> /FirstChar 97 /LastChar 97 /Widths [9] >>'
  const GLYPH = '<< /Length 24 >>\nstream\n9 0 0 0 9 9 d1 0 0 9 9 re\nendstream'
  const UNNAMED = '<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /DescendantFonts [6 0 R] >>'
  const DESCENDANT =
    '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /X /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor 7 0 R >>'
  const DESCRIPTOR =
    '<< /Type /FontDescriptor /FontName /X /Flags 4 /FontBBox [0 0 9 9] /ItalicAngle 0 /Ascent 9 /Descent 0 /CapHeight 9 /StemV 1 >>'

  it.each<[string, 'image' | 'file', () => Buffer | Promise<Buffer>]>([
    ['a picture', 'image', () => written((document) => document.text('Hi').image(PNG, { width: 100 }))],
    ['a picture within the page', 'image', () => drawnWith('BI /W 2 /H 2 /BPC 8 /CS /G ID abcd EI')],
    [
      'curves',
      'image',
      () => written((document) => Array.from({ length: 20 }, () => document.circle(50, 50, 9).stroke())),
    ],
    ['a font of drawings', 'image', () => drawnWith('BT /F1 1 Tf 10 10 Td (a) Tj ET', TYPE_3, GLYPH)],
    [
      'a font that names no letters',
      'file',
      () => drawnWith('BT /F1 9 Tf 10 10 Td <00240025> Tj ET', UNNAMED, DESCENDANT, DESCRIPTOR),
    ],
    ['a file in it', 'file', () => written((document) => document.file(Buffer.from('x'), { name: 'x.txt' }))],
    ['an earlier version of itself', 'file', async () => Buffer.concat([pdfOf('Old'), pdfOf('New')])],
    ['a stream that breaks off', 'file', () => drawnWith('BT /F1 12 Tf (Hi) Tj (open')],
  ])('is not read whole: %s', async (_, part, make) => {
    expect((await pdfText(await make())).unread).toContain(part)
  })

  it.each<[string, () => Buffer | Promise<Buffer>]>([
    ['is encrypted', () => written((document) => document.text('Secret'), { userPassword: 'x' })],
    ['is no PDF', () => Buffer.from('%PDF-1.7 and nothing more')],
    ['is cut off', () => pdfOf('Text').subarray(0, 300)],
  ])('is not read at all: it %s', async (_, make) => {
    const read = await pdfText(await make()).catch((error: unknown) => error)
    if (read instanceof UnreadFile) return
    expect(read).toMatchObject({ unread: expect.arrayContaining(['file']) })
  })
})
