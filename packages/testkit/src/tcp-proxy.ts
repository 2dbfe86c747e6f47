import { connect, createServer, type Socket } from 'node:net'
import { listen } from './system/listen.ts'

interface TcpProxyOptions {
  readonly port?: number
  readonly targetHost?: string
}

export interface TcpProxy {
  readonly port: number
  /** The same URL with the proxy in the place of its server. */
  inFrontOf(url: string): string
  /** Resets every connection and refuses new ones. */
  cut(): void
  /** Lets nothing through either way while connections stay open, as a silent network partition does. */
  freeze(): void
  /** Ends `cut` or `freeze`. */
  restore(): void
  /** Resets every connection and leads new ones to another port, as a failover moves an address. */
  moveTo(targetPort: number): void
  stop(): Promise<void>
}

/** Starts a loopback proxy in front of a port whose traffic a test can interrupt. */
export async function startTcpProxy(targetPort: number, options: TcpProxyOptions = {}): Promise<TcpProxy> {
  const { port, targetHost = '127.0.0.1' } = options
  const sockets = new Set<Socket>()
  let target = targetPort
  let mode: 'open' | 'cut' | 'frozen' = 'open'
  const follow = (socket: Socket, other: Socket) => {
    sockets.add(socket)
    if (mode === 'frozen') socket.pause()
    socket.on('data', (bytes) => {
      if (!other.write(bytes)) socket.pause()
    })
    other.on('drain', () => {
      if (mode === 'open') socket.resume()
    })
    socket.on('end', () => other.end())
    socket.on('error', () => other.destroy())
    socket.on('close', () => {
      sockets.delete(socket)
      other.destroy()
    })
  }
  const server = createServer({ allowHalfOpen: true }, (client) => {
    if (mode === 'cut') {
      client.on('error', () => undefined)
      client.resetAndDestroy()
      return
    }
    const upstream = connect({ port: target, host: targetHost, allowHalfOpen: true })
    follow(client, upstream)
    follow(upstream, client)
  })
  const resetAll = () => {
    for (const socket of sockets) socket.resetAndDestroy()
  }
  const ownPort = await listen(server, port)
  return {
    port: ownPort,
    inFrontOf: (url) => {
      const changed = new URL(url)
      changed.hostname = '127.0.0.1'
      changed.port = String(ownPort)
      return changed.href
    },
    cut: () => {
      mode = 'cut'
      resetAll()
    },
    freeze: () => {
      mode = 'frozen'
      for (const socket of sockets) socket.pause()
    },
    restore: () => {
      mode = 'open'
      for (const socket of sockets) socket.resume()
    },
    moveTo: (port) => {
      target = port
      resetAll()
    },
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      resetAll()
      await closed
    },
  }
}
