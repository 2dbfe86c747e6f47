import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { UnreadFile } from '../bounds.ts'
import { docxOf, paragraph, xlsxOf } from '../testing/files-for-tests.ts'
import { zipOf } from '../testing/zip-for-tests.ts'
import { officeText } from './office-text.ts'
import { readXml } from './xml-events.ts'

const TYPES = ['[Content_Types].xml', '<Types/>'] as const
const cell = (reference: string, value: string, type = 'n') => `<c r="${reference}" t="${type}"><v>${value}</v></c>`
const PNG = Buffer.from('89504e470d0a1a0a', 'hex')

describe('a Word file', () => {
  it('is read paragraph by paragraph, whatever runs a value is split into', () => {
    const { text, unread } = officeText(
      docxOf(paragraph('Card 4111', ' 1111 11', '11 1111') + paragraph('Maria &amp; Bob&#33;')),
    )
    expect(text).toBe('Card 4111 1111 1111 1111\nMaria & Bob!\n')
    expect(unread).toEqual([])
  })

  it.each([
    ['a header', 'word/header1.xml', `<w:hdr>${paragraph('Value')}</w:hdr>`],
    ['a footer', 'word/footer1.xml', `<w:ftr>${paragraph('Value')}</w:ftr>`],
    ['a footnote', 'word/footnotes.xml', `<w:footnotes><w:footnote>${paragraph('Value')}</w:footnote></w:footnotes>`],
    [
      'a comment',
      'word/comments.xml',
      `<w:comments><w:comment w:id="1">${paragraph('Value')}</w:comment></w:comments>`,
    ],
  ])('is read in %s, as a reader sees it', (_, name, xml) => {
    expect(officeText(docxOf(paragraph('Body'), [[name, xml]])).text).toBe('Body\nValue\n')
  })

  it.each([
    [
      'a property',
      'docProps/custom.xml',
      '<Properties><property name="p"><vt:lpwstr>Value</vt:lpwstr></property></Properties>',
    ],
    ['its author', 'docProps/core.xml', '<cp:coreProperties><dc:creator>Value</dc:creator></cp:coreProperties>'],
    ['data that nobody sees', 'customXml/item1.xml', '<a><b>Value</b></a>'],
    [
      'the address of a link',
      'word/_rels/document.xml.rels',
      '<Relationships><Relationship Target="Value"/></Relationships>',
    ],
    ['the author of a comment', 'word/people.xml', '<w15:people><w15:person w15:author="Value"/></w15:people>'],
    ['a comment of XML', 'customXml/item1.xml', '<a><!--Value--></a>'],
    ['a part that nothing refers to', 'word/old.xml', '<a t="Value" title="Value"/>'],
  ])('is read in %s, beside its text', (_, name, xml) => {
    const { text, aside } = officeText(docxOf(paragraph('Body'), [[name, xml]]))
    expect(text).toBe('Body\n')
    expect(aside).toContain('Value')
  })

  it('is read with recorded changes and without them', () => {
    const body =
      '<w:p><w:r><w:t>4111 1111 </w:t></w:r><w:del><w:r><w:delText>9 </w:delText></w:r></w:del>' +
      '<w:ins><w:r><w:t>1111 </w:t></w:r></w:ins><w:r><w:t>1111</w:t></w:r></w:p>'
    const { text, aside } = officeText(docxOf(body))
    expect(text).toBe('4111 1111 1111 1111\n')
    expect(aside).toContain('4111 1111 9 1111')
  })

  it('is read where it is hidden, in fields, text boxes and tables', () => {
    const hidden = '<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>Hidden</w:t></w:r></w:p>'
    const field =
      '<w:p><w:r><w:instrText>HYPERLINK "mailto:</w:instrText></w:r><w:r><w:t>Here</w:t></w:r><w:r><w:instrText>a@b.example"</w:instrText></w:r></w:p>'
    const box = `<w:p><w:r><w:t>Out</w:t><w:txbxContent>${paragraph('Box')}</w:txbxContent><w:t>side</w:t></w:r></w:p>`
    const row = (...cells: string[]) =>
      `<w:tr>${cells.map((text) => `<w:tc>${paragraph(text)}</w:tc>`).join('')}</w:tr>`
    const { text, aside } = officeText(
      docxOf(`${hidden}${field}${box}<w:tbl>${row('Name', 'SSN')}${row('Bob', '1')}</w:tbl>`),
    )
    expect(text).toContain('Hidden\nHere\n')
    expect(text).toContain('Box')
    expect(text).toContain('Name\tSSN\t\nBob\t1\t\n')
    expect(aside).toContain('HYPERLINK "mailto:a@b.example"')
  })

  it.each<[string, readonly ['image' | 'file', string, string | Buffer]]>([
    ['a picture', ['image', 'word/media/image1.png', PNG]],
    ['a picture of lines', ['image', 'word/media/image1.emf', PNG]],
    ['a file in it', ['file', 'word/embeddings/oleObject1.bin', PNG]],
    ['another office file', ['file', 'word/embeddings/book.xlsx', xlsxOf([''])]],
    ['a macro', ['file', 'word/vbaProject.bin', PNG]],
    ['handwriting', ['image', 'word/ink/ink1.xml', '<inkml:ink><inkml:trace>1 2, 3 4</inkml:trace></inkml:ink>']],
    ['a form that is drawn', ['image', 'word/diagrams/drawing1.xml', `<a:path>${'<a:lnTo/>'.repeat(65)}</a:path>`]],
  ])('is not read whole with %s', (_, [part, name, content]) => {
    expect(officeText(docxOf(paragraph('Body'), [[name, content]]))).toMatchObject({
      text: expect.stringContaining('Body'),
      unread: [part],
    })
  })
})

describe('an Excel file', () => {
  it('is read row by row below its headers, from all sheets, with numbers as they are kept', () => {
    const header = `<row>${cell('A1', '0', 's')}${cell('C1', '1', 's')}</row>`
    const row = `<row>${cell('A2', '2', 's')}${cell('C2', '4.111111111111111E15')}</row>`
    const inline =
      '<row><c r="A1" t="inlineStr"><is><r><t>In</t></r><r><t>line</t></r></is></c><c t="str"><f>A1&amp;"x"</f><v>Text</v></c></row>'
    const strings = [
      '<t>Name</t>',
      '<t>Card</t>',
      '<r><t>Maria </t></r><r><t>Keller</t></r><rPh sb="0"><t>ma</t></rPh>',
      '<t>Unshown</t>',
    ]
    const { text, aside, unread } = officeText(xlsxOf([header + row, inline], strings))
    expect(text).toBe('Name\t\tCard\nMaria Keller\t\t4111111111111111\nInline\tText\n')
    expect(aside.split('\n')).toEqual(expect.arrayContaining(['ma', 'A1&"x"', 'Unshown']))
    expect(unread).toEqual([])
  })

  it('is read in hidden sheets, comments and the names of its sheets', () => {
    const workbook = '<workbook><sheets><sheet name="Salaries" state="hidden"/></sheets></workbook>'
    const comments =
      '<comments><authors><author>Maria</author></authors><comment><text><r><t>Note</t></r></text></comment></comments>'
    const { text, names } = officeText(
      xlsxOf(
        [`<row>${cell('A1', '4111111111111111')}</row>`],
        [],
        [
          ['xl/workbook.xml', workbook],
          ['xl/comments1.xml', comments],
        ],
      ),
    )
    expect(text).toContain('4111111111111111\n')
    expect(text).toContain('Note')
    expect(names).toContain('Salaries')
  })
})

it('reads slides in their order, and their notes', () => {
  const slide = (text: string) =>
    `<p:sld><a:p><a:r><a:t>${text}</a:t></a:r><a:br/><a:r><a:t>more</a:t></a:r></a:p></p:sld>`
  const file = zipOf([
    TYPES,
    ['ppt/notesSlides/notesSlide1.xml', slide('Note')],
    ['ppt/slides/slide10.xml', slide('Ten')],
    ['ppt/slides/slide2.xml', slide('Two')],
  ])
  expect(officeText(file).text).toBe('Two\nmore\nTen\nmore\nNote\nmore\n')
})

it('reads an OpenDocument', () => {
  const content =
    '<office:text><text:p>Maria<text:s/>Keller<text:tab/><text:span>here</text:span></text:p><table:table-row><table:table-cell office:value="4111111111111111"><text:p>4.1E15</text:p></table:table-cell></table:table-row></office:text>'
  const { text, aside } = officeText(
    zipOf([
      ['mimetype', 'application/vnd.oasis.opendocument.text'],
      ['content.xml', content],
    ]),
  )
  expect(text).toContain('Maria Keller\there\n4.1E15')
  expect(aside).toContain('4111111111111111')
})

const BODY = [TYPES, ['word/document.xml', '<a>text</a>']] as const

describe('an archive that two readers may read in two ways, or that is too much', () => {
  it.each([
    ['is none of an office program', () => zipOf([['a.txt', 'text']])],
    ['has a name twice', () => zipOf([...BODY, ['WORD/document.xml', '<a/>']])],
    ['is encrypted', () => zipOf(BODY, { flags: 1 })],
    ['states another size', () => zipOf(BODY, { statedSize: 4 })],
    ['states a size beyond its bound', () => zipOf(BODY, { statedSize: 0x7fffffff })],
    [
      'inflates to more than it may',
      () => zipOf([TYPES, ...Array.from({ length: 5 }, (_, at) => [`${at}.xml`, Buffer.alloc(15e6, 32)] as const)]),
    ],
    ['names a part differently', () => zipOf([TYPES], { localName: '[Content_Types].xmk' })],
    ['hides something between its parts', () => zipOf(BODY, { between: Buffer.alloc(100) })],
    ['has something behind its end', () => Buffer.concat([zipOf(BODY), Buffer.from('more')])],
    ['is cut off', () => zipOf(BODY).subarray(0, 80)],
    ['has a document type', () => zipOf([TYPES, ['a.xml', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>']])],
    ['names an entity', () => zipOf([TYPES, ['a.xml', '<a>&b;</a>']])],
    ['is deeper than any', () => zipOf([TYPES, ['a.xml', `${'<a>'.repeat(600)}${'</a>'.repeat(600)}`]])],
    ['does not end an element', () => zipOf([TYPES, ['a.xml', '<a><b></a>']])],
    ['is in another encoding', () => zipOf([TYPES, ['a.xml', Buffer.from('\ufeff<a/>', 'utf16le')]])],
    [
      'says that it is in another encoding',
      () => zipOf([TYPES, ['a.xml', '<?xml version="1.0" encoding="UTF-7"?><a/>']]),
    ],
    [
      'has more text than is read',
      () => zipOf([TYPES, ['word/document.xml', `<w:p><w:t>${'word '.repeat(500_000)}</w:t></w:p>`]]),
    ],
  ])('is not read: it %s', (_, make) => {
    expect(() => officeText(make())).toThrow(UnreadFile)
  })

  it('is read otherwise', () => {
    expect(officeText(zipOf(BODY)).text).toBe('text: text\n'.replace('text: ', 'a: '))
  })

  it('throws nothing else, whatever bytes are changed', () => {
    const file = docxOf(paragraph('Maria'), [['word/media/a.png', PNG]])
    const change = fc.tuple(fc.nat({ max: file.length - 1 }), fc.nat({ max: 255 }))
    fc.assert(
      fc.property(fc.array(change, { maxLength: 6 }), (changes) => {
        const bytes = Buffer.from(file)
        for (const [at, value] of changes) bytes[at] = value
        try {
          officeText(bytes)
        } catch (error) {
          expect(error).toBeInstanceOf(UnreadFile)
        }
      }),
      { numRuns: 500 },
    )
  })
})

it('reads any text that is written as XML, to the letter', () => {
  const written = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), (texts) => {
      let read = ''
      readXml(`<a>${texts.map((text) => `<b c="1">${written(text)}</b>`).join('')}</a>`, {
        open: () => undefined,
        close: () => undefined,
        text: (text) => {
          read += text
        },
      })
      expect(read).toBe(texts.join(''))
    }),
  )
})
