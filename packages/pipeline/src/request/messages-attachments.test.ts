import type { MessagesRequest } from '@sluice/contracts'
import { expect, it } from 'vitest'
import { positionsOf } from './positions.ts'

const bytes = Buffer.from(Array.from({ length: 300 }, (_, at) => (at * 37) % 256)).toString('base64')
const words = Buffer.from('Maria Keller lives here. '.repeat(10)).toString('base64')

const positions = (block: object) => {
  const messages = [{ role: 'user', content: [block] }] as MessagesRequest['messages']
  const found = positionsOf({ kind: 'messages', body: { model: 'm', max_tokens: 1, messages } })
  return found.map(({ text, unreadable, kind }) => ({ text: text.slice(0, 12), kind, unreadable }))
}

it.each<[string, object, object]>([
  [
    'an image is an image',
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data: bytes } },
    { text: '', kind: 'structured', unreadable: 'image' },
  ],
  [
    'one at an address, too',
    { type: 'image', source: { type: 'url', url: 'https://a.example/b.png' } },
    { text: 'https://a.ex', kind: 'structured', unreadable: 'image' },
  ],
  [
    'one in the result of a tool, too',
    { type: 'tool_result', tool_use_id: 'x', content: [{ type: 'image', source: { type: 'base64', data: bytes } }] },
    { text: '', kind: 'structured', unreadable: 'image' },
  ],
  [
    'a document in octets is a file',
    { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: bytes } },
    { text: '', kind: 'structured', unreadable: 'file' },
  ],
  [
    'a document of text is read, and nothing of it is unreadable',
    { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'Maria Keller.' } },
    { text: 'Maria Keller', kind: 'prose', unreadable: undefined },
  ],
  [
    'text in octets is read',
    { type: 'document', source: { type: 'base64', media_type: 'text/plain', data: words } },
    { text: 'Maria Keller', kind: 'prose', unreadable: undefined },
  ],
  [
    'what says to be text and is not is no file that passes unseen',
    { type: 'image', source: { type: 'text', data: 'Maria Keller.' } },
    { text: 'Maria Keller', kind: 'structured', unreadable: 'image' },
  ],
])('%s', (_what, block, expected) => expect(positions(block)).toContainEqual(expected))
