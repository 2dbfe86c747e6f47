import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { embedMany, generateImage, generateText, jsonSchema, Output, stepCountIs, streamText, tool } from 'ai'
import { type Client, type ClientUnderTest, type Connection, ORDER_SCHEMA, type Order } from './client.ts'

type Model = Parameters<typeof generateText>[0]['model']

const schema = jsonSchema<Order>(ORDER_SCHEMA)

function clientOf(model: Model): Client {
  const maxOutputTokens = 100
  return {
    say: async (prompt) => (await generateText({ model, prompt, maxOutputTokens })).text,
    stream: async function* (prompt, abortSignal) {
      // Without a listener it would write its errors to the console; its stream of texts ends with none of them.
      let failure: unknown
      const onError = ({ error }: { error: unknown }) => {
        failure = error
      }
      const asked = { model, prompt, maxOutputTokens, onError, ...(abortSignal && { abortSignal }) }
      yield* streamText(asked).textStream
      if (failure !== undefined) throw failure
    },
    runTool: async (prompt, pay) => {
      const tools = { pay: tool({ inputSchema: schema, execute: (order) => pay(order) }) }
      return (await generateText({ model, prompt, maxOutputTokens, tools, stopWhen: stepCountIs(3) })).text
    },
    parse: async (prompt) =>
      (await generateText({ model, prompt, maxOutputTokens, output: Output.object({ schema }) })).output,
    look: async (prompt, png) => {
      const content = [
        { type: 'text' as const, text: prompt },
        { type: 'image' as const, image: png, mediaType: 'image/png' },
      ]
      return (await generateText({ model, maxOutputTokens, messages: [{ role: 'user', content }] })).text
    },
    continueWith: async (prompt, next) => {
      const first = { role: 'user' as const, content: prompt }
      const { response } = await generateText({ model, maxOutputTokens, messages: [first] })
      const messages = [first, ...response.messages, { role: 'user' as const, content: next }]
      return (await generateText({ model, maxOutputTokens, messages })).text
    },
  }
}

function openAi({ url, token, headers, fetch }: Connection) {
  return createOpenAI({ baseURL: `${url}/v1`, apiKey: token, headers, fetch })
}

/** The AI SDK does not read `x-should-retry`: it tries every error of 500 and above three times unless it is told. */
function extras(provider: ReturnType<typeof openAi>): Pick<Client, 'embed' | 'makePicture'> {
  return {
    embed: async (values) => (await embedMany({ model: provider.embedding('embed'), values: [...values] })).embeddings,
    makePicture: () => generateImage({ model: provider.image('picture'), prompt: 'A cat.', maxRetries: 0 }),
  }
}

export const AI_SDK: readonly ClientUnderTest[] = [
  {
    name: 'ai, `openai(model)`',
    packages: ['ai', '@ai-sdk/openai'],
    open: (connection) => {
      const provider = openAi(connection)
      return { ...clientOf(provider(connection.model)), ...extras(provider) }
    },
  },
  {
    name: 'ai, `openai.chat(model)`',
    packages: ['ai', '@ai-sdk/openai'],
    open: (connection) => {
      const provider = openAi(connection)
      return { ...clientOf(provider.chat(connection.model)), ...extras(provider) }
    },
  },
  {
    name: 'ai, `createOpenAICompatible`',
    packages: ['ai', '@ai-sdk/openai-compatible'],
    open: ({ url, token, model, headers, fetch }) => {
      const options = { name: 'sluice', baseURL: `${url}/v1`, apiKey: token, headers, fetch }
      const provider = createOpenAICompatible({ ...options, supportsStructuredOutputs: true })
      return {
        ...clientOf(provider(model)),
        embed: async (values) =>
          (await embedMany({ model: provider.embeddingModel('embed'), values: [...values] })).embeddings,
        makePicture: () => generateImage({ model: provider.imageModel('picture'), prompt: 'A cat.', maxRetries: 0 }),
      }
    },
  },
  {
    name: 'ai, `anthropic(model)`',
    packages: ['ai', '@ai-sdk/anthropic'],
    open: ({ url, token, model, headers, fetch }) =>
      clientOf(createAnthropic({ baseURL: `${url}/v1`, authToken: token, headers, fetch })(model)),
  },
]
