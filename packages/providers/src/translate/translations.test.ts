import type { ChatRequest, MessagesRequest, ResponsesRequest } from '@sluice/contracts'
import { describe, expect, it } from 'vitest'
import { chatToMessages } from './chat-to-messages.ts'
import { ResponsesWriter } from './chat-to-responses-events.ts'
import { messagesToChat } from './messages-to-chat.ts'
import { namespacedTools } from './namespaces.ts'
import { responsesToChat } from './responses-to-chat.ts'

const PNG = 'data:image/png;base64,iVBORw0KGgo='
const PDF = 'data:application/pdf;base64,JVBERi0='
const SCHEMA = { type: 'object', properties: { a: { type: 'string' } } }

const chat = (more: Partial<ChatRequest>): ChatRequest => ({
  model: 'm',
  messages: [{ role: 'user', content: 'x' }],
  ...more,
})
const messages = (more: Partial<MessagesRequest>): MessagesRequest => ({
  model: 'm',
  max_tokens: 9,
  messages: [{ role: 'user', content: 'x' }],
  ...more,
})
const responses = (more: Partial<ResponsesRequest>): ResponsesRequest => ({ model: 'm', input: 'x', ...more })

/** A conversation with everything that all wires can say. */
const CONVERSATION: ChatRequest['messages'] = [
  { role: 'system', content: 'Be kind.' },
  {
    role: 'user',
    content: [
      { type: 'text', text: 'Look:' },
      { type: 'image_url', image_url: { url: PNG } },
      { type: 'image_url', image_url: { url: 'https://example.com/a.png' } },
      { type: 'file', file: { filename: 'a.pdf', file_data: PDF } },
    ],
  },
  {
    role: 'assistant',
    content: 'I will.',
    tool_calls: [
      { id: 'c1', type: 'function', function: { name: 'f', arguments: '{"a":"1"}' } },
      { id: 'c2', type: 'function', function: { name: 'g', arguments: '{}' } },
    ],
  },
  { role: 'tool', tool_call_id: 'c1', content: 'one' },
  { role: 'tool', tool_call_id: 'c2', content: 'two' },
  { role: 'user', content: 'Go on.' },
]

describe('a chat as messages', () => {
  it('says the same, and back again', () => {
    const there = chatToMessages(chat({ messages: CONVERSATION, max_tokens: 7 }))
    expect(there).toEqual({
      model: 'm',
      max_tokens: 7,
      system: 'Be kind.',
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Look:' },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } },
            { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } },
            {
              type: 'document',
              title: 'a.pdf',
              source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' },
            },
          ],
        },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'I will.' },
            { type: 'tool_use', id: 'c1', name: 'f', input: { a: '1' } },
            { type: 'tool_use', id: 'c2', name: 'g', input: {} },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'c1', content: 'one' },
            { type: 'tool_result', tool_use_id: 'c2', content: 'two' },
            { type: 'text', text: 'Go on.' },
          ],
        },
      ],
    })
    const back = messagesToChat(there).messages
    expect(back.slice(0, -1)).toEqual(CONVERSATION.slice(0, -1))
    expect(back.at(-1)).toEqual({ role: 'user', content: [{ type: 'text', text: 'Go on.' }] })
  })

  it.each<[string, Partial<ChatRequest>, object]>([
    ['a bound that Messages demands', {}, { max_tokens: 8_192 }],
    ['the newer bound', { max_completion_tokens: 3, max_tokens: 5 }, { max_tokens: 3 }],
    ['the end of Anthropic’s scale', { temperature: 1.7 }, { temperature: 1 }],
    ['stop words', { stop: 'END' }, { stop_sequences: ['END'] }],
    [
      'a forced tool',
      { tool_choice: { type: 'function', function: { name: 'f' } } },
      { tool_choice: { type: 'tool', name: 'f' } },
    ],
    [
      'any tool, one at a time',
      { tool_choice: 'required', parallel_tool_calls: false },
      { tool_choice: { type: 'any', disable_parallel_tool_use: true } },
    ],
    [
      'tools',
      { tools: [{ type: 'function', function: { name: 'f', description: 'd', parameters: SCHEMA } }] },
      { tools: [{ name: 'f', description: 'd', input_schema: SCHEMA }] },
    ],
    [
      'a schema',
      { response_format: { type: 'json_schema', json_schema: { name: 'n', schema: SCHEMA } } },
      { output_config: { format: { type: 'json_schema', schema: SCHEMA } } },
    ],
    ['an effort', { reasoning_effort: 'minimal' }, { output_config: { effort: 'low' } }],
    ['a user', { user: 'u' }, { metadata: { user_id: 'u' } }],
  ])('has %s', (_what, more, expected) => expect(chatToMessages(chat(more))).toMatchObject(expected))

  it.each<[string, Partial<ChatRequest>]>([
    ['n', { n: 2 }],
    ['logprobs', { logprobs: true }],
    ['response_format', { response_format: { type: 'json_object' } }],
    ['functions', { functions: [{}] }],
    ['tools[0]', { tools: [{ type: 'custom' }] }],
    ['messages[0].role', { messages: [{ role: 'function', content: 'x' }] }],
    ['messages[0].content[0]', { messages: [{ role: 'user', content: [{ type: 'input_audio', input_audio: {} }] }] }],
    [
      'messages[0].tool_calls[0].function.arguments',
      { messages: [{ role: 'assistant', tool_calls: [{ id: 'a', function: { name: 'f', arguments: '[1]' } }] }] },
    ],
  ])('refuses %s', (param, more) => {
    expect(() => chatToMessages(chat(more))).toThrow(
      expect.objectContaining({ code: 'invalid_request', refusal: expect.objectContaining({ param }) }),
    )
  })
})

describe('messages as a chat', () => {
  it.each<[string, Partial<MessagesRequest>, object]>([
    [
      'blocks of the system',
      {
        system: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b' },
        ],
      },
      { messages: [{ role: 'system', content: 'a\nb' }, { role: 'user' }] },
    ],
    ['usage in its stream', { stream: true }, { stream: true, stream_options: { include_usage: true } }],
    ['any tool', { tool_choice: { type: 'any' } }, { tool_choice: 'required' }],
    [
      'one tool',
      { tool_choice: { type: 'tool', name: 'f', disable_parallel_tool_use: true } },
      { tool_choice: { type: 'function', function: { name: 'f' } }, parallel_tool_calls: false },
    ],
    [
      'a schema',
      { output_config: { format: { type: 'json_schema', schema: SCHEMA } } },
      { response_format: { type: 'json_schema', json_schema: { schema: SCHEMA } } },
    ],
    [
      'text of a document',
      {
        messages: [
          {
            role: 'user',
            content: [{ type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'D' } }],
          },
        ],
      },
      { messages: [{ content: [{ type: 'text', text: 'D' }] }] },
    ],
  ])('has %s', (_what, more, expected) => expect(messagesToChat(messages(more))).toMatchObject(expected))

  it('leaves thoughts behind', () => {
    const content = [
      { type: 'thinking', thinking: 'T', signature: 's' },
      { type: 'text', text: 'x' },
    ]
    expect(messagesToChat(messages({ messages: [{ role: 'assistant', content }] })).messages).toEqual([
      { role: 'assistant', content: 'x' },
    ])
  })

  it.each<[string, Partial<MessagesRequest>]>([
    ['tools[0]', { tools: [{ type: 'web_search_20250305', name: 'web_search' }] }],
    ['messages[0].content[0]', { messages: [{ role: 'user', content: [{ type: 'search_result' }] }] }],
    [
      'messages[0].content[0].content[0]',
      {
        messages: [
          { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: [{ type: 'image' }] }] },
        ],
      },
    ],
  ])('refuses %s', (param, more) => {
    expect(() => messagesToChat(messages(more))).toThrow(
      expect.objectContaining({ refusal: expect.objectContaining({ param }) }),
    )
  })
})

describe('a response as a chat', () => {
  it('says the same', () => {
    const asked = responses({
      instructions: 'Be kind.',
      input: [
        {
          role: 'user',
          content: [
            { type: 'input_text', text: 'Look:' },
            { type: 'input_image', image_url: PNG, detail: 'low' },
          ],
        },
        { type: 'reasoning', summary: [] },
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'I will.' }] },
        { type: 'function_call', call_id: 'c1', name: 'f', arguments: '{}' },
        { type: 'function_call', call_id: 'c2', name: 'g', arguments: '{}' },
        { type: 'function_call_output', call_id: 'c1', output: 'one' },
      ],
      tools: [{ type: 'function', name: 'f', parameters: SCHEMA, strict: true }],
      tool_choice: { type: 'function', name: 'f' },
      text: { format: { type: 'json_schema', name: 'n', schema: SCHEMA } },
      reasoning: { effort: 'low' },
      max_output_tokens: 9,
    })
    expect(responsesToChat(asked)).toEqual({
      model: 'm',
      messages: [
        { role: 'system', content: 'Be kind.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Look:' },
            { type: 'image_url', image_url: { url: PNG, detail: 'low' } },
          ],
        },
        {
          role: 'assistant',
          content: 'I will.',
          tool_calls: [
            { id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } },
            { id: 'c2', type: 'function', function: { name: 'g', arguments: '{}' } },
          ],
        },
        { role: 'tool', tool_call_id: 'c1', content: 'one' },
      ],
      tools: [{ type: 'function', function: { name: 'f', parameters: SCHEMA, strict: true } }],
      tool_choice: { type: 'function', function: { name: 'f' } },
      response_format: { type: 'json_schema', json_schema: { name: 'n', schema: SCHEMA } },
      reasoning_effort: 'low',
      max_completion_tokens: 9,
    })
  })

  it('has no namespaces: tools have one name there, and their own ones again in the response', () => {
    const tools = [
      { type: 'namespace', name: 'agents', tools: [{ type: 'function', name: 'close', parameters: SCHEMA }] },
    ]
    const input = [
      { role: 'user', content: 'x' },
      { type: 'function_call', call_id: 'c1', namespace: 'agents', name: 'close', arguments: '{}' },
    ]
    const chat = responsesToChat(responses({ tools, input }))
    expect(chat.tools).toEqual([{ type: 'function', function: { name: 'agents__close', parameters: SCHEMA } }])
    expect(chat.messages[1]?.tool_calls?.[0]?.function?.name).toBe('agents__close')
    const writer = new ResponsesWriter({ id: 'resp_1', created: 1, model: 'm' }, {}, namespacedTools({ tools }))
    const call = { index: 0, id: 'c2', function: { name: 'agents__close', arguments: '{}' } }
    const delta = { index: 0, delta: { tool_calls: [call] }, finish_reason: 'tool_calls' }
    writer.take({ id: 'a', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [delta] })
    expect(writer.end().at(-1)).toMatchObject({
      response: { output: [{ namespace: 'agents', name: 'close', call_id: 'c2' }] },
    })
  })

  it.each<[string, Partial<ResponsesRequest>]>([
    ['tools[0].type', { tools: [{ type: 'web_search' }] }],
    ['input[0].type', { input: [{ type: 'computer_call' }] }],
    ['input[0].content[0]', { input: [{ role: 'user', content: [{ type: 'input_file', file_id: 'f' }] }] }],
    ['input[0].role', { input: [{ role: 'critic', content: 'x' }] }],
  ])('refuses %s', (param, more) => {
    expect(() => responsesToChat(responses(more))).toThrow(
      expect.objectContaining({ refusal: expect.objectContaining({ param }) }),
    )
  })
})
