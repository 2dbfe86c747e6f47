import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Clock, type RunningService, startService } from '@sluice/service-kit'
import type { Environment } from '@sluice/service-kit/environment'
import { z } from 'zod'
import type { SeededIdentity } from '../identity/identities.ts'
import { assessmentService } from '../server.ts'

/** The clients of the specification, by role. */
export const CLIENTS = {
  Executive: 'exec-001',
  ConsultantAdmin: 'admin-001',
  Auditor: 'auditor-001',
} as const satisfies Record<SeededIdentity['role'], string>

/** The whole service on a free port, as its own process would run it. */
export interface TestApi {
  readonly url: string
  readonly service: RunningService
  /** Every log line so far. */
  logged(): Record<string, unknown>[]
  /** A token from the service itself. */
  token(clientId?: string): Promise<string>
  get(path: string, token?: string, headers?: Record<string, string>): Promise<Response>
  post(path: string, body: unknown, token?: string): Promise<Response>
  /** The least that gets past the guard, with any method. */
  call(method: string, path: string, token?: string): Promise<Response>
  stop(): Promise<void>
}

/** Starts the service with a few of its variables set. */
export async function startApi(env: Environment = {}, options: { readonly clock?: Clock } = {}): Promise<TestApi> {
  const lines: string[] = []
  const service = await startService(assessmentService, {
    ...options,
    env: { PORT: '0', DRAIN_TIMEOUT_MS: '500', ...env },
    logDestination: { write: (line) => void lines.push(line) },
  })
  const { url } = service
  const json = { 'content-type': 'application/json' }
  const bearer = (token: string | undefined) => (token === undefined ? {} : { authorization: `Bearer ${token}` })
  return {
    url,
    service,
    logged: () => lines.map((line) => JSON.parse(line)),
    async token(clientId = CLIENTS.ConsultantAdmin) {
      const response = await fetch(`${url}/v1/auth/token`, {
        method: 'POST',
        headers: json,
        body: JSON.stringify({ clientId, secret: 'anything' }),
      })
      return z.object({ token: z.string() }).parse(await response.json()).token
    },
    get: (path, token, headers = {}) => fetch(url + path, { headers: { ...bearer(token), ...headers } }),
    post: (path, body, token) =>
      fetch(url + path, { method: 'POST', headers: { ...json, ...bearer(token) }, body: JSON.stringify(body) }),
    call: (method, path, token) =>
      fetch(url + path, {
        method,
        headers: { ...json, ...bearer(token) },
        ...(method === 'POST' ? { body: '{}' } : {}),
      }),
    stop: () => service.stop(),
  }
}

/** The body of a response, taken for what the test expects of it and then checks. */
export async function readJson<Shape>(response: Response | Promise<Response>): Promise<Shape> {
  return (await (await response).json()) as Shape
}

/** A folder with files in it, to be scanned; removed by the returned function. */
export async function makeProject(files: Readonly<Record<string, string | Uint8Array>>) {
  const path = await mkdtemp(join(tmpdir(), 'sluice-assessment-'))
  for (const [name, content] of Object.entries(files)) {
    const file = join(path, name)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, content)
  }
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}

/** Uses of RSA and AES that any scanner of Java finds. */
export const JAVA_SOURCE = `
import java.security.KeyPairGenerator;
import javax.crypto.Cipher;

class Keys {
  void make() throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(2048);
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
  }
}
`
