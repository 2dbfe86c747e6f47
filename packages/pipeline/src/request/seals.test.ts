import type { MessagesRequest, ResponsesRequest } from '@sluice/contracts'
import { markSeal, readSeal } from '@sluice/token-vault'
import { describe, expect, it } from 'vitest'
import { copyOf } from '../body-work.ts'
import { keyRingForTests } from '../testing/exchange-for-tests.ts'
import type { LocalRequest } from './model-request.ts'
import { positionsOf } from './positions.ts'
import { openSeals, withoutSeals } from './seals.ts'

const key = keyRingForTests.providerSealKey({ tenant: 'acme', sub: 'alice' })
const read = (marked: string, covered: string) => readSeal(key, marked, covered)
const mark = (original: string, covered = '', endpoint = 'claude') => markSeal(key, { endpoint, original }, covered)

type Messages = Extract<LocalRequest, { readonly kind: 'messages' }>

const THOUGHT = 'Ask PERSON_1234567890 first. Call Maria Keller.'

function messages(signature: string, thinking = THOUGHT, data = mark('EncryptedBytes==')): Messages {
  const body: MessagesRequest = {
    model: 'm',
    messages: [
      { role: 'user', content: 'Hello' },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking, signature },
          { type: 'redacted_thinking', data },
          { type: 'text', text: 'Hi.' },
        ],
      },
    ],
  }
  return { kind: 'messages', body }
}

const SIGNED = '/messages/1/content/0/signature'
const CRYPTED = '/messages/1/content/1/data'

describe('what a provider has signed or encrypted', () => {
  it('loses its mark where it is known, and nobody reads it or what it signs', () => {
    const opened = openSeals(messages(mark('sig==', THOUGHT)), read)
    expect(opened.body.messages[1]?.content).toEqual([
      { type: 'thinking', thinking: THOUGHT, signature: 'sig==' },
      { type: 'redacted_thinking', data: 'EncryptedBytes==' },
      { type: 'text', text: 'Hi.' },
    ])
    expect([...(opened.seals?.endpoints ?? [])]).toEqual(['claude'])
    expect(positionsOf(opened).map(({ path }) => path)).toEqual(['/messages/0/content', '/messages/1/content/2/text'])
  })

  it.each([
    ['has no mark', 'sig==', THOUGHT],
    ['signs another text', mark('sig==', 'I thought.'), THOUGHT],
    [
      'is another user’s',
      markSeal(
        keyRingForTests.providerSealKey({ tenant: 'acme', sub: 'bob' }),
        { endpoint: 'claude', original: 'sig==' },
        THOUGHT,
      ),
      THOUGHT,
    ],
  ])('is read, and counts as unreadable, where it %s', (_why, signature, thinking) => {
    const request = messages(signature, thinking, 'unknown bytes')
    const opened = openSeals(request, read)
    expect(opened).toBe(request)
    const positions = positionsOf(opened)
    expect(positions).toContainEqual(expect.objectContaining({ text: THOUGHT }))
    for (const path of [SIGNED, CRYPTED]) {
      expect(positions).toContainEqual(expect.objectContaining({ path, unreadable: 'file' }))
    }
  })

  it('of one block is known, where that of another is not', () => {
    const opened = openSeals(messages(mark('sig==', THOUGHT), THOUGHT, 'unknown bytes'), read)
    expect(positionsOf(opened).map(({ path }) => path)).toContain(CRYPTED)
    expect(opened.seals?.fixed).toEqual(new Set([SIGNED, '/messages/1/content/0/thinking']))
  })

  it('is kept with its mark while the request waits for a human', () => {
    const request = messages(mark('sig==', THOUGHT))
    const copy = JSON.parse(new TextDecoder().decode(copyOf(openSeals(request, read), 100_000).body))
    expect(copy).toEqual(request.body)
  })

  it('of reasoning goes back, while its summary is read', () => {
    const body: ResponsesRequest = {
      model: 'm',
      input: [
        {
          type: 'reasoning',
          id: 'rs_1',
          summary: [{ type: 'summary_text', text: 'S' }],
          encrypted_content: mark('gAAA'),
        },
        { role: 'user', content: 'Go on.' },
      ],
    }
    const opened = openSeals({ kind: 'responses', body }, read)
    expect(opened.body.input?.[0]).toMatchObject({ encrypted_content: 'gAAA' })
    const paths = positionsOf(opened).map(({ path }) => path)
    expect(paths).toContain('/input/0/summary/0/text')
    expect(paths).not.toContain('/input/0/encrypted_content')
  })

  it('stays behind where the request goes to another endpoint', () => {
    const opened = openSeals(messages(mark('sig==', THOUGHT)), read)
    expect(withoutSeals(opened).body.messages[1]?.content).toEqual([{ type: 'text', text: 'Hi.' }])
    const only = openSeals(
      {
        kind: 'responses',
        body: { model: 'm', input: [{ type: 'reasoning', encrypted_content: mark('x') }] },
      } as const,
      read,
    )
    expect(withoutSeals(only).body.input).toEqual([])
  })
})

it('stays behind as deep as its mark is taken off', () => {
  const sealed = { type: 'thinking', thinking: THOUGHT, signature: mark('sig==', THOUGHT) }
  const body: MessagesRequest = {
    model: 'm',
    messages: [
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 't', content: [{ type: 'text', text: 'found' }, sealed] }],
      },
    ],
  }
  const opened = openSeals({ kind: 'messages', body }, read)
  expect(JSON.stringify(opened.body)).toContain('"signature":"sig=="')
  const left = withoutSeals(opened)
  expect(left.body.messages[0]?.content).toEqual([
    { type: 'tool_result', tool_use_id: 't', content: [{ type: 'text', text: 'found' }] },
  ])
})

describe('Gemini’s signature of the thoughts before a call', () => {
  const signedCall = (signature: string) => ({
    id: 'call_1',
    type: 'function' as const,
    function: { name: 'look_up', arguments: '{}' },
    extra_content: { google: { thought_signature: signature, other: 'kept' } },
  })
  const chat = (signature: string): LocalRequest => ({
    kind: 'chat',
    body: {
      model: 'm',
      messages: [
        { role: 'user', content: 'Hello' },
        { role: 'assistant', content: 'Hm.', tool_calls: [signedCall(signature), signedCall('unmarked')] },
        { role: 'tool', tool_call_id: 'call_1', content: 'found' },
      ],
    },
  })
  /** Of the member of a member of a member that no shape knows. */
  const place = '/messages/1/tool_calls/0/~3/~0/~0'

  it('loses its mark where it is known, and nobody reads it', () => {
    const opened = openSeals(chat(mark('c2lnbmVk', '', 'gemini')), read)
    expect(opened.body).toEqual(chat('c2lnbmVk').body)
    expect([...(opened.seals?.endpoints ?? [])]).toEqual(['gemini'])
    const paths = positionsOf(opened).map(({ path }) => path)
    expect(paths).not.toContain(place)
    expect(paths).toContain(place.replace('tool_calls/0', 'tool_calls/1'))
  })

  it('is read like any text where its mark is not known', () => {
    const request = chat('slc1.forged.mark')
    expect(openSeals(request, read)).toBe(request)
    expect(positionsOf(request).map(({ path }) => path)).toContain(place)
  })

  it('stays behind where another endpoint is asked, and the call goes', () => {
    const opened = openSeals(chat(mark('c2lnbmVk', '', 'gemini')), read)
    const { body } = withoutSeals(opened)
    if (!('messages' in body)) throw new Error('It is no chat any more.')
    expect(JSON.stringify(body)).not.toMatch(/c2lnbmVk|unmarked/)
    expect(body.messages).toMatchObject([
      { content: 'Hello' },
      {
        content: 'Hm.',
        tool_calls: [
          { id: 'call_1', function: { name: 'look_up' }, extra_content: { google: { other: 'kept' } } },
          { id: 'call_1' },
        ],
      },
      { content: 'found' },
    ])
  })
})
