import { chatRequestSchema, type FileText } from '@sluice/contracts'
import { createMemoryStateMap } from '@sluice/token-vault/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DeliveredTextMemory } from '../delivered/index.ts'
import { compileCodenames } from '../ports/codename-registry.ts'
import { readAttachment } from '../request/attachment.ts'
import { SentTextMemory } from '../sent/index.ts'
import { chat } from '../testing/answers-for-tests.ts'
import { exchangeForTests, keyRingForTests } from '../testing/exchange-for-tests.ts'
import { createSensitivityLayer } from './l2-sensitivity/index.ts'
import { createTokenizeLayer } from './l3-tokenize/index.ts'

const NONE = { version: '1', index: compileCodenames([]) }
const find = createSensitivityLayer({
  codenames: { current: () => ({ version: '1', index: compileCodenames([{ term: 'Nightfall', level: 7 }]) }) },
  unreadableLevels: { image: 2, audio: 3, file: 4, readFile: 1 },
  timeoutMs: 1_000,
})
const mask = createTokenizeLayer({
  unreadableLevels: { image: 7, audio: 7, file: 7, readFile: 7 },
  stateMap: createMemoryStateMap(),
  keyRing: keyRingForTests,
  delivered: new DeliveredTextMemory(),
  sent: new SentTextMemory(),
  writeTimeoutMs: 1_000,
  timeoutMs: 1_000,
})

/** A part as a model receives it, each token without its id, and the tile of the request. */
async function masked(part: { readonly type: string; readonly [member: string]: unknown }) {
  const request = chat(chatRequestSchema.parse({ model: 'm', messages: [{ role: 'user', content: [part] }] }))
  const { findings = [], facts } = await find.decide(request, exchangeForTests())
  const decision = await mask.decide(request, exchangeForTests({ findings }))
  const sent = decision.type === 'transform' ? decision.request : request
  if (sent.kind !== 'chat' || sent.remote !== undefined) throw new Error(sent.kind)
  return { part: sent.body.messages[0]?.content?.[0], tile: facts?.tile }
}

const base64 = (text: string, encoding: BufferEncoding = 'utf8') => Buffer.from(text, encoding).toString('base64')
const withoutIds = (text: string) => text.replaceAll(/(?:_(?:[A-Z]\d\w{2}){1,2})?_[0-9A-HJKMNP-TV-Z]{10}/g, '')
const file = (file_data: string) => ({ type: 'file', file: { file_data, filename: 'a' } })

/** What a model reads in a `file` part, by its own encoding. */
async function readInFile(file_data: string, encoding: BufferEncoding = 'utf8') {
  const { part, tile } = await masked(file(file_data))
  if (typeof part === 'string' || part === undefined) throw new Error('no part')
  const sent = JSON.parse(JSON.stringify(part)).file.file_data
  const at = sent.search(/base64,/i)
  return {
    head: sent.slice(0, at),
    text: Buffer.from(sent.slice(at === -1 ? 0 : at + 7), 'base64').toString(encoding),
    tile,
  }
}

const CSV = 'id,name,card\n1,Jürgen Müller,4111111111111111\n2,Quorl Vantz,5555555555554444\n'
const MASKED_CSV = 'id,name,card\n1,PERSON,CREDIT_CARD\n2,PERSON,CREDIT_CARD\n'
const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), Buffer.alloc(200, 7)]).toString(
  'base64',
)

const MARKED_ASCII = Buffer.concat([
  Buffer.from([0xff, 0xfe]),
  Buffer.from(`${CSV.replaceAll('ü', 'u')} `.repeat(2)),
]).toString('base64')
const BROKEN_UTF8 = Buffer.concat([Buffer.from(CSV), Buffer.from([0xff])]).toString('base64')

describe('an attachment that is text', () => {
  it.each<[string, string, BufferEncoding]>([
    ['CSV', `data:text/csv;base64,${base64(CSV)}`, 'utf8'],
    ['with its characters named', `data:text/csv;charset=utf-8;base64,${base64(CSV)}`, 'utf8'],
    ['in capitals', `DATA:TEXT/CSV;CHARSET=UTF-8;BASE64,${base64(CSV)}`, 'utf8'],
    ['in ISO 8859-1', `data:text/plain;charset=iso-8859-1;base64,${base64(CSV, 'latin1')}`, 'latin1'],
    ['in ISO 8859-1 that nobody named', `data:text/plain;base64,${base64(CSV, 'latin1')}`, 'latin1'],
    ['in UTF-16 with a mark', `data:text/plain;base64,${base64(`\ufeff${CSV}`, 'utf16le')}`, 'utf16le'],
    ['called UTF-16 without being it', `data:text/csv;charset=utf-16;base64,${base64(CSV)}`, 'utf8'],
    ['called UTF-16 of the other order', `data:text/csv;charset=utf-16be;base64,${base64(CSV)}`, 'utf8'],
    ['in UTF-8 that is called ISO 8859-1', `data:text/csv;charset=iso-8859-1;base64,${base64(CSV)}`, 'utf8'],
    ['of no type', `data:;base64,${base64(CSV)}`, 'utf8'],
    ['for Excel', `data:application/vnd.ms-excel;base64,${base64(CSV)}`, 'utf8'],
    ['of unknown type', `data:application/octet-stream;base64,${base64(CSV)}`, 'utf8'],
    ['called a picture', `data:image/png;base64,${base64(CSV)}`, 'utf8'],
    ['bare', base64(CSV.repeat(3)), 'utf8'],
  ])('is read and written again: %s', async (_, data, encoding) => {
    const { text, tile } = await readInFile(data, encoding)
    expect(withoutIds(text).replace('\ufeff', '')).toBe(data.includes(':') ? MASKED_CSV : MASKED_CSV.repeat(3))
    expect(tile).toMatchObject({ level: 5, flags: expect.not.arrayContaining(['unreadable-content']) })
  })

  it('is read in UTF-16 with its higher octet first, and written so again', async () => {
    const swapped = Buffer.from(`\ufeff${CSV}`, 'utf16le').swap16().toString('base64')
    const { part, tile } = await masked(file(`data:text/csv;charset=utf-16;base64,${swapped}`))
    const sent = JSON.stringify(part)
      .replace(/^.*base64,/, '')
      .replace(/".*$/, '')
    expect(withoutIds(Buffer.from(sent, 'base64').swap16().toString('utf16le'))).toBe(`\ufeff${MASKED_CSV}`)
    expect(tile).toMatchObject({ level: 5 })
  })

  it('says UTF-8 of what was read as UTF-8 under another name', async () => {
    expect((await readInFile(`data:text/csv;charset=utf-16;base64,${base64(CSV)}`)).head).toBe(
      'data:text/csv;charset=utf-8;',
    )
  })

  it('stays as it is where nothing is found, to the last letter', async () => {
    const data = `data:text/plain;base64,${base64('Hello')}`
    expect(await masked(file(data))).toMatchObject({ part: file(data), tile: { level: 0, flags: [] } })
  })

  it.each([
    [
      'JSON',
      'application/json',
      '{"name": "J\\u00fcrgen M\\u00fcller", "card": 4111111111111111}',
      '{"name": "PERSON", "card": "CREDIT_CARD"}',
    ],
    ['XML', 'application/xml', '<name>Quorl Vantz</name>', '<name>PERSON</name>'],
    ['SVG', 'image/svg+xml', '<text>maria.keller@example.com</text>', '<text>EMAIL_ADDRESS</text>'],
  ])('is read as %s', async (_, type, text, sent) => {
    expect(withoutIds((await readInFile(`data:${type};base64,${base64(text)}`)).text)).toBe(sent)
  })

  it('is read where it is percent-encoded', async () => {
    const { part, tile } = await masked(file('data:text/csv,name%2Ccard%0AMaria%20Keller%2C4111%201111%201111%201111'))
    expect(withoutIds(JSON.stringify(part))).toContain('data:text/csv,name%2Ccard%0APERSON%2CCREDIT_CARD')
    expect(tile?.flags).not.toContain('unreadable-content')
  })

  it('is read in the place of a picture, of a text, and of what nobody here knows', async () => {
    const url = `data:text/plain;base64,${base64('bob@example.com')}`
    for (const part of [
      { type: 'image_url', image_url: { url } },
      { type: 'image_url', image_url: url },
      { type: 'text', text: url },
      { type: 'document', source: { url } },
    ]) {
      const { part: sent } = await masked(part)
      expect(JSON.stringify(sent)).not.toContain(base64('bob@example.com'))
    }
  })
})

describe('an attachment that cannot be read', () => {
  it.each([
    ['a picture', { type: 'image_url', image_url: { url: `data:image/png;base64,${PNG}` } }, 2],
    ['a picture elsewhere', { type: 'image_url', image_url: { url: 'https://example.com/a.png' } }, 2],
    ['a picture elsewhere, as a string', { type: 'image_url', image_url: 'https://example.com/a.png' }, 2],
    ['a picture in a text', { type: 'text', text: `data:image/png;base64,${PNG}` }, 2],
    ['a picture under another name', { type: 'picture', picture: `data:image/png;base64,${PNG}` }, 2],
    ['sound', { type: 'input_audio', input_audio: { data: PNG, format: 'wav' } }, 3],
    ['a short sound', { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } }, 3],
    ['a PDF file', file(`data:application/pdf;base64,${base64('%PDF-1.4 plain')}`), 4],
    ['a PDF file under another name', file(`data:text/plain;base64,${base64('%PDF-1.4 plain')}`), 4],
    ['a ZIP file', file(`data:application/zip;base64,${base64('PK\u0003\u0004')}`), 4],
    ['bare octets', file(PNG), 4],
    ['text in characters that nobody here knows', file(`data:text/plain;charset=koi8-r;base64,${base64('x')}`), 4],
    ['text that is not what it says', file(`data:text/plain;charset=utf-8;base64,${base64('M\u00fc', 'latin1')}`), 4],
    ['ASCII behind the mark of UTF-16', file(`data:text/csv;base64,${MARKED_ASCII}`), 4],
    ['bare ASCII behind the mark of UTF-16', file(MARKED_ASCII), 4],
    ['sound of ASCII behind that mark', { type: 'input_audio', input_audio: { data: MARKED_ASCII } }, 3],
    ['UTF-16 without a mark', file(`data:text/csv;charset=utf-16le;base64,${base64(CSV, 'utf16le')}`), 4],
    ['UTF-8 with one octet of another encoding', file(`data:text/csv;base64,${BROKEN_UTF8}`), 4],
    ['a file by its id', { type: 'file', file: { file_id: 'file-abc' } }, 4],
    ['base64 where nobody here knows what is', { type: 'document', source: { data: PNG.repeat(3) } }, 4],
    ['base64 of URLs there', { type: 'document', source: { data: `-_${PNG.repeat(3).replaceAll('=', '')}` } }, 4],
    [
      'base64 in lines there',
      { type: 'document', source: { data: PNG.repeat(3).replaceAll(/(.{76})/g, '$1\r\n') } },
      4,
    ],
    ['a flat file', { type: 'input_file', file_data: PNG }, 4],
    ['a film', { type: 'video_url', video_url: { url: 'https://example.com/a.mp4' } }, 4],
  ])('gives the tile the level of its kind: %s', async (_, part, level) => {
    expect(await masked(part)).toMatchObject({ part, tile: { level, flags: ['unreadable-content'] } })
  })

  it('gives no level to a request without one', async () => {
    expect(await masked({ type: 'text', text: 'data: {"a": 1}, data:, and image.png' })).toMatchObject({
      tile: { level: 0, flags: [] },
    })
  })
})

describe('a file that was read and goes on as it is', () => {
  const written = `data:application/pdf;base64,${base64('%PDF-1.7 and so on')}`
  const read = (text: string, unread: FileText['unread'] = [], aside = '') => {
    const content = [file(written), { type: 'text', text: 'What is 4111 1111 1111 1111?' }]
    const request = chat(chatRequestSchema.parse({ model: 'm', messages: [{ role: 'user', content }] }))
    return { ...request, files: new Map([[written, { text, aside, names: '', unread }]]) }
  }
  const tileOf = async (request: ReturnType<typeof read>) =>
    (await find.decide(request, exchangeForTests())).facts?.tile

  it.each<[string, ReturnType<typeof read>, object]>([
    ['nothing', read('Fine.'), { level: 5, flags: ['payment-card'] }],
    ['a codename', read('Nightfall'), { level: 7, categories: { CODENAME: 1 } }],
    ['a value beside its text', read('', [], 'Nightfall'), { level: 7, categories: { CODENAME: 1 } }],
    ['a picture', read('Fine.', ['image']), { level: 5, flags: ['payment-card', 'unreadable-content'] }],
  ])('gives the tile what stands in it: %s', async (_, request, tile) => {
    expect(await tileOf(request)).toMatchObject(tile)
  })

  it('has a flag and a least level where it holds values, and counts as unread where nobody has read it', async () => {
    const flags = expect.arrayContaining(['sensitive-attachment'])
    const levels = { image: 2, audio: 3, file: 4, readFile: 6 } as const
    const strict = createSensitivityLayer({
      codenames: { current: () => NONE },
      unreadableLevels: levels,
      timeoutMs: 1_000,
    })
    const { facts } = await strict.decide(read('5555 5555 5555 4444'), exchangeForTests())
    expect(facts?.tile).toMatchObject({ level: 6, flags })
    expect(await tileOf(read('5555 5555 5555 4444'))).toMatchObject({ level: 5, flags })
    expect(await tileOf({ ...read(''), files: new Map() })).toMatchObject({
      flags: ['payment-card', 'unreadable-content'],
    })
  })

  it('stays as it is beside text whose values are replaced', async () => {
    const request = read('5555 5555 5555 4444 and 4111 1111 1111 1111')
    const { findings = [] } = await find.decide(request, exchangeForTests())
    expect(findings).toHaveLength(3)
    const decision = await mask.decide(request, exchangeForTests({ findings }))
    if (decision.type !== 'transform' || decision.request.kind !== 'chat' || decision.request.remote !== undefined)
      throw new Error(decision.type)
    expect(withoutIds(JSON.stringify(decision.request.body.messages[0]?.content))).toBe(
      JSON.stringify([file(written), { type: 'text', text: 'What is CREDIT_CARD?' }]),
    )
    expect(decision.violations).toMatchObject([{ message: '1 value of type CREDIT_CARD was replaced.' }])
  })
})

describe('any attachment', () => {
  const data = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({
      unit: fc.constantFrom('data:', 'text/csv', ';base64', ',', ';', 'charset=', 'latin1', 'QUJD', '=', '%41', '4'),
    }),
    fc
      .uint8Array({ maxLength: 300 })
      .map((octets) => `data:text/plain;base64,${Buffer.from(octets).toString('base64')}`),
    fc.uint8Array({ maxLength: 300 }).map((octets) => Buffer.from(octets).toString('base64')),
  )

  it('is written again to the last octet where its text stays, and never both unread and without a kind', () => {
    fc.assert(
      fc.property(data, fc.constantFrom(undefined, 'image', 'audio', 'file'), (written, kind) => {
        const attachment = readAttachment(written, kind)
        if (attachment.type === 'readable') {
          const octets = (url: string) => Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
          expect(octets(attachment.write(attachment.text))).toEqual(octets(written))
        }
        if (kind !== undefined && attachment.type === 'text' && !written.toLowerCase().startsWith('data:'))
          expect(attachment.kind).toBe(kind)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('what is no base64 is read as text', () => {
  const LONG = '4111111111111111/Maria-Keller/Nightfall/'
  it.each([
    ['with another alphabet, as a URL', { type: 'image_url', image_url: { url: LONG.repeat(4) } }],
    ['with another alphabet, as sound', { type: 'input_audio', input_audio: { data: LONG.repeat(4) } }],
    ['with another alphabet, as a file', file(LONG.repeat(4))],
    ['without its padding', file(`${LONG.replace('-', '').repeat(4)}a`)],
    [
      'behind the head of a picture',
      { type: 'image_url', image_url: { url: `data:image/png;base64,${LONG.repeat(4)}` } },
    ],
    ['in a URL elsewhere', { type: 'image_url', image_url: { url: `https://example.com/4111111111111111/Nightfall` } }],
    ['short', file('4111111111111111')],
  ])('%s', async (_, part) => {
    const { part: sent, tile } = await masked(part)
    expect(JSON.stringify(sent)).not.toMatch(/4111111111111111|Nightfall/)
    expect(tile?.flags).toContain('unreadable-content')
  })
})
