import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Running } from '../services.ts'

/** Spreads new connections over the gateways that are ready, as a Kubernetes Service does. */
interface Balancer {
  readonly origin: string
  /** Adds a gateway that is ready. It is looked at from now on, until it is gone. */
  add(origin: string): void
}

interface Backend {
  readonly origin: string
  isReady: boolean
}

/** A readiness probe of Kubernetes asks less often; a failing one counts at once here. */
const LOOK_EVERY_MS = 250

/**
 * Starts a balancer of connections. It reads nothing of them: a request goes where its connection goes. A connection
 * that a gateway refuses is offered to the next one; nothing else is tried twice.
 */
export async function startBalancer(): Promise<Running<Balancer>> {
  const backends = new Set<Backend>()
  const sockets = new Set<Socket>()
  let turn = 0
  let isOver = false

  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (client) => {
    turn += 1
    const ready = [...backends].filter(({ isReady }) => isReady)
    const order = ready.map((_, index) => ready[(index + turn) % ready.length]?.origin ?? '')
    keep(client)
    join(client, order)
  })

  function keep(socket: Socket): void {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
  }

  function join(client: Socket, [origin, ...others]: readonly string[]): void {
    if (origin === undefined) return void client.resetAndDestroy()
    const { hostname, port } = new URL(origin)
    const upstream = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    const refused = () => join(client, others)
    upstream.once('error', refused)
    upstream.once('connect', () => {
      upstream.off('error', refused)
      keep(upstream)
      client.pipe(upstream)
      upstream.pipe(client)
      client.once('error', () => upstream.destroy())
      // What resets one side resets the other: nobody waits for an answer that does not come.
      upstream.once('error', () => client.resetAndDestroy())
    })
  }

  async function watch(backend: Backend): Promise<void> {
    for (let isGone = false; !isOver && !isGone; await sleep(LOOK_EVERY_MS)) {
      const status = await fetch(`${backend.origin}/health/ready`).then(
        async (response) => {
          await response.body?.cancel()
          return response.status
        },
        () => 0,
      )
      backend.isReady = status === 200
      isGone = status === 0
    }
    backends.delete(backend)
  }

  await once(server.listen(0, '127.0.0.1'), 'listening')
  // A server that listens on a port has such an address.
  const { port } = server.address() as AddressInfo
  return {
    value: {
      origin: `http://127.0.0.1:${port}`,
      add(origin) {
        const backend = { origin, isReady: true }
        backends.add(backend)
        void watch(backend)
      },
    },
    stop: async () => {
      isOver = true
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
