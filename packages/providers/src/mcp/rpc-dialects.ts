import type { IncomingHttpHeaders } from 'node:http'
import type { EndpointCall } from '@sluice/pipeline/ports'
import { LRUCache } from 'lru-cache'
import { AnswerFault } from '../answer-fault.ts'
import { headerText } from './param-headers.ts'
import { type RpcConnection, SessionLost } from './rpc-connection.ts'
import type { RpcAnswer } from './rpc-message.ts'

type RepeatedHeaders = Readonly<Record<string, string>>

/** One revision of the protocol, as a client speaks it to one server. */
export interface Dialect {
  /**
   * Sends a request. Rejects as `RpcConnection.request` does, but never with `SessionLost`.
   *
   * @param repeated headers that repeat arguments, where the revision has them.
   */
  request(method: string, params: object, call: EndpointCall, repeated?: RepeatedHeaders): Promise<RpcAnswer>
}

const CLIENT = { name: 'sluice', version: '1' } as const
const NAME_METHODS: ReadonlySet<string> = new Set(['tools/call'])

/**
 * 2026-07-28: each request stands alone and says in its headers what its body says. A client that declares no
 * capabilities is asked for nothing. Source: https://modelcontextprotocol.io/specification/2026-07-28/basic/transports
 */
export function createStatelessDialect(connection: RpcConnection): Dialect {
  const version = '2026-07-28'
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientInfo': CLIENT,
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  let lastId = 0
  return {
    async request(method, params, call, repeated = {}) {
      const named = { 'mcp-method': method, ...nameHeader(method, params) }
      const headers = { ...repeated, 'mcp-protocol-version': version, ...named }
      lastId += 1
      const { answer } = await connection.request({ id: lastId, method, params: { ...params, _meta } }, headers, call)
      return answer
    },
  }
}

function nameHeader(method: string, params: object): Readonly<Record<string, string>> {
  const name: unknown = Reflect.get(params, 'name')
  if (!NAME_METHODS.has(method) || typeof name !== 'string') return {}
  return { 'mcp-name': headerText(name) }
}

/** What a server is asked for, and the older revisions in which it may answer: those with streamable HTTP. */
const WITH_SESSIONS = ['2025-11-25', '2025-06-18', '2025-03-26'] as const
/** Sessions that are remembered; a server whose session is forgotten gets another. */
const MAX_SESSIONS = 10_000
/** The specification: visible ASCII. */
const SESSION_ID = /^[\x21-\x7e]{1,512}$/

type SessionHeaders = Readonly<Record<string, string>>

/**
 * 2025-11-25 and before: a session is agreed upon first. Each session of a user here has its own there, so that
 * nothing that a server keeps in one is seen in another. A session that the server has lost is begun anew, once for
 * each request: the request was not carried out.
 */
export function createSessionDialect(connection: RpcConnection): Dialect {
  const sessions = new LRUCache<string, Promise<SessionHeaders>>({ max: MAX_SESSIONS })
  let lastId = 0

  function sessionOf(key: string, call: EndpointCall): Promise<SessionHeaders> {
    const known = sessions.get(key)
    if (known !== undefined) return known
    const begun = begin(call)
    sessions.set(key, begun)
    begun.catch(() => forget(key, begun))
    return begun
  }

  function forget(key: string, session: Promise<SessionHeaders>): void {
    if (sessions.peek(key) === session) sessions.delete(key)
  }

  async function begin(call: EndpointCall): Promise<SessionHeaders> {
    const params = { protocolVersion: WITH_SESSIONS[0], capabilities: {}, clientInfo: CLIENT }
    lastId += 1
    const { answer, headers } = await connection.request({ id: lastId, method: 'initialize', params }, {}, call)
    const session = readSession(answer, headers)
    await connection.tell({ method: 'notifications/initialized' }, session, call)
    return session
  }

  return {
    async request(method, params, call) {
      const key = `${call.user}\n${call.scope.sessionId}`
      for (let isRepeated = false; ; isRepeated = true) {
        const session = sessionOf(key, call)
        try {
          lastId += 1
          const { answer } = await connection.request({ id: lastId, method, params }, await session, call)
          return answer
        } catch (error) {
          if (!(error instanceof SessionLost)) throw error
          forget(key, session)
          if (isRepeated) throw new AnswerFault('malformed', { cause: error })
        }
      }
    },
  }
}

function readSession(answer: RpcAnswer, headers: IncomingHttpHeaders): SessionHeaders {
  const version = 'result' in answer ? answer.result.protocolVersion : undefined
  const known = WITH_SESSIONS.find((each) => each === version)
  if (known === undefined) throw new AnswerFault('malformed')
  const id = headers['mcp-session-id']
  if (id !== undefined && (typeof id !== 'string' || !SESSION_ID.test(id))) throw new AnswerFault('malformed')
  return { 'mcp-protocol-version': known, ...(id === undefined ? {} : { 'mcp-session-id': id }) }
}
