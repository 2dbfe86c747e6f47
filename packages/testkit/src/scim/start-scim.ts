import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import express, { type NextFunction, type Request, type Response } from 'express'
import SCIMMYRouters from 'scimmy-routers'
import { listen } from '../system/listen.ts'
import { createScimStore, declareScimResources } from './scim-resources.ts'
import type { ScimOptions, ScimRequest, ScimServer } from './scim-server.ts'

type Tampering = (body: unknown, request: ScimRequest) => unknown

const BASE_PATH = '/scim/v2'
const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User'
const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group'
const PATCH_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

/** Starts a real SCIM 2.0 server (scimmy) on loopback, empty, behind a bearer token. */
export async function startScim(options: ScimOptions = {}): Promise<ScimServer> {
  const { token = randomBytes(16).toString('hex') } = options
  const requests: ScimRequest[] = []
  let tampering: Tampering | undefined
  declareScimResources()
  const store = createScimStore()
  const app = express()
  app.set('query parser', parseQuery)
  app.use((request, response, next) => {
    requests.push({ method: request.method, path: request.originalUrl })
    if (request.method === 'GET' && tampering !== undefined) tamperWith(tampering, request, response)
    next()
  })
  const handler = (request: Request) => {
    if (request.header('authorization') !== `Bearer ${token}`) throw new Error('The token is not valid.')
    return 'tester'
  }
  app.use(BASE_PATH, new SCIMMYRouters({ type: 'bearer', handler, context: () => store }))
  // Express tells which handlers are for errors by their four parameters.
  app.use((_error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    response.status(500).end()
  })
  const server = createServer(app)
  const port = await listen(server, options.port)
  const url = `http://127.0.0.1:${port}${BASE_PATH}`
  const call = createCaller(url, token)
  return {
    url,
    token,
    requests,
    addUser: (user) => call.create('/Users', { schemas: [USER_SCHEMA], active: true, ...user }),
    patchUser: async (id, changes) => {
      const Operations = Object.entries(changes).map(([path, value]) => ({ op: 'replace', path, value }))
      await call.send('PATCH', `/Users/${id}`, { schemas: [PATCH_SCHEMA], Operations })
    },
    deleteUser: (id) => call.send('DELETE', `/Users/${id}`),
    addGroup: (group) => call.create('/Groups', { schemas: [GROUP_SCHEMA], ...group }),
    deleteGroup: (id) => call.send('DELETE', `/Groups/${id}`),
    tamper: (change) => {
      tampering = change
    },
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

/** scimmy pages only where it finds numbers, which no query holds by itself. */
function parseQuery(text: string): Record<string, string | number> {
  const entries = [...new URLSearchParams(text)].map(
    ([name, value]) => [name, name === 'startIndex' || name === 'count' ? Number(value) : value] as const,
  )
  return Object.fromEntries(entries)
}

/** scimmy answers through `send`, once with an object and then, from within, with its text. */
function tamperWith(tampering: Tampering, request: Request, response: Response): void {
  const send = response.send.bind(response)
  response.send = (body: unknown) => {
    response.send = send
    const asJson: unknown = typeof body === 'string' ? body : JSON.parse(JSON.stringify(body))
    const changed = tampering(asJson, { method: request.method, path: request.originalUrl })
    response.type('application/scim+json')
    return send(typeof changed === 'string' ? changed : JSON.stringify(changed))
  }
}

function createCaller(url: string, token: string) {
  const send = async (method: string, path: string, body?: object): Promise<unknown> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' }
    const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) }
    const response = await fetch(`${url}${path}`, init)
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status}: ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }
  return {
    send: async (method: string, path: string, body?: object) => {
      await send(method, path, body)
    },
    create: async (path: string, body: object): Promise<string> => {
      const created = await send('POST', path, body)
      if (typeof created === 'object' && created !== null && 'id' in created && typeof created.id === 'string') {
        return created.id
      }
      throw new Error(`POST ${path} was answered without an id.`)
    },
  }
}
