import { countValues, MAX_TOOL_VALUES, type SluiceError, toolServerModel } from '@sluice/contracts'
import type { LocalRequest } from '@sluice/pipeline'
import type { Protocol } from '../protocol.ts'
import { idOf, isRecord, type McpMessage, readMessage } from './read-message.ts'
import { mcpErrorResponse, type RpcId } from './render-error.ts'
import { isStateless } from './revisions.ts'
import { RPC, RpcFault } from './rpc-fault.ts'

type ToolRequest = LocalRequest & { readonly kind: 'tool-call' }

/** A number of a session, as `initialize` gives it out. */
const SESSION_ID = /^[1-9]\d{0,15}$/
const SESSION_HEADER = 'mcp-session-id'
/** Where a call names the approval that it has waited for. */
const APPROVAL = 'sluice/approval_id'
/** The longest name of a tool, in UTF-16 code units. */
const MAX_NAME_LENGTH = 256

/** What one POST has said on the Model Context Protocol's wire, for those who answer it. */
export class McpExchange {
  /** How this request is read, and how its errors are written: with its id. */
  readonly protocol: Protocol<'tool-call'>
  readonly #server: string
  readonly #header: (name: string) => string | undefined
  #message: McpMessage | undefined
  #id: RpcId = null
  #isStateless = false
  #approvalId: string | undefined

  /**
   * @param server as the caller named it.
   * @param header reads one request header.
   * @param maxBytes the longest body.
   */
  constructor(server: string, header: (name: string) => string | undefined, maxBytes: number) {
    this.#server = server
    this.#header = header
    this.protocol = {
      ...{ name: 'mcp', kind: 'tool-call', credentials: ['authorization', 'api-key', 'x-api-key'] },
      bodyLimit: { maxBytes, variable: 'MCP_MAX_REQUEST_BYTES' },
      session: () => this.#session(),
      parse: (body) => this.#parse(body),
      renderError: (error) => this.#renderError(error),
    }
  }

  /** Throws before the body has been read. */
  get message(): McpMessage {
    if (this.#message === undefined) throw new Error('The body has not been read.')
    return this.#message
  }

  get id(): RpcId {
    return this.#id
  }

  /** The approval of a call that has waited, where its result is asked for. */
  get approvalId(): string | undefined {
    return this.#approvalId
  }

  /** Whether the request is of the revision without sessions. */
  get isStateless(): boolean {
    return this.#isStateless
  }

  /** A client of a revision with sessions names the one that `initialize` gave it. */
  #session(): string | undefined {
    const named = this.#header(SESSION_HEADER)
    if (named === undefined || this.#isStateless) return undefined
    if (SESSION_ID.test(named)) return named
    throw new RpcFault(RPC.sessionNotFound, 'There is no such session.', { code: 'not_found' })
  }

  /** What is not asked of the tools stands for a list of them, and is answered without a look at it. */
  #parse(body: unknown): ToolRequest {
    this.#id = idOf(body)
    const message = readMessage(body)
    this.#message = message
    this.#isStateless = isStateless(message, this.#header)
    const model = toolServerModel(this.#server)
    if (message.type !== 'request' || message.method !== 'tools/call')
      return { kind: 'tool-call', body: { model, method: 'tools/list' } }
    const { name, arguments: given = {}, _meta } = message.params
    const approval = isRecord(_meta) ? _meta[APPROVAL] : undefined
    if (typeof approval === 'string') this.#approvalId = approval
    if (typeof name !== 'string' || name === '' || name.length > MAX_NAME_LENGTH || !isRecord(given))
      throw new RpcFault(RPC.invalidParams, 'params must have a name, and an object as arguments.')
    if (countValues(given, MAX_TOOL_VALUES) > MAX_TOOL_VALUES)
      throw new RpcFault(RPC.invalidParams, `The arguments hold more than ${MAX_TOOL_VALUES} values.`)
    return { kind: 'tool-call', body: { model, method: 'tools/call', name, arguments: given } }
  }

  /** A session that is over, or another's, is a lost one: its client begins another. */
  #renderError(error: SluiceError): Response {
    const isLost = error.code === 'session_not_permitted' && this.#header(SESSION_HEADER) !== undefined
    return mcpErrorResponse(error, this.#id, isLost ? 404 : undefined)
  }
}
