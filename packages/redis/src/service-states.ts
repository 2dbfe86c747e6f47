import { randomUUID } from 'node:crypto'
import { type Clock, type ServiceState, serviceStateSchema } from '@sluice/contracts'
import type { Redis } from 'ioredis'
import { unexpectedReply } from './dependency-error.ts'
import { createRedisScript } from './redis-script.ts'

/** How often each process says how it does, in milliseconds. */
const PUBLISH_EVERY_MS = 5_000
/** How often it is looked whether the service is built. */
const UNBUILT_MS = 100
/** A process that has said nothing for so long is forgotten, in milliseconds. */
const KEPT_MS = 60_000
/** Processes that are listed. */
const MAX_LISTED = 200
/** Processes that are forgotten in one step. */
const FORGOTTEN_AT_ONCE = 100
/** A longer state is not published, and the log says so. In UTF-16 code units. */
const MAX_LENGTH = 524_288

/** One hash tag: a cluster holds both in one slot. */
const SEEN = 'sluice:{services}:seen'
const STATES = 'sluice:{services}:states'

const TIME = `
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
`

/** KEYS: seen, states. ARGV: id, state. */
const publish = createRedisScript(`${TIME}
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
local gone = redis.call('ZRANGE', KEYS[1], '-inf', now - ${KEPT_MS}, 'BYSCORE', 'LIMIT', 0, ${FORGOTTEN_AT_ONCE})
if #gone > 0 then
  redis.call('ZREM', KEYS[1], unpack(gone))
  redis.call('HDEL', KEYS[2], unpack(gone))
end
redis.call('PEXPIRE', KEYS[1], ${KEPT_MS * 2})
redis.call('PEXPIRE', KEYS[2], ${KEPT_MS * 2})
`)

/** KEYS: seen, states. ARGV: id. */
const withdraw = createRedisScript(`
redis.call('ZREM', KEYS[1], ARGV[1])
redis.call('HDEL', KEYS[2], ARGV[1])
`)

/** KEYS: seen, states. Returns for each process: how long ago it was seen, and its state. The newest come first. */
const read = createRedisScript(`${TIME}
local ids = redis.call('ZRANGE', KEYS[1], 0, ${MAX_LISTED - 1}, 'REV')
local found = {}
for _, id in ipairs(ids) do
  local state = redis.call('HGET', KEYS[2], id)
  if state then
    found[#found + 1] = {now - tonumber(redis.call('ZSCORE', KEYS[1], id)), state}
  end
end
return found
`)

/** A process as it was when it last said how it does. */
export interface SeenService extends ServiceState {
  /** How long ago that was by the clock of Redis, in milliseconds. */
  readonly seenMsAgo: number
}

interface PublishContext {
  readonly service: string
  readonly info: { readonly version: string }
  readonly clock: Clock
  readonly logger: { warn(facts: { readonly err: unknown }, message: string): void }
  readonly health: {
    report(): Promise<{
      readonly status: ServiceState['status']
      readonly checks: Readonly<Record<string, { readonly status: 'up' | 'down' }>>
    }>
  }
  onClose(name: string, hook: () => unknown): void
}

/**
 * Has a process say how it does, every five seconds from now until it closes. Nothing waits for it, and a state that
 * could not be published is followed by the next one.
 *
 * @param describe what gateways add, and those who send to receivers.
 */
export function publishServiceState(
  context: PublishContext,
  redis: Redis,
  describe: () => Pick<ServiceState, 'gateway' | 'receivers'> = () => ({}),
): void {
  const { service, info, clock, logger, health, onClose } = context
  const id = `${service}-${randomUUID()}`
  const startedAtMs = Math.floor(clock.nowMs())
  let hasFailed = false
  let isClosed = false
  let running: Promise<void> = Promise.resolve()

  /** False where the service is not built yet: it has no checks. */
  async function tell(): Promise<boolean> {
    try {
      const { status, checks } = await health.report()
      if (Object.keys(checks).length === 0) return false
      const failing = Object.keys(checks).filter((name) => checks[name]?.status === 'down')
      const state: ServiceState = {
        ...{ service, version: info.version, startedAtMs, status, failing },
        ...describe(),
      }
      const text = JSON.stringify(state)
      if (text.length > MAX_LENGTH) throw new Error('the state is too long')
      if (!isClosed) await publish(redis, [SEEN, STATES], [id, text])
      hasFailed = false
    } catch (err) {
      if (!hasFailed) logger.warn({ err }, 'the state of this service could not be published')
      hasFailed = true
    }
    return true
  }

  const begin = () => {
    running = tell().then((isBuilt) => {
      if (!isClosed) timer = setTimeout(begin, isBuilt ? PUBLISH_EVERY_MS : UNBUILT_MS).unref()
    })
  }
  let timer = setTimeout(begin, 0)
  onClose('state of the service', async () => {
    isClosed = true
    clearTimeout(timer)
    await running
    await withdraw(redis, [SEEN, STATES], [id]).catch(() => undefined)
  })
}

/**
 * The processes that have said how they do in the last minute, at most 200, the newest first. A state that cannot be
 * read, as of another version, is left out. Throws `dependency_unavailable`.
 */
export async function readServiceStates(redis: Redis): Promise<readonly SeenService[]> {
  const reply = await read(redis, [SEEN, STATES], [])
  if (!Array.isArray(reply)) throw unexpectedReply()
  return reply.flatMap((found: unknown) => {
    if (!Array.isArray(found)) throw unexpectedReply()
    const state = serviceStateSchema.safeParse(jsonOf(found[1]))
    return state.success ? [{ ...state.data, seenMsAgo: Number(found[0]) }] : []
  })
}

function jsonOf(text: unknown): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    return undefined
  }
}
