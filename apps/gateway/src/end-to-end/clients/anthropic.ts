import Anthropic from '@anthropic-ai/sdk'
import { betaTool } from '@anthropic-ai/sdk/helpers/beta/json-schema'
import { jsonSchemaOutputFormat } from '@anthropic-ai/sdk/helpers/json-schema'
import { type ClientUnderTest, ORDER_SCHEMA } from './client.ts'

export const anthropicMessages: ClientUnderTest = {
  name: '@anthropic-ai/sdk',
  packages: ['@anthropic-ai/sdk'],
  open: ({ url, token, model, headers, fetch }) => {
    const client = new Anthropic({ baseURL: url, authToken: token, apiKey: null, defaultHeaders: headers, fetch })
    const max_tokens = 100
    const user = (content: Anthropic.MessageParam['content']) => ({ role: 'user' as const, content })
    const textOf = ({ content }: { content: readonly { type: string; text?: string }[] }) =>
      content.flatMap(({ type, text }) => (type === 'text' ? (text ?? '') : '')).join('')
    const say = async (...messages: Anthropic.MessageParam[]) =>
      textOf(await client.messages.create({ model, max_tokens, messages }))
    return {
      say: (prompt) => say(user(prompt)),
      stream: async function* (prompt, signal) {
        const body = { model, max_tokens, messages: [user(prompt)] }
        for await (const event of client.messages.stream(body, { signal })) {
          if (event.type === 'content_block_delta' && event.delta.type === 'text_delta') yield event.delta.text
        }
      },
      runTool: async (prompt, pay) => {
        const tool = betaTool({
          name: 'pay',
          description: 'Pays.',
          inputSchema: ORDER_SCHEMA,
          run: ({ person, card }) => JSON.stringify(pay({ person: String(person), card: String(card) })),
        })
        return textOf(
          await client.beta.messages.toolRunner({ model, max_tokens, messages: [user(prompt)], tools: [tool] }),
        )
      },
      parse: async (prompt) => {
        const output_config = { format: jsonSchemaOutputFormat(ORDER_SCHEMA) }
        const body = { model, max_tokens, messages: [user(prompt)], output_config }
        return (await client.messages.parse(body)).parsed_output
      },
      look: (prompt, png) =>
        say(
          user([
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } },
            { type: 'text', text: prompt },
          ]),
        ),
      continueWith: async (prompt, next) => {
        const { content } = await client.messages.create({ model, max_tokens, messages: [user(prompt)] })
        return await say(user(prompt), { role: 'assistant', content }, user(next))
      },
      listModels: async () => (await Array.fromAsync(client.models.list())).map(({ id }) => id),
      makePicture: () => client.messages.batches.list(),
    }
  },
}
