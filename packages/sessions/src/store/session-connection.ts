import type { Clock } from '@sluice/contracts'
import { createRedis, createSubscriber, type Subscriber, type SubscriberOptions } from '@sluice/redis'
import type { Redis } from 'ioredis'
import { createSessionKeys, type SessionKeys } from './session-keys.ts'

/** How a service reaches the state of sessions that all services share. */
export interface SessionConnection {
  readonly redis: Redis
  /** Opens another connection for commands. The caller disconnects it. */
  readonly open: (connectionName: string) => Redis
  /** Opens a subscription on a connection of its own. */
  readonly subscribe: (options: Omit<SubscriberOptions, 'onError'>) => Subscriber
  readonly keys: SessionKeys
  readonly clock: Clock
  /** Called for each failure that no caller receives as an error. */
  readonly onError: (error: Error) => void
}

interface SessionConnectionOptions extends Pick<SessionConnection, 'redis' | 'clock' | 'onError'> {
  /** The server of `redis`; subscriptions and further connections go to it. */
  readonly redisUrl: string
  /** What every key begins with, as in the session store; `sluice` by default. */
  readonly keyPrefix?: string
}

/** Connects the session gate or the freeze control to Redis. Throws a `TypeError` for a bad key prefix. */
export function connectSessions(options: SessionConnectionOptions): SessionConnection {
  const { redis, redisUrl, clock, keyPrefix, onError } = options
  return {
    redis,
    open: (connectionName) => createRedis(redisUrl, { connectionName, onError }),
    subscribe: (subscription) => createSubscriber(redisUrl, { ...subscription, onError }),
    keys: createSessionKeys(keyPrefix, redis.options.db),
    clock,
    onError,
  }
}
