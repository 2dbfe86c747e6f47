import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type GatewayStack, startGatewayStack } from '../testing/test-stack.ts'

/*
 * Values in places of a body where few clients put any, on every wire, natively and translated: none of them reaches a
 * model, whether the request is refused or sent.
 */

const KINDS = ['openai-compatible', 'openai', 'anthropic', 'gemini', 'bedrock', 'mistral'] as const
/** What stands behind the stub's origin for a kind. */
const BASES: Readonly<Record<string, string>> = { gemini: '/v1beta', bedrock: '' }

const V = 'Maria Keller, card 4111 1111 1111 1111, maria.keller@example.com'
/** In clear, as a number, or in base64. */
const LEAKED = /Keller|4111 ?1111|keller@|TWFyaWEg/

interface Place {
  readonly path: string
  readonly body: (model: string) => object
}

const PLACES: Readonly<Record<string, readonly Place[]>> = {
  messages: [
    ...[
      {
        content: [
          {
            type: 'document',
            source: { type: 'text', media_type: 'text/plain', data: V },
            title: V,
            context: V,
            citations: { enabled: true },
          },
        ],
      },
      { content: [{ type: 'document', source: { type: 'content', content: [{ type: 'text', text: V }] } }] },
      { content: [{ type: 'search_result', source: V, title: V, content: [{ type: 'text', text: V }] }] },
      {
        content: [
          {
            type: 'tool_result',
            tool_use_id: 't',
            content: [{ type: 'search_result', source: V, title: V, content: [{ type: 'text', text: V }] }],
          },
        ],
      },
      {
        content: [
          { type: 'text', text: 'x', citations: [{ type: 'char_location', cited_text: V, document_title: V }] },
        ],
      },
      {
        content: [{ type: 'mcp_tool_result', tool_use_id: 't', content: [{ type: 'text', text: V }], server_name: V }],
      },
      { content: [{ type: 'server_tool_use', id: 't', name: 'web_search', input: { query: V } }] },
      { content: [{ type: 'unknown_block', deep: { deeper: [{ deepest: V }] } }] },
      { content: [{ type: 'container_upload', file_id: V }] },
      { content: 'x', extra: V, name: V },
    ].map(
      (m: object): Place => ({
        path: '/v1/messages',
        body: (model: string) => ({ model, max_tokens: 50, messages: [{ role: 'user', ...m }] }),
      }),
    ),

    {
      path: '/v1/messages',
      body: (model) => ({
        model,
        max_tokens: 5,
        messages: [{ role: 'user', content: 'x' }],
        metadata: { user_id: V },
        x: { y: V },
      }),
    },
    {
      path: '/v1/messages',
      body: (model) => ({
        model,
        max_tokens: 5,
        messages: [{ role: 'user', content: 'x' }],
        system: [{ type: 'text', text: V, cache_control: { type: V } }],
        stop_sequences: [V],
      }),
    },
    {
      path: '/v1/messages',
      body: (model) => ({
        model,
        max_tokens: 5,
        messages: [{ role: 'user', content: 'x' }],
        tools: [
          {
            name: 'a',
            description: V,
            input_schema: {
              type: 'object',
              properties: { [V]: { description: V, enum: [V], default: V, examples: [V] } },
            },
            input_examples: [{ a: V }],
          },
        ],
      }),
    },
    {
      path: '/v1/messages',
      body: (model) => ({
        model,
        max_tokens: 5,
        messages: [
          { role: 'user', content: 'x' },
          {
            role: 'assistant',
            content: [
              { type: 'thinking', thinking: V, signature: V },
              { type: 'redacted_thinking', data: V },
              { type: 'tool_use', id: 'a', name: 'n', input: { [V]: V, n: 4111111111111111 } },
            ],
          },
          { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: V }] },
        ],
      }),
    },
    {
      path: '/v1/messages',
      body: (model) => ({
        model,
        max_tokens: 5,
        messages: [{ role: 'user', content: 'x' }],
        output_config: { format: { type: 'json_schema', schema: { type: 'object', description: V } } },
        mcp_servers: [{ type: 'url', url: `https://x/?${V}`, name: V, authorization_token: V }],
        container: V,
        context_management: { edits: [{ a: V }] },
      }),
    },
  ],
  responses: [
    { input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: V, extra: V }] }] },
    { input: [{ type: 'function_call_output', call_id: 'c', output: [{ type: 'input_text', text: V }] }] },
    {
      input: [
        {
          type: 'reasoning',
          id: 'r',
          summary: [{ type: 'summary_text', text: V }],
          content: [{ type: 'reasoning_text', text: V }],
          encrypted_content: V,
        },
        { role: 'user', content: 'x' },
      ],
    },
    {
      input: [
        { type: 'item_reference', id: V },
        { role: 'user', content: 'x' },
      ],
    },
    {
      input: [
        { type: 'web_search_call', id: 'w', action: { query: V } },
        { role: 'user', content: 'x' },
      ],
    },
    {
      input: [
        { type: 'mcp_call', id: 'w', arguments: V, name: V, server_label: V, output: V },
        { role: 'user', content: 'x' },
      ],
    },
    {
      input: [
        { type: 'custom_tool_call', call_id: 'w', input: V, name: 'n' },
        { type: 'custom_tool_call_output', call_id: 'w', output: V },
      ],
    },
    {
      input: [
        { type: 'local_shell_call', call_id: 'w', action: { command: [V], env: { A: V } } },
        { role: 'user', content: 'x' },
      ],
    },
    {
      input: [
        { type: 'something_new', a: { b: [V] } },
        { role: 'user', content: 'x' },
      ],
    },
    {
      input: [
        {
          type: 'function_call',
          call_id: 'w',
          name: 'n',
          arguments: JSON.stringify({ [V]: V, n: 4111111111111111 }),
        },
        { type: 'function_call_output', call_id: 'w', output: V },
      ],
    },
    { input: 'x', instructions: V, metadata: { a: V }, user: V, prompt_cache_key: V, safety_identifier: V },
    { input: 'x', prompt: { id: 'p', variables: { a: V, b: { type: 'input_text', text: V } } } },
    {
      input: 'x',
      text: {
        format: {
          type: 'json_schema',
          name: 'a',
          schema: { type: 'object', description: V, properties: { [V]: { const: V } } },
        },
      },
    },
    {
      input: 'x',
      tools: [
        { type: 'custom', name: 'a', description: V, format: { type: 'grammar', syntax: 'lark', definition: V } },
      ],
    },
    {
      input: 'x',
      tools: [
        {
          type: 'namespace',
          name: 'a',
          description: V,
          tools: [{ type: 'function', name: 'b', description: V, parameters: {} }],
        },
      ],
    },
    {
      input: [
        {
          role: 'user',
          content: [
            {
              type: 'input_file',
              filename: V,
              file_data: `data:text/plain;base64,${Buffer.from(V).toString('base64')}`,
            },
          ],
        },
      ],
    },
    {
      input: [
        { role: 'user', content: [{ type: 'input_image', image_url: `https://x.example/${encodeURIComponent(V)}` }] },
      ],
    },
  ].map((b) => ({ path: '/v1/responses', body: (model: string) => ({ model, store: false, ...b }) })),
  chat: [
    { messages: [{ role: 'user', content: 'x', name: V }] },
    {
      messages: [
        {
          role: 'assistant',
          content: null,
          tool_calls: [
            {
              id: 'a',
              type: 'function',
              function: { name: 'n', arguments: JSON.stringify({ [V]: V, n: 4111111111111111 }) },
              extra_content: { google: { thought_signature: V, other: V } },
            },
          ],
        },
        { role: 'tool', tool_call_id: 'a', content: V },
      ],
      tools: [
        {
          type: 'function',
          function: { name: 'n', description: V, parameters: { type: 'object', properties: { [V]: { enum: [V] } } } },
        },
      ],
    },
    {
      messages: [{ role: 'user', content: 'x' }],
      response_format: {
        type: 'json_schema',
        json_schema: {
          name: 'n',
          description: V,
          schema: { type: 'object', description: V, properties: { [V]: { const: V } } },
        },
      },
    },
    {
      messages: [{ role: 'user', content: 'x' }],
      stop: [V],
      user: V,
      metadata: { a: V },
      prediction: undefined,
      seed: 1,
      unknown: { a: [V] },
    },
    {
      messages: [
        {
          role: 'user',
          content: [
            {
              type: 'file',
              file: { filename: V, file_data: `data:text/plain;base64,${Buffer.from(V).toString('base64')}` },
            },
          ],
        },
      ],
    },
    {
      messages: [
        { role: 'assistant', content: V, refusal: V, reasoning_content: V, audio: { id: V } },
        { role: 'user', content: 'x' },
      ],
    },
    {
      messages: [
        { role: 'developer', content: [{ type: 'text', text: V }] },
        { role: 'user', content: 'x' },
      ],
    },
  ].map((b) => ({ path: '/v1/chat/completions', body: (model: string) => ({ model, ...b }) })),
}
let stack: GatewayStack

describe.each([
  ['here', '65536'],
  ['in a thread', '0'],
])('of a body that is read %s', (_where, localBodyBytes) => {
  beforeAll(async () => {
    stack = await startGatewayStack((stub) => ({
      LOCAL_BODY_BYTES: localBodyBytes,
      CACHE_TTL_MS: '0',
      ENDPOINTS: JSON.stringify(
        KINDS.map((kind) => ({
          ...{ name: kind, kind, permittedLevel: 7, models: [`over-${kind}`] },
          baseUrl: `${new URL(stub.baseUrl).origin}${BASES[kind] ?? '/v1'}`,
        })),
      ),
    }))
  })
  afterAll(() => stack.stop())

  describe.each(Object.keys(PLACES))('on the wire of %s', (wire) => {
    it.each(KINDS)('no value reaches an endpoint of the kind %s', async (kind) => {
      const token = await stack.tokenFor('alice')
      let asked = 0
      for (const { path, body } of PLACES[wire] ?? []) {
        stack.stub.reset()
        const sent = JSON.stringify(body(`over-${kind}`))
        const answer = await fetch(`${stack.url}${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
          body: sent,
        })
        await answer.text()
        expect(answer.status, sent).toBeLessThan(500)
        for (const { rawBody } of stack.stub.requests) expect(rawBody, sent).not.toMatch(LEAKED)
        asked += stack.stub.requestCount
      }
      // Or nothing was tried.
      expect(asked).toBeGreaterThan(1)
    })
  })
})
