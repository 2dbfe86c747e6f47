import { detectionOf, detectionSchema } from '@sluice/contracts'
import { createLevelPolicy } from '@sluice/policy'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { compileCodenames } from '../../../ports/codename-registry.ts'
import { chat } from '../../../testing/answers-for-tests.ts'
import { exchangeForTests } from '../../../testing/exchange-for-tests.ts'
import { scanSlice } from '../scan-text.ts'
import { createSensitivityLayer } from '../sensitivity-layer.ts'
import { TenantRecognizers } from '../tenant-recognizers.ts'
import { compilePattern } from './compile-pattern.ts'
import { customRecognizersOf, faultsOfCustom } from './custom-recognizers.ts'

const BADGE = { name: 'BADGE', level: 4 }

function recognizerOf(...recognizers: readonly object[]) {
  const config = detectionSchema.parse({ recognizers })
  expect(faultsOfCustom(config.recognizers)).toEqual([])
  const [, own] = new TenantRecognizers([]).of(
    'acme',
    { version: '1', index: compileCodenames([]) },
    config,
  ).recognizers
  if (own === undefined) throw new Error('No recognizer.')
  return own
}

/** What is found in a text, with its score. */
function found(recognizer: object, text: string, label?: string): readonly (readonly [string, number])[] {
  const reading = label === undefined ? ({ kind: 'prose' } as const) : ({ kind: 'structured', label } as const)
  const spans = scanSlice(text, reading, [recognizerOf({ name: 'own', type: BADGE, ...recognizer })])
  return spans.map(({ start, end, confidence }) => [text.slice(start, end), confidence] as const)
}

describe('a pattern of configuration', () => {
  const badge = { patterns: ['\\bB[0-9]{5}\\b'], score: 0.3 }
  const withWords = { ...badge, context: { words: ['badge', 'Ausweis Nummer'], before: 20, behind: 10, score: 0.8 } }

  it.each<[what: string, recognizer: object, text: string, found: [string, number][]]>([
    [
      'each match',
      { ...badge, score: 0.6 },
      'B12345, b12345 and B54321',
      [
        ['B12345', 0.6],
        ['B54321', 0.6],
      ],
    ],
    ['in any letter case', { ...badge, score: 0.6, ignoreCase: true }, 'b12345', [['b12345', 0.6]]],
    ['nothing less sure than its type asks for, without a word', withWords, 'B12345', []],
    ['what has a word before it', withWords, 'badge: B12345', [['B12345', 0.8]]],
    ['what has a phrase before it', withWords, 'ausweis-nummer B12345', [['B12345', 0.8]]],
    ['what has a word behind it', withWords, 'B12345 (badge)', [['B12345', 0.8]]],
    ['nothing with a word too far before it', withWords, `badge ${'-'.repeat(25)} B12345`, []],
    ['nothing with a word too far behind it', withWords, `B12345 ${'-'.repeat(10)} badge`, []],
    [
      'each value by its own words',
      withWords,
      `badge B11111 ${'-'.repeat(30)} B22222 ${'-'.repeat(30)} badge B33333`,
      [
        ['B11111', 0.8],
        ['B33333', 0.8],
      ],
    ],
    ['the group that is called value', { patterns: ['no (?P<value>[0-9]{6})'] }, 'no 123456', [['123456', 0.6]]],
    ['all of a match whose group is empty', { patterns: ['no ?(?P<value>[0-9]{2})?'] }, 'no', [['no', 0.6]]],
    [
      'what its check digit confirms',
      { patterns: ['\\b[0-9]{4}-[0-9]{4}\\b'], checksum: 'luhn' },
      '1234-5674, 1234-5675',
      [['1234-5674', 0.6]],
    ],
    ['words by themselves', { denyWords: ['Zephyr Hall'] }, 'In zephyr hall.', [['zephyr hall', 1]]],
    ['text behind characters of two units', { patterns: ['B[0-9]{5}'] }, '\u{1f600} B12345', [['B12345', 0.6]]],
    [
      'full-width digits',
      { patterns: ['B[0-9]{5}'] },
      'B\uff11\uff12\uff13\uff14\uff15',
      [['B\uff11\uff12\uff13\uff14\uff15', 0.6]],
    ],
  ])('finds %s', (_what, recognizer, text, expected) => expect(found(recognizer, text)).toEqual(expected))

  it('takes the name of a member for a word', () => {
    expect(found(withWords, 'B12345', 'badge_id')).toEqual([['B12345', 0.8]])
    expect(found(withWords, 'B12345', 'bag_id')).toEqual([])
  })

  it('reads names of functions with their underscores', () => {
    const own = recognizerOf({ name: 'own', type: BADGE, patterns: ['B_[0-9]{5}'] })
    expect(scanSlice('get_B_12345', { kind: 'identifier' }, [own])).toHaveLength(1)
  })

  it('says what its type is', () => {
    const [span] = scanSlice('B12345', { kind: 'prose' }, [
      recognizerOf({ name: 'own', type: BADGE, patterns: ['B[0-9]{5}'] }),
    ])
    expect(span).toMatchObject({
      entity: 'CUSTOM',
      level: 4,
      category: 'PII',
      replacement: 'BADGE',
      recognizer: 'custom-own',
    })
    const known = recognizerOf({ name: 'own', type: 'MEDICAL_RECORD_NUMBER', patterns: ['B[0-9]{5}'] })
    expect(scanSlice('B12345', { kind: 'prose' }, [known])).toMatchObject([{ entity: 'MEDICAL_RECORD_NUMBER' }])
  })

  it('holds for its tenants only', () => {
    const config = detectionSchema.parse({
      recognizers: [{ name: 'own', type: BADGE, patterns: ['B[0-9]{5}'], tenants: ['acme'] }],
    })
    const of = (tenant: string) => customRecognizersOf(config, tenant, detectionOf(config, tenant))
    expect([of('acme')?.name, of('other')]).toEqual(['custom', undefined])
  })
})

describe('what configuration describes', () => {
  const recognizers = [
    { name: 'claims', type: { name: 'CLAIM', level: 6, category: 'PHI' }, patterns: ['\\bC[0-9]{4}\\b'] },
    { name: 'mails', type: 'ACCOUNT_NUMBER', patterns: ['[a-z]{1,9}@example'] },
  ]
  const layer = createSensitivityLayer({
    codenames: { current: () => ({ version: '1', index: compileCodenames([]) }) },
    unreadableLevels: { image: 5, audio: 6, file: 7, readFile: 7 },
    detection: detectionSchema.parse({ recognizers, default: { EMAIL_ADDRESS: { find: 'always' } } }),
    timeoutMs: 1_000,
  })
  const inspect = (content: string | { type: string; text: string }[]) =>
    layer.decide(
      chat({ model: 'm', messages: [{ role: 'user', content }] }),
      exchangeForTests({ policy: createLevelPolicy({ clearances: {} }).current('acme') }),
    )

  it('counts in the tile by its level and category', async () => {
    const { facts } = await inspect('C1234 and C4321')
    expect(facts?.tile).toMatchObject({ level: 6, categories: { PHI: 2, PII: 0 }, reidentificationRisk: 0.5 })
  })

  it('gives way to what is verified, and covers what it overlaps', async () => {
    const { findings } = await inspect('alice@example.com')
    expect(findings).toMatchObject([{ entity: 'EMAIL_ADDRESS', start: 0, end: 17 }])
  })

  it('is found over text parts', async () => {
    const { findings } = await inspect([
      { type: 'text', text: 'C12' },
      { type: 'text', text: '34' },
    ])
    expect(findings).toMatchObject([{ entity: 'CUSTOM', category: 'PHI', replacement: 'CLAIM' }, { continues: true }])
  })
})

describe('a configuration', () => {
  it.each<[fault: string, recognizers: object[]]>([
    ['own: pattern 2: it matches an empty text', [{ patterns: ['a', 'b?'] }]],
    ['own: context word 1: A phrase has 1 to 16 words.', [{ patterns: ['a'], context: { words: ['42'] } }]],
    ['own: deny word 1: it must begin and end with a letter or digit', [{ denyWords: ['C++'] }]],
    [
      'own: the type ABCDEFGHJK has the form of the id of a token',
      [{ denyWords: ['a'], type: { name: 'ABCDEFGHJK', level: 1 } }],
    ],
    [
      'two: the type BADGE has another level or category elsewhere',
      [{ denyWords: ['a'] }, { name: 'two', denyWords: ['b'], type: { name: 'BADGE', level: 5 } }],
    ],
  ])('has the fault %s', (fault, recognizers) => {
    const all = recognizers.map((each) => ({ name: 'own', type: BADGE, ...each }))
    expect(faultsOfCustom(detectionSchema.parse({ recognizers: all }).recognizers)).toEqual([fault])
  })
})

describe('hostile texts', () => {
  const PATTERNS = [
    '(?:a?){20}a{20}',
    '(?:a|aa){1,60}b',
    '[a-z]{1,60}[0-9]',
    '(?:.{1,30}x){2}',
    '\\b(?:a{1,8} ?){1,8}!',
  ]

  /** How often code units of a text are read, for all searches. */
  function readsOf(pattern: string, text: string): number {
    const { expression } = compilePattern(pattern, false)
    const reading = vi.spyOn(String.prototype, 'charCodeAt')
    try {
      const matcher = expression.matcher(text)
      while (matcher.find()) if (matcher.end() > text.length) break
      return reading.mock.calls.length
    } finally {
      reading.mockRestore()
    }
  }

  it.each(PATTERNS)('cost %s no more than its spread for each character', (pattern) => {
    for (const unit of ['a', 'aa ', 'ab', 'x', '.x', 'a1', '\u{1f600}', 'é']) {
      const text = unit.repeat(4_000)
      expect(readsOf(pattern, text)).toBeLessThanOrEqual(70 * text.length)
    }
  })

  it('find nothing that does not match, and nothing outside the text', () => {
    const own = recognizerOf({ name: 'own', type: BADGE, patterns: ['[a-c]{2}[0-9]{1,3}'], denyWords: ['ab c'] })
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'b', 'c', '1', '2', ' ', '\u{1f600}') }), (text) => {
        for (const { start, end } of own.find(text, { label: '' })) {
          expect(text.slice(start, end)).toMatch(/^(?:[a-c]{2}[0-9]{1,3}|ab c)$/)
        }
      }),
    )
  })
})
