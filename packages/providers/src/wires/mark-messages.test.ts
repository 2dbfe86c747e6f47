import type { WireEvent } from '@sluice/contracts'
import { expect, it } from 'vitest'
import { MessagesMarker } from './mark-messages.ts'

const mark = (original: string, covered: string) => `${original}|${covered}`

const delta = (index: number, more: object) => ({ type: 'content_block_delta', index, delta: more })

it('marks the same whether a message is streamed or not', () => {
  const streamed = new MessagesMarker(mark)
  const events: WireEvent[] = [
    { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
    delta(0, { type: 'thinking_delta', thinking: 'I ' }),
    delta(0, { type: 'thinking_delta', thinking: 'think.' }),
    delta(0, { type: 'signature_delta', signature: 'sig' }),
    { type: 'content_block_stop', index: 0 },
    { type: 'content_block_start', index: 1, content_block: { type: 'redacted_thinking', data: 'bytes' } },
    { type: 'content_block_stop', index: 1 },
    delta(2, { type: 'text_delta', text: 'Hi.' }),
  ]
  const taken = events.map((event) => streamed.take(event))
  expect(taken[3]).toEqual(delta(0, { type: 'signature_delta', signature: 'sig|I think.' }))
  expect(taken[5]).toMatchObject({ content_block: { data: 'bytes|' } })
  // Whatever holds no seal is passed as it is.
  for (const at of [0, 1, 2, 4, 6, 7]) expect(taken[at]).toBe(events[at])

  const content = [
    { type: 'thinking', thinking: 'I think.', signature: 'sig' },
    { type: 'redacted_thinking', data: 'bytes' },
    { type: 'text', text: 'Hi.' },
  ]
  expect(new MessagesMarker(mark).take({ type: 'message', content }).content).toEqual([
    { type: 'thinking', thinking: 'I think.', signature: 'sig|I think.' },
    { type: 'redacted_thinking', data: 'bytes|' },
    { type: 'text', text: 'Hi.' },
  ])
})
