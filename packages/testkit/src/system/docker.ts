import { connect } from 'node:net'

const PROBE_TIMEOUT_MS = 1000

/**
 * Says whether a Docker daemon answers at `DOCKER_HOST` or the default socket.
 *
 * Asked before testcontainers is imported, because that import is slow and its failure says little.
 */
export async function isDockerAvailable(): Promise<boolean> {
  const target = dockerTarget(process.env.DOCKER_HOST)
  if (target === undefined) return false
  return await new Promise((resolve) => {
    const socket = connect(target)
    const settle = (available: boolean) => {
      socket.destroy()
      resolve(available)
    }
    socket.setTimeout(PROBE_TIMEOUT_MS, () => settle(false))
    socket.once('connect', () => settle(true))
    socket.once('error', () => settle(false))
  })
}

function dockerTarget(dockerHost: string | undefined): { path: string } | { host: string; port: number } | undefined {
  if (dockerHost === undefined || dockerHost === '') return { path: '/var/run/docker.sock' }
  if (dockerHost.startsWith('unix://')) return { path: dockerHost.slice('unix://'.length) }
  if (!URL.canParse(dockerHost)) return undefined
  const { hostname, port } = new URL(dockerHost)
  return hostname === '' ? undefined : { host: hostname, port: Number(port || 2375) }
}
