import { isRecord, type McpMessage } from './read-message.ts'
import { RPC, RpcFault } from './rpc-fault.ts'

/** The revision in which each request stands alone. */
export const STATELESS = '2026-07-28'
/** Revisions with streamable HTTP that begin with `initialize`, the newest first. */
export const WITH_HANDSHAKE = ['2025-11-25', '2025-06-18', '2025-03-26'] as const

const SUPPORTED = [STATELESS, ...WITH_HANDSHAKE]

const VERSION = 'io.modelcontextprotocol/protocolVersion'
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities'
const BASE64 = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/

type ReadHeader = (name: string) => string | undefined
type Request = McpMessage & { readonly type: 'request' }

/**
 * Whether a message is of the revision without sessions, by its envelope or its header. Its headers must say what its
 * body says: who routes by headers and who reads the body must see the same request (SEP-2243).
 *
 * @throws RpcFault where they do not, where the revision is not known, or where the envelope is incomplete.
 */
export function isStateless(message: McpMessage, header: ReadHeader): boolean {
  const named = header('mcp-protocol-version')
  if (message.type !== 'request') return named === STATELESS
  const meta = isRecord(message.params._meta) ? message.params._meta : {}
  const claimed = meta[VERSION]
  if (claimed === undefined && named !== STATELESS) {
    if (named !== undefined && !WITH_HANDSHAKE.some((each) => each === named)) throw unsupported(named)
    return false
  }
  if (claimed === undefined) throw incomplete(VERSION)
  if (named === undefined) throw mismatch('The header MCP-Protocol-Version is missing.')
  if (claimed !== named) throw mismatch('The header MCP-Protocol-Version and the body name different revisions.')
  if (claimed !== STATELESS) throw unsupported(named)
  if (!isRecord(meta[CAPABILITIES])) throw incomplete(CAPABILITIES)
  requireSameMethod(message, header)
  return true
}

function requireSameMethod({ method, params }: Request, header: ReadHeader): void {
  const named = header('mcp-method')
  if (named === undefined) throw mismatch('The header Mcp-Method is missing.')
  if (named !== method) throw mismatch('The header Mcp-Method and the body name different methods.')
  const name = method === 'tools/call' || method === 'prompts/get' ? params.name : params.uri
  if (typeof name !== 'string') return
  const given = header('mcp-name')
  if (given === undefined) throw mismatch('The header Mcp-Name is missing.')
  if (decoded(given.trim()) !== name) throw mismatch('The header Mcp-Name and the body name different things.')
}

/** A name that no header can hold comes in base64. Undefined where that is none. */
function decoded(value: string): string | undefined {
  const base64 = BASE64.exec(value)?.[1]
  if (base64 === undefined) return value.startsWith('=?base64?') ? undefined : value
  const text = Buffer.from(base64, 'base64').toString('utf8')
  return Buffer.from(text).toString('base64') === base64 ? text : undefined
}

function mismatch(message: string): RpcFault {
  return new RpcFault(RPC.headerMismatch, message)
}

function incomplete(key: string): RpcFault {
  return new RpcFault(RPC.invalidParams, `params._meta lacks ${key}.`)
}

function unsupported(requested: string): RpcFault {
  const message = 'This revision of the protocol is not spoken here.'
  const data = { supported: SUPPORTED, requested: requested.slice(0, 64) }
  return new RpcFault(RPC.unsupportedVersion, message, { data })
}
