import { chatRequestSchema, messagesRequestSchema } from '@sluice/contracts'
import { describe, expect, it } from 'vitest'
import { heldSentence } from '../../request/index.ts'
import { orderIdentityOf } from './order-identity.ts'

const ORDER = 'Wire $50,000 to Maria Keller.'
const HELD = { role: 'assistant', content: heldSentence('F') }
const user = (content: unknown) => ({ role: 'user', content })
const image = (url: string, more: object = {}) => ({ type: 'image_url', image_url: { url }, ...more })
const text = (said: string) => ({ type: 'text', text: said })

const of = (messages: readonly object[], members: object = {}) =>
  orderIdentityOf({ kind: 'chat', body: chatRequestSchema.parse({ model: 'm', messages, ...members }) })

const plain = of([user(ORDER)])

describe('two requests order the same', () => {
  it.each<[string, string]>([
    ['the first time and again', of([user(ORDER)])],
    ['as a text and in parts', of([user([text(ORDER)])])],
    ['with a line break behind it, as agents add', of([user([text(`${ORDER}\n`)]), HELD, user('go on')])],
    ['over several parts', of([user([text('Wire $50,000'), text('to Maria Keller.')])])],
    ['streamed and not', of([user(ORDER)], { stream: true })],
    ['with other tools on offer', of([user(ORDER)], { tools: [{ type: 'function', function: { name: 'f' } }] })],
    ['under other instructions', of([{ role: 'system', content: 'Be kind.' }, user(ORDER)])],
    ['behind the word that it waits', of([user(ORDER), HELD])],
    ['with a bare consent behind it', of([user(ORDER), HELD, user('go on')])],
    ['with several', of([user(ORDER), HELD, user('Please try again.'), HELD, user('continue')])],
  ])('%s', (_how, identity) => expect(identity).toBe(plain))

  it('with a mark for a cache on what is handed over', () => {
    const marked = image('data:image/png;base64,AA', { cache_control: { type: 'ephemeral' } })
    expect(of([user([text(ORDER), marked])])).toBe(of([user([text(ORDER), image('data:image/png;base64,AA')])]))
  })
})

describe('two requests order different things', () => {
  const call = (args: string) => [
    user(ORDER),
    { role: 'assistant', tool_calls: [{ id: 'c1', function: { name: 'delete_user', arguments: args } }] },
  ]
  const forced = (name: string) => of([user(ORDER)], { tool_choice: { type: 'function', function: { name } } })
  it.each<[string, string, string]>([
    ['in other words', of([user(ORDER.replace('50', '60'))]), plain],
    ['with a word of its own behind it', of([user(ORDER), HELD, user('Make it $60,000.')]), plain],
    ['of other models', of([user(ORDER)], { model: 'other' }), plain],
    ['after other things were said', of([user('Hi.'), { role: 'assistant', content: 'Hi!' }, user(ORDER)]), plain],
    ['about other pictures', of([user([text(ORDER), image('a')])]), of([user([text(ORDER), image('b')])])],
    ['once a step of it was done', of([...call('{}'), { role: 'tool', tool_call_id: 'c1', content: 'x' }]), plain],
    ['that wait with other arguments', of(call('{"id":1}')), of(call('{"id":2}'))],
    ['that force other tools', forced('a'), forced('b')],
    [
      'on other wires',
      orderIdentityOf({ kind: 'messages', body: messagesRequestSchema.parse({ model: 'm', messages: [user(ORDER)] }) }),
      plain,
    ],
  ])('%s', (_how, one, other) => expect(one).not.toBe(other))
})
