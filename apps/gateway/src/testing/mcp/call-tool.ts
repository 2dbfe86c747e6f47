import { z } from 'zod'
import type { Caller, GatewayStack } from '../test-stack.ts'

const answerSchema = z.looseObject({
  id: z.union([z.string(), z.number()]).nullable(),
  result: z
    .looseObject({
      content: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })).optional(),
      structuredContent: z.unknown().optional(),
      isError: z.boolean().optional(),
      tools: z.array(z.looseObject({ name: z.string() })).optional(),
      _meta: z
        .looseObject({
          'sluice/error': z.looseObject({ code: z.string() }).optional(),
          'sluice/service_metadata': z
            .looseObject({ layers_executed: z.array(z.string()), approval_id: z.string().optional() })
            .optional(),
        })
        .optional(),
    })
    .optional(),
  error: z.looseObject({ code: z.number(), message: z.string(), data: z.looseObject({}).optional() }).optional(),
})

/** For tests: messages of JSON-RPC to one tool server behind a gateway, without any client. */
export function toolCaller(stack: () => Pick<GatewayStack, 'request'>, server: string) {
  async function rpc(
    method: string,
    params: object = {},
    caller: Caller = 'alice',
    headers: Record<string, string> = {},
  ) {
    const body = { jsonrpc: '2.0', id: 7, method, params }
    const response = await stack().request(caller, `/mcp/${server}`, body, headers)
    const text = await response.text()
    return { status: response.status, text, headers: response.headers, ...answerSchema.parse(JSON.parse(text)) }
  }
  return {
    rpc,
    /** Calls the tool `look_up` with a text. */
    call: (text: string, caller: Caller = 'alice') =>
      rpc('tools/call', { name: 'look_up', arguments: { text } }, caller),
  }
}
