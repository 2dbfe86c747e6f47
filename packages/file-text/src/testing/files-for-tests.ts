import { zipOf } from './zip-for-tests.ts'

const TYPES: readonly [string, string] = ['[Content_Types].xml', '<Types/>']

/** A Word file: the XML of its body, and further parts. */
export function docxOf(body: string, more: readonly (readonly [string, string | Buffer])[] = []): Buffer {
  const document = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`
  return zipOf([TYPES, ['word/document.xml', document], ...more])
}

/** A paragraph of a Word file, in as many runs. */
export function paragraph(...runs: readonly string[]): string {
  return `<w:p>${runs.map((text) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`).join('')}</w:p>`
}

/** An Excel file: the XML of the rows of each sheet, the shared strings, and further parts. */
export function xlsxOf(
  sheets: readonly string[],
  strings: readonly string[] = [],
  more: readonly (readonly [string, string | Buffer])[] = [],
): Buffer {
  const shared = `<sst>${strings.map((text) => `<si>${text}</si>`).join('')}</sst>`
  const parts = sheets.map((rows, at) => {
    const xml = `<worksheet><sheetData>${rows}</sheetData></worksheet>`
    return [`xl/worksheets/sheet${at + 1}.xml`, xml] as const
  })
  return zipOf([TYPES, ['xl/sharedStrings.xml', shared], ...parts, ...more])
}

/** A PDF file of one page for each text, a line for each line. */
export function pdfOf(...pages: readonly string[]): Buffer {
  const contents = pages.map((text) => {
    const lines = text.split('\n').map((line) => `(${line.replaceAll(/[\\()]/g, '\\$&')}) Tj T*`)
    return `BT /F1 12 Tf 14 TL 72 720 Td ${lines.join(' ')} ET`
  })
  const kids = pages.map((_, at) => `${4 + at * 2} 0 R`).join(' ')
  return pdfOfObjects([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...contents.flatMap((content, at) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + at * 2} 0 R >>`,
      `<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`,
    ]),
  ])
}

/** A PDF file of these objects, numbered from 1; the first is its catalog. */
export function pdfOfObjects(objects: readonly (string | Buffer)[]): Buffer {
  const pieces: Buffer[] = [Buffer.from('%PDF-1.4\n')]
  const places: number[] = []
  let length = 9
  const add = (piece: Buffer) => {
    pieces.push(piece)
    length += piece.length
  }
  for (const [at, object] of objects.entries()) {
    places.push(length)
    add(
      Buffer.concat([
        Buffer.from(`${at + 1} 0 obj\n`),
        typeof object === 'string' ? Buffer.from(object, 'latin1') : object,
        Buffer.from('\nendobj\n'),
      ]),
    )
  }
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`
  add(Buffer.from(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}${trailer}`))
  return Buffer.concat(pieces)
}
