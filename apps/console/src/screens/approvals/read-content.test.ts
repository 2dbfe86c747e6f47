import { expect, it } from 'vitest'
import { readContent } from './read-content.ts'

const said = (speaker: string, text: string) => ({ speaker, text })
const notText = '[something else than text: see the whole request]'

it.each([
  [
    'chat',
    {
      messages: [
        { role: 'system', content: 'Be brief' },
        { role: 'user', content: [{ type: 'text', text: 'Hi' }] },
      ],
    },
    [said('system', 'Be brief'), said('user', 'Hi')],
  ],
  ['Responses', { input: 'Hi', instructions: 'Be brief' }, [said('instructions', 'Be brief'), said('user', 'Hi')]],
  [
    'Messages',
    { system: [{ type: 'text', text: 'Be brief' }], messages: [{ role: 'user', content: 'Hi' }] },
    [said('instructions', 'Be brief'), said('user', 'Hi')],
  ],
  [
    'a picture',
    { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: {} }] }] },
    [said('user', notText)],
  ],
  [
    'a call of a tool',
    { role: 'assistant', content: null, tool_calls: [{ function: { name: 'pay', arguments: '{"to":"a"}' } }] },
    [said('assistant', 'calls pay({"to":"a"})')],
  ],
  [
    'an item of Responses that is a call',
    { input: [{ type: 'function_call', name: 'pay', arguments: '{}' }] },
    [said('other', 'calls pay({})')],
  ],
  [
    'a call in Messages, behind words',
    {
      messages: [
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'Well:' },
            { type: 'tool_use', name: 'pay', input: { to: 'a' } },
          ],
        },
      ],
    },
    [said('assistant', 'Well:\ncalls pay({"to":"a"})')],
  ],
  ['an empty turn', { messages: [{ role: 'assistant', content: null, tool_calls: [] }] }, [said('assistant', notText)]],
  ['nonsense', 7, []],
])('reads %s', (_name, request, expected) => {
  expect(readContent(request)).toEqual(expected)
})
