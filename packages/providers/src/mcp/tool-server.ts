import { countValues, type Level, MAX_TOOL_VALUES, SluiceError, toolServerModel } from '@sluice/contracts'
import {
  type Answer,
  type EndpointCall,
  EndpointError,
  eventsOf,
  type ModelEndpoint,
  type ModelRequest,
} from '@sluice/pipeline/ports'
import { NoFreeSlot } from '@sluice/service-kit/async'
import { LRUCache } from 'lru-cache'
import { AnswerFault, failureOf, toFault } from '../answer-fault.ts'
import type { ClosableModelEndpoint } from '../http-endpoint.ts'
import { UpstreamWordsFilter } from '../upstream-words.ts'
import { paramHeaders } from './param-headers.ts'
import { RpcConnection } from './rpc-connection.ts'
import { createSessionDialect, createStatelessDialect, type Dialect } from './rpc-dialects.ts'
import type { RpcAnswer } from './rpc-message.ts'
import { MAX_PAGES, MAX_TOOLS, readCallResult, readTools, type ToolDefinition } from './tool-definitions.ts'
import type { ToolServerOptions } from './tool-server-options.ts'

type ToolCall = Extract<ModelRequest, { readonly kind: 'tool-call' }>
type Definitions = ReadonlyMap<string, ToolDefinition>

/** How long a list counts when a tool is called, in milliseconds. */
const LIST_COUNTS_MS = 60_000
/** Tenants whose lists are remembered. */
const MAX_TENANTS = 1_000

/**
 * A server of the Model Context Protocol, as the pipeline asks it. Only its tools are used. A call goes out only to a
 * tool that the server lists, with a definition that is accepted for the tenant.
 *
 * It cannot know whether a tool does what its definition says.
 *
 * @throws {TypeError} if the URL is not an http or https URL.
 */
export function createToolServer(options: ToolServerOptions): ClosableModelEndpoint {
  return new ToolServer(options)
}

class ToolServer implements ClosableModelEndpoint {
  readonly name: string
  readonly permittedLevel: Level
  readonly providerKind: ModelEndpoint['providerKind']
  readonly region: string | undefined
  readonly retentionDays: number | undefined
  readonly models: ModelEndpoint['models']
  readonly #options: ToolServerOptions
  readonly #words: UpstreamWordsFilter
  readonly #connection: RpcConnection
  readonly #dialect: Dialect
  readonly #lists = new LRUCache<string, { readonly tools: Definitions; readonly atMs: number }>({ max: MAX_TENANTS })

  constructor(options: ToolServerOptions) {
    this.name = options.name
    this.permittedLevel = options.permittedLevel
    this.providerKind = options.providerKind
    this.region = options.region
    this.retentionDays = options.retentionDays
    this.models = { chat: [], embeddings: [], tools: [toolServerModel(options.name)] }
    this.#options = options
    this.#words = new UpstreamWordsFilter(options)
    this.#connection = new RpcConnection(options, this.#words)
    this.#dialect =
      options.revision === '2026-07-28'
        ? createStatelessDialect(this.#connection)
        : createSessionDialect(this.#connection)
  }

  async ask(request: ModelRequest, call: EndpointCall): Promise<Answer> {
    if (request.kind !== 'tool-call' || request.remote !== undefined) throw new Error('A tool server has no models.')
    try {
      return await (request.body.method === 'tools/list' ? this.#listTools(call) : this.#callTool(request, call))
    } catch (error) {
      if (call.signal.aborted) throw call.signal.reason
      if (error instanceof EndpointError || error instanceof SluiceError) throw error
      if (error instanceof NoFreeSlot) throw new EndpointError(this.name, { kind: 'busy' }, { cause: error })
      const fault = toFault(error)
      throw new EndpointError(this.name, failureOf(fault, this.#words), { cause: fault })
    }
  }

  load() {
    return this.#connection.load()
  }

  close(): Promise<void> {
    return this.#connection.close()
  }

  /** Tools whose definition has changed are left out until it is accepted. */
  async #listTools(call: EndpointCall): Promise<Answer> {
    const listed = await this.#fetchTools(call)
    const changed = await this.#changed([...listed.values()], call)
    const tools = [...listed.values()].filter(({ name }) => !changed.has(name)).map(({ tool }) => tool)
    return eventsOf([{ type: 'tool_result', result: { tools } }])
  }

  async #callTool({ body: { name = '', arguments: given = {} } }: ToolCall, call: EndpointCall): Promise<Answer> {
    const definition = (await this.#knownTools(call)).get(name) ?? (await this.#fetchTools(call)).get(name)
    if (definition === undefined) throw noSuchTool()
    if ((await this.#changed([definition], call)).size > 0) throw changedTool()
    const repeated = paramHeaders(definition.tool['inputSchema'], given)
    const answer = await this.#dialect.request('tools/call', { name, arguments: given }, call, repeated)
    const result = readCallResult(this.#resultOf(answer))
    const { outputSchema } = definition.tool
    return eventsOf([{ type: 'tool_result', result, ...(outputSchema === undefined ? {} : { outputSchema }) }])
  }

  async #knownTools(call: EndpointCall): Promise<Definitions> {
    const list = this.#lists.get(call.scope.tenant)
    const isFresh = list !== undefined && this.#options.clock.monotonicMs() - list.atMs < LIST_COUNTS_MS
    return isFresh ? list.tools : await this.#fetchTools(call)
  }

  /** All pages. Rejects with `AnswerFault` where there are too many. */
  async #fetchTools(call: EndpointCall): Promise<Definitions> {
    const tools = new Map<string, ToolDefinition>()
    let cursor: string | undefined
    let length = 0
    let values = 0
    for (let page = 1; ; page += 1) {
      const params = cursor === undefined ? {} : { cursor }
      const listed = readTools(this.#resultOf(await this.#dialect.request('tools/list', params, call)))
      for (const each of listed.tools) {
        tools.set(each.name, each)
        length += each.definition.length
        values += countValues(each.tool, MAX_TOOL_VALUES)
      }
      const isShort = length <= this.#options.maxResultBytes && values <= MAX_TOOL_VALUES
      if (!isShort || tools.size > MAX_TOOLS) throw new AnswerFault('malformed')
      cursor = listed.cursor
      if (cursor === undefined) break
      if (page === MAX_PAGES) throw new AnswerFault('malformed')
    }
    this.#lists.set(call.scope.tenant, { tools, atMs: this.#options.clock.monotonicMs() })
    return tools
  }

  async #changed(tools: readonly ToolDefinition[], { scope }: EndpointCall): Promise<ReadonlySet<string>> {
    const { toolDigests, pins } = this.#options
    if (toolDigests === undefined) return await pins.changed(scope.tenant, this.name, tools)
    const isPinned = ({ name, digest }: ToolDefinition) =>
      Object.hasOwn(toolDigests, name) && toolDigests[name] === digest
    return new Set(tools.filter((tool) => !isPinned(tool)).map(({ name }) => name))
  }

  /** Throws what the server says went wrong, and where it wants something of the client first. */
  #resultOf(answer: RpcAnswer): Readonly<Record<string, unknown>> {
    if ('error' in answer) {
      const upstream = this.#words.passing({ message: answer.error.message })
      throw new EndpointError(this.name, { kind: 'status', status: 400, upstream })
    }
    const { resultType } = answer.result
    if (resultType === undefined || resultType === 'complete') return answer.result
    if (resultType === 'input_required') throw inputRequired()
    throw new AnswerFault('malformed')
  }
}

function noSuchTool(): SluiceError {
  const message = 'The server has no such tool.'
  return new SluiceError({ code: 'invalid_request', message, param: 'params.name' })
}

function changedTool(): SluiceError {
  const message = 'The definition of this tool has changed, and an administrator has not accepted it yet.'
  return new SluiceError({ code: 'tool_not_permitted', message, param: 'params.name' })
}

function inputRequired(): SluiceError {
  const message =
    'The server asks for input before it carries this out. What servers ask of clients is not passed on here.'
  return new SluiceError({ code: 'tool_not_permitted', message })
}
