import { HumanMessage, ToolMessage } from '@langchain/core/messages'
import { tool } from '@langchain/core/tools'
import { ChatOpenAI, OpenAIEmbeddings } from '@langchain/openai'
import { z } from 'zod'
import type { Client, ClientUnderTest, Connection, Order } from './client.ts'

const orderSchema = z.object({ person: z.string(), card: z.string() })

function clientOf({ url, token, model, headers, fetch }: Connection, useResponsesApi: boolean): Client {
  const configuration = { baseURL: `${url}/v1`, defaultHeaders: headers, fetch }
  const chat = new ChatOpenAI({ model, apiKey: token, configuration, useResponsesApi })
  return {
    say: async (prompt) => (await chat.invoke(prompt)).text,
    stream: async function* (prompt, signal) {
      for await (const chunk of await chat.stream(prompt, signal && { signal })) yield chunk.text
    },
    runTool: async (prompt, pay) => {
      const payTool = tool((order: Order) => JSON.stringify(pay(order)), { name: 'pay', schema: orderSchema })
      const bound = chat.bindTools([payTool])
      const asked = new HumanMessage(prompt)
      const first = await bound.invoke([asked])
      const results = await Promise.all(
        (first.tool_calls ?? []).map(async ({ id = '', args }) => {
          return new ToolMessage({ tool_call_id: id, content: await payTool.invoke(orderSchema.parse(args)) })
        }),
      )
      return (await bound.invoke([asked, first, ...results])).text
    },
    parse: (prompt) => chat.withStructuredOutput(orderSchema, { name: 'order' }).invoke(prompt),
    look: async (prompt, png) => {
      const picture = { type: 'image_url', image_url: { url: `data:image/png;base64,${png}` } }
      return (await chat.invoke([new HumanMessage({ content: [{ type: 'text', text: prompt }, picture] })])).text
    },
    continueWith: async (prompt, next) => {
      const asked = new HumanMessage(prompt)
      return (await chat.invoke([asked, await chat.invoke([asked]), new HumanMessage(next)])).text
    },
    embed: (texts) => new OpenAIEmbeddings({ model: 'embed', apiKey: token, configuration }).embedDocuments([...texts]),
  }
}

export const LANGCHAIN: readonly ClientUnderTest[] = [
  {
    name: '@langchain/openai, `ChatOpenAI`',
    packages: ['@langchain/openai', '@langchain/core'],
    open: (connection) => clientOf(connection, false),
  },
  {
    name: 'the same, `useResponsesApi`',
    packages: ['@langchain/openai', '@langchain/core'],
    open: (connection) => clientOf(connection, true),
  },
]
