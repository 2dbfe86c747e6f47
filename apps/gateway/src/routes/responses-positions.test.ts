import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type GatewayStack, startGatewayStack } from '../testing/test-stack.ts'

let stack: GatewayStack
beforeAll(async () => {
  stack = await startGatewayStack((stub) => ({
    ENDPOINTS: JSON.stringify([
      { name: 'stub', kind: 'openai', baseUrl: stub.baseUrl, permittedLevel: 7, models: ['stub-model'] },
    ]),
    PROVIDER_TOOLS_BY_GROUP: JSON.stringify({ '*': ['brand_new', 'web_search'] }),
  }))
})
afterAll(() => stack.stop())
beforeEach(() => stack.stub.reset())

/** A request with another address at every place that can hold a text. */
function everywhere(padding: string) {
  const planted: string[] = []
  const mail = () => {
    planted.push(`person${planted.length}@mail-${planted.length}.example.org`)
    return planted.at(-1) ?? ''
  }
  const schema = () => ({
    type: 'object',
    title: mail(),
    properties: { [mail()]: { type: 'string', description: mail(), enum: [mail()], default: mail() } },
    required: [mail()],
  })
  const body = {
    model: 'stub-model',
    instructions: `Work for ${mail()}. ${padding}`,
    input: [
      { role: 'user', content: `Write to ${mail()}.` },
      { role: 'system', content: [{ type: 'input_text', text: mail(), note: mail() }] },
      { type: 'message', role: 'developer', content: [{ type: 'input_text', text: mail() }] },
      {
        type: 'message',
        role: 'assistant',
        content: [{ type: 'output_text', text: mail(), annotations: [{ title: mail() }] }],
      },
      { type: 'message', role: 'assistant', content: [{ type: 'refusal', refusal: mail() }] },
      {
        type: 'function_call',
        call_id: 'a',
        name: 'f',
        arguments: JSON.stringify({ [mail()]: [mail(), { deep: mail() }] }),
      },
      { type: 'function_call_output', call_id: 'a', output: JSON.stringify({ rows: [{ [mail()]: mail() }] }) },
      { type: 'function_call', call_id: 'b', name: 'f', arguments: `{"broken": "${mail()}` },
      { type: 'function_call_output', call_id: 'b', output: [{ type: 'input_text', text: mail() }] },
      { type: 'custom_tool_call', call_id: 'c', name: 'c', input: mail() },
      { type: 'custom_tool_call_output', call_id: 'c', output: `Found ${mail()}` },
      {
        type: 'reasoning',
        summary: [{ type: 'summary_text', text: mail() }],
        content: [{ type: 'reasoning_text', text: mail() }],
      },
      { type: 'web_search_call', action: { type: 'search', query: mail() } },
      { type: 'an_item_of_tomorrow', whatever: { [mail()]: [mail()] } },
    ],
    tools: [
      { type: 'function', name: 'f', description: mail(), parameters: schema(), [mail()]: mail() },
      {
        type: 'custom',
        name: 'c',
        description: mail(),
        format: { type: 'grammar', syntax: 'lark', definition: mail() },
      },
      { type: 'brand_new', settings: { [mail()]: mail() } },
      { type: 'web_search', user_location: { type: 'approximate', city: mail() } },
    ],
    tool_choice: { type: 'function', name: 'f', note: mail() },
    text: { format: { type: 'json_schema', name: 'n', description: mail(), schema: schema() } },
    metadata: { [mail()]: mail() },
    user: mail(),
    safety_identifier: mail(),
    prompt_cache_key: mail(),
    reasoning: { effort: 'low', note: mail() },
    service_tier: mail(),
    a_member_of_tomorrow: { [mail()]: [[mail()]] },
  }
  return { body, planted }
}

const answer = z.looseObject({
  output: z.array(z.looseObject({ content: z.array(z.looseObject({ text: z.string() })) })),
})

describe('every place of a request for a response', () => {
  it.each([
    ['short', ''],
    ['long', 'Some words. '.repeat(4_000)],
  ])('is masked on its way out, and comes back to a caller who may see it: a %s one', async (_what, padding) => {
    stack.stub.respondWith(({ rawBody }) => [...new Set(rawBody.match(/EMAIL_ADDRESS_[0-9A-Z]{10}/g))].join(' '))
    const { body, planted } = everywhere(padding)
    const response = await stack.request('alice', '/v1/responses', body)
    expect(response.status).toBe(200)
    expect(stack.stub.lastRequest().rawBody).not.toContain('example.org')
    const { output } = answer.parse(await response.json())
    const seen = new Set(output[0]?.content[0]?.text.split(' '))
    expect(planted.filter((mail) => !seen.has(mail))).toEqual([])
    expect(planted.length).toBeGreaterThan(45)

    const streamed = await (await stack.request('alice', '/v1/responses', { ...body, stream: true })).text()
    const done = streamed.split('\n').find((line) => line.includes('"type":"response.output_text.done"')) ?? ''
    expect(planted.filter((mail) => !done.includes(mail))).toEqual([])
  })

  it('stays masked for a caller who may not see it', async () => {
    const { body, planted } = everywhere('')
    stack.stub.respondWith(({ rawBody }) => rawBody.match(/EMAIL_ADDRESS_[0-9A-Z]{10}/g)?.join(' ') ?? '')
    const strict = await stack.another({ CLEARANCES: '{}' })
    const authorization = `Bearer ${await stack.tokenFor('alice')}`
    const response = await fetch(`${strict.url}/v1/responses`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization },
      body: JSON.stringify(body),
    })
    const { output } = answer.parse(await response.json())
    expect(planted.filter((mail) => JSON.stringify(output).includes(mail))).toEqual([])
    await strict.stop()
  })
})
