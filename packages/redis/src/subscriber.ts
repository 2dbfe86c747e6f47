import { Redis } from 'ioredis'

export interface SubscriberOptions {
  readonly channels: readonly [string, ...string[]]
  /** Shown by `CLIENT LIST`. */
  readonly connectionName: string
  readonly onMessage: (channel: string, text: string) => void
  /** Called each time the subscription begins: messages from before may have been missed. */
  readonly onSubscribed?: () => void
  /** Called for each failure of the connection. */
  readonly onError?: (error: Error) => void
}

export interface Subscriber {
  /** True while the connection is open and the server has confirmed the subscription. */
  isSubscribed(): boolean
  close(): void
}

const PING_EVERY_MS = 500
const SILENCE_MS = 2_000
const FIRST_RECONNECT_MS = 25
const LONGEST_RECONNECT_MS = 250

/**
 * Subscribes to channels over a connection of its own. It reconnects for ever when the connection breaks or is silent
 * for 2 seconds. Publish and subscribe stores nothing: a caller that must not miss a message catches up from elsewhere
 * whenever `onSubscribed` is called.
 */
export function createSubscriber(url: string, options: SubscriberOptions): Subscriber {
  const { channels, connectionName, onMessage, onSubscribed, onError } = options
  let subscribed = false
  const redis = new Redis(url, {
    connectionName,
    connectTimeout: SILENCE_MS,
    // Pings keep a living connection from ever being silent for so long.
    socketTimeout: SILENCE_MS,
    keepAlive: 5_000,
    autoResubscribe: false,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(FIRST_RECONNECT_MS * attempt, LONGEST_RECONNECT_MS),
  })
  const onFailure = (error: unknown) => onError?.(error instanceof Error ? error : new Error(String(error)))
  redis.on('error', onFailure)
  redis.on('message', onMessage)
  redis.on('close', () => {
    subscribed = false
  })
  redis.on('ready', () => {
    redis.subscribe(...channels).then(() => {
      subscribed = true
      onSubscribed?.()
    }, onFailure)
  })
  const pings = setInterval(() => {
    if (subscribed) redis.ping().catch(onFailure)
  }, PING_EVERY_MS)
  pings.unref()
  return {
    isSubscribed: () => subscribed,
    close: () => {
      clearInterval(pings)
      redis.disconnect()
    },
  }
}
