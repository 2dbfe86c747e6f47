import { setTimeout as sleep } from 'node:timers/promises'
import { startOwnRedis, startTcpProxy } from '@sluice/testkit'
import { Redis } from 'ioredis'
import { ending } from '../events/stage.ts'
import type { Keep } from '../services.ts'

/** A primary and its replicas behind one address. */
interface RedisGroup {
  /** The address that services know. */
  readonly url: string
  /** Ends the primary with SIGKILL. */
  killPrimary(): Promise<void>
  /**
   * Makes the replica that has most of it the primary, as Sentinel does, lets the others follow it, and moves the
   * address to it.
   */
  failOver(): Promise<void>
}

interface Replica {
  readonly port: number
  readonly client: Redis
}

/** With one, nothing would confirm what the new primary takes. */
const REPLICAS = 2
const LOOK_EVERY_MS = 50
const SYNC_TIMEOUT_MS = 30_000

/** Starts all. The address is moved as the runbook asks, by a proxy here; services know none of the servers. */
export async function startRedisGroup(keep: Keep): Promise<RedisGroup> {
  const primary = keep(ending(await startOwnRedis({ sources: ['binary'] })))
  const replicas: Replica[] = []
  for (let count = 0; count < REPLICAS; count += 1) {
    const { url, port } = keep(ending(await startOwnRedis({ sources: ['binary'] })))
    const client = new Redis(url)
    client.on('error', () => undefined)
    keep({ value: client, stop: async () => client.disconnect() })
    await client.replicaof('127.0.0.1', primary.port)
    replicas.push({ port, client })
  }
  await Promise.all(replicas.map(untilInStep))
  const address = keep(ending(await startTcpProxy(primary.port)))
  return {
    url: address.inFrontOf(primary.url),
    killPrimary: () => primary.kill(),
    failOver: async () => {
      const offsets = await Promise.all(replicas.map(offsetOf))
      const chosen = replicas[offsets.indexOf(Math.max(...offsets))]
      if (chosen === undefined) throw new Error('There is no replica.')
      await chosen.client.replicaof('NO', 'ONE')
      const others = replicas.filter((replica) => replica !== chosen)
      await Promise.all(others.map(({ client }) => client.replicaof('127.0.0.1', chosen.port)))
      address.moveTo(chosen.port)
    },
  }
}

async function offsetOf({ client }: Replica): Promise<number> {
  return Number(/^slave_repl_offset:(\d+)/m.exec(await client.info('replication'))?.[1])
}

async function untilInStep({ client }: Replica): Promise<void> {
  const startedMs = performance.now()
  while (!(await client.info('replication')).includes('master_link_status:up')) {
    if (performance.now() - startedMs > SYNC_TIMEOUT_MS) throw new Error('A replica did not get in step.')
    await sleep(LOOK_EVERY_MS)
  }
}
