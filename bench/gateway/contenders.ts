import { fileURLToPath } from 'node:url'
import { findFreePort, type ManagedProcess, startProcess } from '@sluice/testkit'
import { PRODUCTION, type Running, startService } from '../services.ts'
import type { Target } from './load.ts'

/** A server under test. */
export interface Contender {
  readonly name: string
  readonly target: Target
  /** The process whose CPU time counts, with its descendants. */
  readonly pid: number
}

/** The model server that all contenders ask. */
export async function startUpstream(): Promise<Running<string>> {
  const port = await findFreePort()
  const server = await startProcess({
    name: 'upstream',
    command: process.execPath,
    args: ['--conditions=@sluice/source', pathOf('./upstream-server.ts'), String(port)],
    env: PRODUCTION,
    readyText: 'ready',
  })
  return { value: `http://127.0.0.1:${port}/v1`, stop: () => server.end() }
}

/** A collector for traces and metrics. */
export async function startCollector(): Promise<Running<string>> {
  const port = await findFreePort()
  const server = await startProcess({
    name: 'collector',
    command: process.execPath,
    args: [pathOf('./collector-server.ts'), String(port)],
    env: PRODUCTION,
    readyText: 'ready',
  })
  return { value: `http://127.0.0.1:${port}`, stop: () => server.end() }
}

export async function startPassThrough(upstream: string): Promise<Running<Contender>> {
  const port = await findFreePort()
  const server = await startProcess({
    name: 'pass-through',
    command: process.execPath,
    args: [pathOf('./pass-through-server.ts'), String(port), upstream],
    env: PRODUCTION,
    readyText: 'ready',
  })
  return asContender('hono + undici pass-through', port, { authorization: 'Bearer x' }, server)
}

export interface GatewaySurroundings {
  readonly redisUrl: string
  readonly databaseUrl: string
  readonly issuer: string
  readonly audience: string
  readonly token: string
  readonly upstream: string
}

/** What load of one user needs beyond the defaults: no quotas, and more than the connections that one user may hold. */
export const WITHOUT_QUOTAS = {
  QUOTAS: JSON.stringify({
    default: { openExchanges: null, requestsPerMinute: null, refusalsPerMinute: null, bytesInFlight: null },
  }),
  UPSTREAM_MAX_CONNECTIONS: '4096',
}

/** What a bench says beside its figures of a gateway with this environment. */
export const WITHOUT_QUOTAS_NOTE =
  'All load is of one user, who has no quotas here (QUOTAS) and may hold more connections (UPSTREAM_MAX_CONNECTIONS).'

/** The keys that services of a bench seal and open with. */
export const DATA_KEYS = JSON.stringify({ bench: Buffer.alloc(32, 1).toString('base64') })

/** The environment of a gateway with all layers on. `limits` are those of its users; without them there are none. */
export function gatewayEnvironment(
  around: GatewaySurroundings,
  models = ['stub-model'],
  limits: Readonly<Record<string, string>> = WITHOUT_QUOTAS,
): Record<string, string> {
  return {
    REDIS_URL: around.redisUrl,
    DATABASE_URL: around.databaseUrl,
    OIDC_ISSUER: around.issuer,
    OIDC_AUDIENCE: around.audience,
    DATA_KEYS,
    CLEARANCES: JSON.stringify({ '*': { level: 7 } }),
    ...limits,
    ENDPOINTS: JSON.stringify([{ name: 'stub', baseUrl: around.upstream, apiKey: 'x', permittedLevel: 7, models }]),
  }
}

/** This gateway as it is built, with all layers on and its usual log level. */
export async function startGateway(
  around: GatewaySurroundings,
  { fromSource = false, env = {} }: { readonly fromSource?: boolean; readonly env?: Record<string, string> } = {},
): Promise<Running<Contender>> {
  const { value, stop } = await startService({
    app: 'gateway',
    env: { ...gatewayEnvironment(around), ...env },
    fromSource,
  })
  const headers = { authorization: `Bearer ${around.token}` }
  return { value: { name: 'sluice, all layers', target: { origin: value.origin, headers }, pid: value.pid }, stop }
}

function asContender(
  name: string,
  port: number,
  headers: Readonly<Record<string, string>>,
  server: ManagedProcess,
): Running<Contender> {
  return {
    value: { name, target: { origin: `http://127.0.0.1:${port}`, headers }, pid: server.pid },
    stop: () => server.end(),
  }
}

function pathOf(relative: string): string {
  return fileURLToPath(new URL(relative, import.meta.url))
}
