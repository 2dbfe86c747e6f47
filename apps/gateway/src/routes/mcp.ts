import { createRoute, z } from '@hono/zod-openapi'
import { SluiceError } from '@sluice/contracts'
import type { ServiceEnv } from '@sluice/service-kit'
import type { Context } from 'hono'
import { type AdmissionDependencies, type Admitted, admit } from '../admission/admit.ts'
import { type RunDependencies, runAdmitted } from '../admission/run-admitted.ts'
import type { RestoreDependencies } from '../approvals/restore-answer.ts'
import { deliver, sessionHeader } from '../delivery/deliver.ts'
import { jsonResponse } from '../delivery/json-response.ts'
import type { Dependencies } from '../dependencies.ts'
import { McpExchange } from '../protocols/mcp/mcp-exchange.ts'
import { renderMcpError } from '../protocols/mcp/render-error.ts'
import {
  discoverResult,
  heldCall,
  initializeResult,
  refusedCall,
  resultInRevision,
  toolResultOf,
  withMetadata,
} from '../protocols/mcp/results.ts'
import { RPC, RpcFault } from '../protocols/mcp/rpc-fault.ts'
import { heldResult } from './mcp-held.ts'

const message = z.looseObject({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string().optional(),
  params: z.looseObject({}).optional(),
})

const answer = z.looseObject({ jsonrpc: z.literal('2.0'), id: z.union([z.string(), z.number()]).nullable() })

const failed = (description: string) => ({ description, content: { 'application/json': { schema: answer } } })

export const mcpRoute = createRoute({
  method: 'post',
  path: '/mcp/{server}',
  summary: 'Use the tools of a configured MCP server',
  description:
    'Streamable HTTP of the Model Context Protocol, in the revisions 2025-11-25 and 2026-07-28. `tools/list` and ' +
    '`tools/call` pass every layer both ways; other methods of servers are not served.',
  security: [{ bearer: [] }],
  request: {
    params: z.object({ server: z.string() }),
    body: { required: true, content: { 'application/json': { schema: message } } },
  },
  responses: {
    200: { description: 'The answer to a request.', content: { 'application/json': { schema: answer } } },
    202: { description: 'A notification was taken.' },
    400: failed('The message is not valid, or its headers do not say what it says (-32020).'),
    401: failed('The token or key is missing or not valid.'),
    403: failed('The session or the user is frozen, or the origin of a web page is not permitted.'),
    404: failed('No such server, method or session.'),
    413: failed('The message is too large.'),
    429: failed('Too many requests.'),
    503: failed('The gateway cannot answer now.'),
  },
})

type McpDependencies = AdmissionDependencies & RunDependencies & RestoreDependencies & Pick<Dependencies, 'toolLimits'>

/** One message of a client of a tool server. */
export function answerMcp(dependencies: McpDependencies) {
  return async (context: Context<ServiceEnv>): Promise<Response> => {
    context.set('renderError', renderMcpError)
    const header = (name: string) => context.req.header(name)
    requireOwnOrigin(header('origin'), dependencies.toolLimits.allowedOrigins)
    const server = context.req.param('server') ?? ''
    const exchange = new McpExchange(server, header, dependencies.toolLimits.maxRequestBytes)
    const admitted = await admit(dependencies, context, exchange.protocol)
    return await admitted.lifetime.orStopped(respond(dependencies, context, exchange, admitted))
  }
}

/** A web page on another host must not reach a gateway in a browser's network by its name (DNS rebinding). */
function requireOwnOrigin(origin: string | undefined, allowed: readonly string[]): void {
  if (origin === undefined || allowed.includes(origin)) return
  const message = 'Web pages of this origin may not use this address.'
  throw new RpcFault(RPC.serverError, message, { code: 'action_not_permitted' })
}

async function respond(
  dependencies: McpDependencies,
  context: Context<ServiceEnv>,
  exchange: McpExchange,
  admitted: Admitted<'tool-call'>,
): Promise<Response> {
  const said = exchange.message
  if (said.type !== 'request') return await leave(dependencies, admitted, new Response(null, { status: 202 }))
  const { method, params } = said
  const send = (result: object, headers: Readonly<Record<string, string>> = {}) =>
    leave(
      dependencies,
      admitted,
      jsonResponse(
        { jsonrpc: '2.0', id: exchange.id, result: resultInRevision({ ...result }, method, exchange.isStateless) },
        headers,
      ),
    )
  if (method === 'tools/list' || method === 'tools/call') {
    const { approvalId } = exchange
    const use = () =>
      approvalId === undefined
        ? useTools(dependencies, admitted)
        : heldResult(dependencies, context, admitted, approvalId)
    const { result, headers } = await orRefused(admitted, method, use)
    return await send(result, headers)
  }
  if (exchange.isStateless) {
    if (method === 'server/discover') return await send(discoverResult(), sessionHeader(admitted.origin))
  } else {
    if (method === 'ping') return await send({})
    if (method === 'initialize') {
      const headers = { ...sessionHeader(admitted.origin), 'mcp-session-id': String(admitted.origin.session.id) }
      return await send(initializeResult(params.protocolVersion), headers)
    }
  }
  const status = exchange.isStateless ? 404 : 200
  throw new RpcFault(RPC.methodNotFound, 'Only tools/list and tools/call of servers are served here.', { status })
}

/** Nothing leaves for a user who is frozen, or whose freeze nobody would know of. */
async function leave({ gate }: McpDependencies, { runtime }: Admitted, response: Response): Promise<Response> {
  await gate.ensureFresh()
  runtime.signal.throwIfAborted()
  return response
}

interface ToolsResult {
  readonly result: object
  readonly headers: Readonly<Record<string, string>>
}

async function useTools(dependencies: McpDependencies, admitted: Admitted<'tool-call'>): Promise<ToolsResult> {
  const outcome = await runAdmitted(dependencies, admitted)
  const delivery = deliver(outcome, admitted, {
    answer: ({ approvalId, reason }) => heldCall(approvalId, reason.category),
  })
  const result = await toolResultOf(delivery.answer)
  return { result: withMetadata(result, delivery.metadata()), headers: delivery.headers() }
}

/** What is refused of a call is a result, where a model is to read it. */
async function orRefused(
  { origin, observation }: Admitted<'tool-call'>,
  method: string,
  use: () => Promise<ToolsResult>,
): Promise<ToolsResult> {
  try {
    return await use()
  } catch (error) {
    if (error instanceof SluiceError && error.code === 'invalid_request') throw invalidParams(error)
    const result = method === 'tools/call' ? refusedCall(error) : undefined
    if (result === undefined) throw error
    if (error instanceof SluiceError) observation.brokeOff(error)
    return { result, headers: sessionHeader(origin) }
  }
}

/** A tool that its server does not have is an error of the protocol, and none of HTTP. */
function invalidParams({ message }: SluiceError): RpcFault {
  return new RpcFault(RPC.invalidParams, message, { status: 200 })
}

/** Nothing is streamed to clients unasked, and sessions end by themselves. */
export function refuseMcpMethod(): never {
  throw new RpcFault(RPC.serverError, 'This address takes POST only.', { code: 'method_not_allowed' })
}
