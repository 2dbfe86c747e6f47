import { Agent, type AgentInputItem, OpenAIProvider, Runner, tool, user } from '@openai/agents'
import { z } from 'zod'
import type { Client, ClientUnderTest, Connection } from './client.ts'
import { openOpenAi } from './openai.ts'

const orderSchema = z.object({ person: z.string(), card: z.string() })

function clientOf(connection: Connection, useResponses: boolean): Client {
  const { model } = connection
  const modelProvider = new OpenAIProvider({ openAIClient: openOpenAi(connection), useResponses })
  // Traces would go to OpenAI.
  const runner = new Runner({ modelProvider, tracingDisabled: true })
  const agent = new Agent({ name: 'clerk', instructions: 'Be kind.', model })
  const say = async (input: string | AgentInputItem[]) => (await runner.run(agent, input)).finalOutput ?? ''
  return {
    say,
    stream: async function* (prompt, signal) {
      const run = await runner.run(agent, prompt, { stream: true, ...(signal && { signal }) })
      yield* run.toTextStream()
      await run.completed
    },
    runTool: async (prompt, pay) => {
      const payTool = tool({
        name: 'pay',
        description: 'Pays.',
        parameters: orderSchema,
        execute: (order) => JSON.stringify(pay(order)),
      })
      return (await runner.run(agent.clone({ tools: [payTool] }), prompt)).finalOutput ?? ''
    },
    parse: async (prompt) => {
      const writer = new Agent({ name: 'writer', instructions: 'Be exact.', model, outputType: orderSchema })
      return (await runner.run(writer, prompt)).finalOutput
    },
    look: (prompt, png) =>
      say([
        user([
          { type: 'input_text', text: prompt },
          { type: 'input_image', image: `data:image/png;base64,${png}` },
        ]),
      ]),
    continueWith: async (prompt, next) => {
      const first = await runner.run(agent, prompt)
      return await say([...first.history, user(next)])
    },
  }
}

export const OPENAI_AGENTS: readonly ClientUnderTest[] = [
  {
    name: '@openai/agents',
    packages: ['@openai/agents'],
    open: (connection) => clientOf(connection, true),
  },
  {
    name: "the same, `setOpenAIAPI('chat_completions')`",
    packages: ['@openai/agents'],
    open: (connection) => clientOf(connection, false),
  },
]
