import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Recognizer } from './recognizer.ts'
import { NAMES } from './recognizers/names.ts'
import { RULES, scanSlice } from './scan-text.ts'

const CARD = '4111 1111 1111 1111'
const base64 = (text: string, encoding: BufferEncoding = 'utf8') => Buffer.from(text, encoding).toString('base64')
const find = (text: string) =>
  scanSlice(text, { kind: 'prose' }, RULES).map(({ entity, start, end }) => [entity, text.slice(start, end)])

const RUN = base64(`Card ${CARD} of somebody`)
const LINES = base64(`${'words and more words '.repeat(8)}Card ${CARD}`).replaceAll(/(.{76})/g, '$1\r\n')

describe('encoded text within a text', () => {
  it.each([
    ['base64', `Decode ${RUN} for me.`, RUN],
    [
      'base64 of URLs, without padding',
      `x=${Buffer.from(`\u00fc?>${CARD}`).toString('base64url')}.`,
      Buffer.from(`\u00fc?>${CARD}`).toString('base64url'),
    ],
    ['base64 in JSON', `{"data":"${RUN}"}`, RUN],
    ['base64 in lines', `Body:\r\n${LINES}\r\n\r\nEnd`, LINES],
    ['base64 behind other characters of its alphabet', `/api/v1/${RUN}`, `/api/v1/${RUN}`],
    ['base64 of base64', `See ${base64(RUN)} there`, base64(RUN)],
    ['base64 of UTF-16', `powershell -e ${base64(CARD, 'utf16le')}`, base64(CARD, 'utf16le')],
    ['hexadecimal digits', `0x ${Buffer.from(CARD).toString('hex')} end`, Buffer.from(CARD).toString('hex')],
  ])('is read and found as a whole: %s', (_, text, run) => {
    expect(find(text)).toEqual([['CREDIT_CARD', run]])
  })

  it('is of the type of the highest value in it', () => {
    expect(find(base64(`maria.keller@example.com, ${CARD}`))[0]?.[0]).toBe('CREDIT_CARD')
  })

  it.each([
    ['text without a value', `Decode ${base64('There is nothing to be found in this text.')} for me.`],
    ['three times encoded', base64(base64(RUN))],
    ['short', base64('bob@x.example')],
    ['a digest', 'sha256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
    ['names in code', 'getElementsByTagNameNamespaceAware(AbstractSingletonProxyFactoryBeanDefinition)'],
    ['a path', '/usr/local/lib/python3/site-packages/setuptools/command/build_ext'],
    ['octets', Buffer.alloc(90, 0xfe).toString('base64')],
  ])('is left where it holds no value: %s', (_, text) => {
    expect(find(text)).toEqual([])
  })

  it('is no name amid other octets, where there is no sentence', () => {
    const name: Recognizer = {
      name: NAMES,
      entities: ['PERSON'],
      readsIdentifiers: false,
      fewestDigits: 0,
      find: (text) => {
        const start = text.indexOf('Anna Keller')
        const found = {
          entity: 'PERSON',
          start,
          end: start + 11,
          confidence: 1,
          recognizer: NAMES,
          verified: false,
        } as const
        return start === -1 ? [] : [found]
      },
    }
    const scan = (octets: Buffer) => scanSlice(octets.toString('base64'), { kind: 'prose' }, [name])
    const letter = Buffer.from('a letter to Anna Keller, with regards')
    expect(scan(letter)).toHaveLength(1)
    expect(scan(Buffer.concat([Buffer.alloc(30, 0xfe), letter]))).toEqual([])
  })

  it('is found wherever it stands in a text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', ' ', '.', 'Z', '\n', '"') }),
        fc.nat({ max: 40 }),
        (before, length) => {
          const run = base64(`${CARD}${' '.repeat(length)}`)
          const spans = find(`${before} ${run} end`)
          expect(spans.map(([, found]) => found).join()).toContain(run.replace(/=+$/, ''))
        },
      ),
    )
  })
})
