import OpenAI from 'openai'
import { zodResponseFormat, zodTextFormat } from 'openai/helpers/zod'
import { z } from 'zod'
import { type Client, type ClientUnderTest, type Connection, ORDER_SCHEMA, type Order } from './client.ts'

const orderSchema = z.object({ person: z.string(), card: z.string() })
const packages = ['openai']

export function openOpenAi({ url, token, headers, fetch }: Connection): OpenAI {
  return new OpenAI({ baseURL: `${url}/v1`, apiKey: token, defaultHeaders: headers, fetch, maxRetries: 2 })
}

const user = (content: OpenAI.ChatCompletionUserMessageParam['content']) => ({ role: 'user' as const, content })

function common(client: OpenAI, model: string): Pick<Client, 'embed' | 'listModels' | 'makePicture'> {
  return {
    embed: async (texts) => {
      const { data } = await client.embeddings.create({ model: 'embed', input: [...texts] })
      return data.map(({ embedding }) => embedding)
    },
    listModels: async () => (await Array.fromAsync(client.models.list())).map(({ id }) => id),
    makePicture: () => client.images.generate({ model, prompt: 'A cat.' }),
  }
}

export const openAiChat: ClientUnderTest = {
  name: 'openai, `chat.completions`',
  packages,
  open: (connection) => {
    const client = openOpenAi(connection)
    const { model } = connection
    const say = async (messages: OpenAI.ChatCompletionMessageParam[]) =>
      (await client.chat.completions.create({ model, messages })).choices[0]?.message.content ?? ''
    return {
      ...common(client, model),
      say: (prompt) => say([user(prompt)]),
      stream: async function* (prompt, signal) {
        const body = { model, messages: [user(prompt)], stream: true as const }
        for await (const { choices } of await client.chat.completions.create(body, { signal })) {
          yield choices[0]?.delta.content ?? ''
        }
      },
      runTool: async (prompt, pay) => {
        const callback = (json: string) => JSON.stringify(pay(JSON.parse(json)))
        const called = { name: 'pay', description: 'Pays.', parameters: ORDER_SCHEMA, function: callback }
        const tools = [{ type: 'function' as const, function: called }]
        return (await client.chat.completions.runTools({ model, messages: [user(prompt)], tools }).finalContent()) ?? ''
      },
      parse: async (prompt) => {
        const response_format = zodResponseFormat(orderSchema, 'order')
        const { choices } = await client.chat.completions.parse({ model, messages: [user(prompt)], response_format })
        return choices[0]?.message.parsed
      },
      look: (prompt, png) =>
        say([
          user([
            { type: 'text', text: prompt },
            { type: 'image_url', image_url: { url: `data:image/png;base64,${png}` } },
          ]),
        ]),
      continueWith: async (prompt, next) => {
        const content = await say([user(prompt)])
        return await say([user(prompt), { role: 'assistant', content }, user(next)])
      },
    }
  },
}

/** The wire before chat: one prompt, one text. */
export const openAiCompletions: ClientUnderTest = {
  name: 'openai, `completions`',
  packages,
  open: (connection) => {
    const client = openOpenAi(connection)
    const { model } = connection
    return {
      ...common(client, model),
      say: async (prompt) => (await client.completions.create({ model, prompt })).choices[0]?.text ?? '',
      stream: async function* (prompt, signal) {
        const body = { model, prompt, stream: true as const }
        for await (const { choices } of await client.completions.create(body, { signal })) yield choices[0]?.text ?? ''
      },
    }
  },
}

export const openAiResponses: ClientUnderTest = {
  name: 'openai, `responses`',
  packages,
  open: (connection) => {
    const client = openOpenAi(connection)
    const { model } = connection
    const say = async (input: string | OpenAI.Responses.ResponseInput) =>
      (await client.responses.create({ model, input })).output_text
    return {
      ...common(client, model),
      say,
      stream: async function* (prompt, signal) {
        for await (const event of client.responses.stream({ model, input: prompt }, { signal })) {
          if (event.type === 'response.output_text.delta') yield event.delta
        }
      },
      runTool: async (prompt, pay) => {
        const tools = [{ type: 'function' as const, name: 'pay', parameters: ORDER_SCHEMA, strict: true }]
        const first = await client.responses.parse({ model, input: prompt, tools })
        const output = first.output.flatMap((item) => {
          if (item.type !== 'function_call') return []
          const order: Order = orderSchema.parse(JSON.parse(item.arguments))
          return { type: 'function_call_output' as const, call_id: item.call_id, output: JSON.stringify(pay(order)) }
        })
        const next = { model, tools, previous_response_id: first.id, input: output }
        return (await client.responses.create(next)).output_text
      },
      parse: async (prompt) => {
        const text = { format: zodTextFormat(orderSchema, 'order') }
        return (await client.responses.parse({ model, input: prompt, text })).output_parsed
      },
      look: (prompt, png) =>
        say([
          {
            role: 'user',
            content: [
              { type: 'input_text', text: prompt },
              { type: 'input_image', image_url: `data:image/png;base64,${png}`, detail: 'auto' },
            ],
          },
        ]),
      continueWith: async (prompt, next) => {
        const { id } = await client.responses.create({ model, input: prompt })
        return (await client.responses.create({ model, input: next, previous_response_id: id })).output_text
      },
    }
  },
}
