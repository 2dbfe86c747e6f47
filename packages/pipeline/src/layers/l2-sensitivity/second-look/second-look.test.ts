import { type ChatMessage, type DetectionConfig, detectionSchema, type EntityFinding } from '@sluice/contracts'
import { KnownSentences } from '@sluice/name-tagger'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileCodenames } from '../../../ports/codename-registry.ts'
import { chat } from '../../../testing/answers-for-tests.ts'
import { runSteps } from '../../../testing/run-steps.ts'
import { RULES, sensitivitySteps, TenantRecognizers } from '../index.ts'
import type { Recognizer } from '../recognizer.ts'
import { ScanMemo } from '../scan-memo.ts'
import { shippedRecognizers } from '../scan-text.ts'
import { secondLookSteps } from './second-look.ts'

const unreadableLevels = { image: 7, audio: 7, file: 7, readFile: 7 } as const
const snapshot = { version: '1', index: compileCodenames([]) }

interface Scene {
  readonly config?: DetectionConfig
  readonly recognizers?: readonly Recognizer[]
  readonly above?: number
}

/** What a second look shows of messages that a first look had other texts of, or the same. */
function lookAgain(
  messages: ChatMessage[],
  before = messages,
  { config, recognizers = RULES, above = -1 }: Scene = {},
) {
  const detection = new TenantRecognizers(recognizers).of('acme', snapshot, config ?? detectionSchema.parse({}))
  const known = new ScanMemo().of('session')
  const first = chat({ model: 'm', messages: before })
  const { left, sentences } = runSteps(sensitivitySteps(first, detection, { unreadableLevels, known }))
  const masked = before === messages ? first : chat({ model: 'm', messages })
  const look = () => {
    const { findings, weak } = runSteps(
      secondLookSteps(masked, { detection, known, left, sentences, before: first, above }),
    )
    return { sure: findings.map(tell), weak: Object.fromEntries(weak) }
  }
  const once = look()
  // What is remembered says the same.
  expect(look()).toEqual(once)
  return once
}

function tell({ entity, position, start, end, continues }: EntityFinding) {
  return `${entity} ${position} ${start}-${end}${continues === true ? ' continued' : ''}`
}

const user = (content: ChatMessage['content']): ChatMessage => ({ role: 'user', content })
const NOTHING = { sure: [], weak: {} }

describe('a second look', () => {
  it.each([
    ['prose', 'Please write a letter about our offer of 12,500 euros and 400 boxes.'],
    ['a token', 'Write to EMAIL_ADDRESS_7H3K9Q2M5T about CREDIT_CARD_7H3K9Q2M5T today'],
    ['a path', 'See packages/pipeline/src/layers/l2-sensitivity/second-look/index'],
  ])('shows nothing in %s', (_, text) => expect(lookAgain([user(text)])).toEqual(NOTHING))

  it.each([
    ['nine digits', 'The order is 536107704 now', { US_SSN: 1 }],
    ['a Luhn number of no brand', 'Part 6304000000000000 fits', { CREDIT_CARD: 1 }],
  ])('counts %s without a word near them', (_, text, weak) =>
    expect(lookAgain([user(text)])).toEqual({ sure: [], weak }),
  )

  it('counts what is half as sure as a finding has to be, once however long the text', () => {
    const vague: Recognizer = {
      ...{ name: 'vague', entities: ['PERSON'], readsIdentifiers: false, fewestDigits: 0 },
      find: (text) =>
        Array.from(text.matchAll(/Kim|Lee/g), ({ 0: [first], index }) => ({
          ...({ entity: 'PERSON', start: index, end: index + 3, recognizer: 'vague', verified: false } as const),
          confidence: first === 'K' ? 0.3 : 0.1,
        })),
    }
    const scene = { recognizers: [vague] }
    expect(lookAgain([user('Ask Kim or Lee')], undefined, scene)).toEqual({ sure: [], weak: { PERSON: 1 } })
    // The second mention stands where two windows overlap.
    const long = `Kim ${'x'.repeat(8_100)} Kim ${'y '.repeat(4_000)}`
    expect(lookAgain([user(long)], undefined, scene)).toEqual({ sure: [], weak: { PERSON: 2 } })
    expect(lookAgain([user(`${long}!`)], [user(long)], scene)).toEqual({ sure: [], weak: { PERSON: 2 } })
  })

  it('is sure of a value that L3 has left in a text', () => {
    const before = [user('Write to anna@example.com and bob@example.com')]
    const masked = [user('Write to EMAIL_ADDRESS_7H3K9Q2M5T and bob@example.com')]
    expect(lookAgain(masked, before).sure).toEqual(['EMAIL_ADDRESS /messages/0/content 38-53'])
  })

  it.each(['Write to anna%2540example.com', 'Write to anna&amp;#64;example.com'])(
    'counts what is escaped twice: %s',
    (text) => expect(lookAgain([user(text)]).weak).toEqual({ EMAIL_ADDRESS: 1 }),
  )

  it('is sure of a value that is split over messages of one role in a row, and of no other', () => {
    const split = [user('My card is 4111 1111'), user(' 1111 1111 thanks')]
    expect(lookAgain(split).sure).toEqual([
      'CREDIT_CARD /messages/0/content 11-20',
      'CREDIT_CARD /messages/1/content 0-10 continued',
    ])
    const [first = user(''), second = user('')] = split
    expect(lookAgain([first, { role: 'assistant', content: 'Yes?' }, second])).toEqual(NOTHING)
  })

  it('leaves out what may leave, and what is looked for never or beside a person only', () => {
    const before = [user('Write to anna@example.com')]
    const masked = [user('Write to  anna@example.com')]
    expect(lookAgain(masked, before, { above: 3 })).toEqual(NOTHING)
    for (const find of ['never', 'beside-person'] as const) {
      const config = detectionSchema.parse({ default: { EMAIL_ADDRESS: { find } } })
      expect(lookAgain(masked, before, { config })).toEqual(NOTHING)
    }
  })
})

/** Of which texts are made that a first look has seen; some of their values are replaced. */
const PARTS = [
  ...['Write to Anna Schmidt', 'Ruiz lives at 12 Oak Street, Springfield', 'Dr. Keller of Acme Ltd', 'see note 42'],
  ...['anna@example.com', 'card 4111 1111 1111 1111', 'born 4 March 1979', '"name": "Lindqvist"', 'invoice 4411'],
  ...['PERSON_7H3K9Q2M5T', 'EMAIL_ADDRESS_7H3K9Q2M5T'],
  ...[' ', ' ', '. ', '. ', '.\n', '\n\n', ', ', '; ', '*', '_', '&nbsp;', 'é', '\u200b'],
]
const TOKENS = ['PERSON_8H3K9Q2M5T', 'EMAIL_ADDRESS_8H3K9Q2M5T', 'LOCATION_8H3K9Q2M5T', '', 'Anna']

it('finds what it finds without having seen the sentences of the text before', () => {
  const detection = new TenantRecognizers(shippedRecognizers()).of('acme', snapshot, detectionSchema.parse({}))
  const written = fc.array(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 30 })
  const replaced = fc.array(fc.tuple(fc.nat({ max: 29 }), fc.constantFrom(...TOKENS)), { maxLength: 4 })
  fc.assert(
    fc.property(written, replaced, fc.boolean(), (parts, replacements, isLong) => {
      const textOf = (all: readonly string[]) => all.join('').repeat(isLong ? 40 : 1)
      const after = [...parts]
      for (const [at, token] of replacements) if (at < after.length) after[at] = token
      const before = chat({ model: 'm', messages: [user(textOf(parts))] })
      const masked = chat({ model: 'm', messages: [user(textOf(after))] })
      const { left, sentences } = runSteps(sensitivitySteps(before, detection, { unreadableLevels }))
      const first = { detection, known: undefined, left, before, above: -1 }
      const full = runSteps(secondLookSteps(masked, { ...first, sentences: new KnownSentences() }))
      expect(runSteps(secondLookSteps(masked, { ...first, sentences }))).toEqual(full)
    }),
    { numRuns: 60 },
  )
})
