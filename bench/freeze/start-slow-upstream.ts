import { fileURLToPath } from 'node:url'
import { findFreePort, startProcess } from '@sluice/testkit'
import { PRODUCTION, type Running, type ServiceProcess } from '../services.ts'

/** Starts the model server whose streams last. */
export async function startSlowUpstream(): Promise<Running<ServiceProcess>> {
  const port = await findFreePort()
  const server = await startProcess({
    name: 'model',
    command: process.execPath,
    args: [fileURLToPath(new URL('./slow-upstream.ts', import.meta.url)), String(port)],
    env: PRODUCTION,
    readyText: 'ready',
  })
  return { value: { origin: `http://127.0.0.1:${port}`, pid: server.pid }, stop: () => server.end() }
}
