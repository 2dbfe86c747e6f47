import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findFreePort, startProcess } from '@sluice/testkit'
import { type GatewaySurroundings, gatewayEnvironment, WITHOUT_QUOTAS } from '../gateway/contenders.ts'
import { PRODUCTION, type Running, type ServiceProcess, startService } from '../services.ts'
import { MODELS } from './models.ts'

/** Starts the model server that all users of the bench ask. */
export async function startModelServer(): Promise<Running<string>> {
  const port = await findFreePort()
  const server = await startProcess({
    name: 'model',
    command: process.execPath,
    args: ['--conditions=@sluice/source', fileURLToPath(new URL('./model-server.ts', import.meta.url)), String(port)],
    env: PRODUCTION,
    readyText: 'ready',
  })
  return { value: `http://127.0.0.1:${port}/v1`, stop: () => server.end() }
}

interface GatewayChoice {
  readonly fromSource: boolean
  readonly checkout: string | undefined
  /** Flags of Node for the gateway in place of its own, as in `NODE_OPTIONS`. */
  readonly nodeOptions?: string | undefined
  /** Lifts the quotas, for load that a few users stand for. */
  readonly withoutQuotas?: boolean
}

/** A gateway with all layers on and the default quotas, whose models are those of the bench. */
export function startBenchGateway(
  around: GatewaySurroundings,
  { fromSource, checkout, nodeOptions, withoutQuotas = false }: GatewayChoice,
): Promise<Running<ServiceProcess>> {
  const limits = withoutQuotas ? WITHOUT_QUOTAS : {}
  const env = {
    ...gatewayEnvironment(around, Object.values(MODELS), limits),
    ...(nodeOptions !== undefined && { NODE_OPTIONS: nodeOptions }),
  }
  return startService({ app: 'gateway', env, fromSource, ...(checkout !== undefined && { checkout }) })
}

/** Resident memory of a process in megabytes: now, and the most since it started (proc(5): VmRSS, VmHWM). */
export function residentMegabytes(pid: number): { readonly now: number; readonly peak: number } {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1')
    const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1_024
    return { now: read('VmRSS'), peak: read('VmHWM') }
  } catch {
    return { now: Number.NaN, peak: Number.NaN }
  }
}
