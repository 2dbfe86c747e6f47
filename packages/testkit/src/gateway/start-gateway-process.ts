import { fileURLToPath } from 'node:url'
import type { OidcServer, OidcUser } from '../oidc/oidc-server.ts'
import type { StubRequest } from '../stub-model/request-log.ts'
import { type StubModel, startStubModel } from '../stub-model/start-stub-model.ts'
import { findFreePort } from '../system/free-port.ts'
import { type ManagedProcess, startProcess } from '../system/managed-process.ts'

/** From the sources, like everything that tests run; nothing here may import an app, so it is only ever started. */
const MAIN = fileURLToPath(new URL('../../../../apps/gateway/src/main.ts', import.meta.url))
const MODEL = 'stub-model'
const ANSWER = 'one two three four'

/** A stream of a user that the model holds after its first words. */
interface OpenStream {
  /** The model's side of it. */
  readonly upstream: StubRequest
  /** Lets the model go on. */
  release(): void
  /** All that the caller has read by the end, as text; what breaks the connection is thrown. */
  readonly body: Promise<string>
}

/** What a gateway shares with another service. */
interface SharedWithGateway {
  readonly redisUrl: string
  readonly databaseUrl: string
  readonly oidc: OidcServer
}

/** A gateway in a process of its own, with a model. Users become known to the provider when they first ask. */
export interface GatewayProcess {
  readonly process: ManagedProcess
  readonly url: string
  openStream(user: OidcUser): Promise<OpenStream>
  /** A new request of the user, not streamed. */
  ask(user: OidcUser): Promise<Response>
  /** A request whose answer is what the model was asked, and the body that the model got. */
  echo(user: OidcUser, content: string): Promise<{ readonly response: Response; readonly sent: string | undefined }>
  stop(): Promise<void>
}

/** Starts a gateway from its sources, or from another module that is made of them, with variables beside its own. */
export async function startGatewayProcess(
  shared: SharedWithGateway,
  main = MAIN,
  more: Readonly<Record<string, string>> = {},
): Promise<GatewayProcess> {
  const { oidc } = shared
  const [model, port] = await Promise.all([
    startStubModel({ models: [MODEL], reply: { text: ANSWER } }),
    findFreePort(),
  ])
  const gateway = await startProcess({
    name: 'gateway',
    command: process.execPath,
    args: ['--conditions=@sluice/source', '--disable-warning=ExperimentalWarning', main],
    env: { ...environment(shared, model, port), ...more },
    readyText: '"msg":"ready"',
  })
  const ask = async (user: OidcUser, stream: boolean, content = 'Count, please.') => {
    await oidc.setUser(user)
    return await fetch(`http://127.0.0.1:${port}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${await oidc.tokenFor(user.sub)}` },
      body: JSON.stringify({ model: MODEL, stream, messages: [{ role: 'user', content }] }),
    })
  }
  return {
    process: gateway,
    url: `http://127.0.0.1:${port}`,
    openStream: async (user) => {
      const gate = model.pauseAfter(2)
      const response = await ask(user, true)
      if (!response.ok) throw new Error(`the stream was refused: ${response.status} ${await response.text()}`)
      return { upstream: await gate.reached, release: gate.release, body: response.text() }
    },
    ask: (user) => ask(user, false),
    echo: async (user, content) => {
      const before = model.requestCount
      model.respondWith(({ body }) => lastContent(body))
      const response = await ask(user, false, content)
      return { response, sent: model.requestCount > before ? model.lastRequest().rawBody : undefined }
    },
    stop: async () => {
      await gateway.end()
      await model.stop()
    },
  }
}

function lastContent({ messages }: Readonly<Record<string, unknown>>): string {
  const last: unknown = Array.isArray(messages) ? messages.at(-1) : undefined
  return last !== null && typeof last === 'object' && 'content' in last ? String(last.content) : ''
}

function environment({ redisUrl, databaseUrl, oidc }: SharedWithGateway, { baseUrl }: StubModel, port: number) {
  return {
    NODE_OPTIONS: '',
    PORT: String(port),
    REDIS_URL: redisUrl,
    // As the services of tests have it.
    OUTBOX_SHARDS: '1',
    EVIDENCE_MASKS: '128',
    DATABASE_URL: databaseUrl,
    OIDC_ISSUER: oidc.issuer,
    OIDC_AUDIENCE: oidc.audience,
    DATA_KEYS: JSON.stringify({ k1: Buffer.alloc(32, 7).toString('base64') }),
    ENDPOINTS: JSON.stringify([{ name: 'stub', baseUrl, permittedLevel: 7, models: [MODEL] }]),
    CLEARANCES: JSON.stringify({ '*': { level: 7 } }),
    CACHE_TTL_MS: '0',
  }
}
