import { Redis } from 'ioredis'

/**
 * Opens a connection for BullMQ, whose blocking commands may wait for ever, and whose other commands wait for Redis
 * rather than fail (docs.bullmq.io, "Connections").
 *
 * @param connectionName shown by `CLIENT LIST`.
 */
export function openQueueConnection(url: string, connectionName: string, onError: (error: Error) => void): Redis {
  const redis = new Redis(url, {
    connectionName,
    maxRetriesPerRequest: null,
    keepAlive: 5_000,
    retryStrategy: (attempt) => Math.min(100 * attempt, 1_000),
  })
  redis.on('error', onError)
  return redis
}
