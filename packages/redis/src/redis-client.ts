import { defined, withTimeout } from '@sluice/service-kit/async'
import { Redis } from 'ioredis'
import { asDependencyError } from './dependency-error.ts'

interface RedisClientOptions {
  /** The longest that one command may take; 800 by default, so that a request can still be answered within a second. */
  readonly commandTimeoutMs?: number
  /** For one attempt to connect; 1,000 by default. */
  readonly connectTimeoutMs?: number
  /** Shown by `CLIENT LIST`. */
  readonly connectionName?: string
  /** Called with each failure of the connection; commands reject with their own. Without it they are silent. */
  readonly onError?: (error: Error) => void
}

const FIRST_RECONNECT_MS = 50
const LONGEST_RECONNECT_MS = 250

/**
 * Creates a Redis client that fails fast and reconnects by itself. Without a connection a command rejects at once. A
 * command whose connection breaks rejects and is never sent again, because a write that arrives late could undo a newer
 * one. The client reconnects for ever, every 50 to 250 ms. It is not meant for blocking commands and subscriptions.
 */
export function createRedis(url: string, options: RedisClientOptions = {}): Redis {
  const { commandTimeoutMs = 800, connectTimeoutMs = 1_000, connectionName, onError } = options
  const redis = new Redis(url, {
    commandTimeout: commandTimeoutMs,
    connectTimeout: connectTimeoutMs,
    // Without it, a peer that vanished without closing the connection would keep it for minutes.
    socketTimeout: 2 * commandTimeoutMs,
    keepAlive: 5_000,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(FIRST_RECONNECT_MS * attempt, LONGEST_RECONNECT_MS),
    // After a failover the old primary refuses writes: look for the new one.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
    ...defined({ connectionName }),
  })
  redis.on('error', (error) => onError?.(error))
  return redis
}

/** Resolves when Redis answers. Throws `dependency_unavailable`. */
export async function checkRedis(redis: Redis): Promise<void> {
  try {
    await redis.ping()
  } catch (error) {
    throw asDependencyError(error)
  }
}

/**
 * Waits until the client has a connection, because it refuses commands before that.
 * Throws `dependency_unavailable` after `timeoutMs`.
 */
export async function waitForRedis(redis: Redis, timeoutMs: number): Promise<void> {
  if (redis.status === 'ready') return
  const ready = Promise.withResolvers<void>()
  redis.once('ready', ready.resolve)
  try {
    await withTimeout(
      timeoutMs,
      () => ready.promise,
      () => {
        throw asDependencyError(new Error(`no connection to Redis within ${timeoutMs} ms`))
      },
    )
  } finally {
    redis.off('ready', ready.resolve)
  }
}
