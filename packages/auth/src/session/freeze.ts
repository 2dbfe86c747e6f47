import { SluiceError } from '@sluice/contracts'
import type { Redis } from 'ioredis'
import { createRedisScript } from '../redis/redis-script.ts'
import { malformedReply, readTexts, readWholeNumber } from './replies.ts'
import type { Cause, SessionState, Transition } from './session-store.ts'

/*
 * The one place where a state changes. A transition is atomic, counts the version up, and asks for nothing but the
 * state it finds; every other script only reads the state, so a write that started before a freeze cannot undo it.
 */

const ENTER = `
local function now_ms()
  local time = redis.call('TIME')
  return tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end

local function enter(key, state, reason, by)
  local found = redis.call('HMGET', key, 'state', 'version', 'changed_at_ms')
  if (found[1] or 'active') == state then return {'unchanged', found[2] or '0', found[3] or '0'} end
  local now = string.format('%.0f', now_ms())
  local version = redis.call('HINCRBY', key, 'version', 1)
  redis.call('HSET', key, 'state', state, 'reason', reason, 'by', by, 'changed_at_ms', now)
  return {'changed', string.format('%.0f', version), now}
end
`

/** KEYS: marker. ARGV: state, reason, by. */
const changeUser = createRedisScript(`${ENTER}
return enter(KEYS[1], ARGV[1], ARGV[2], ARGV[3])
`)

/** A frozen session outlives its idle time-out: waiting frees nobody. KEYS: record. ARGV: ..., base, number, idle ms. */
const changeSession = createRedisScript(`${ENTER}
local pointer = redis.call('HGET', KEYS[1], 'pointer')
if not pointer then return {'missing'} end
local result = enter(KEYS[1], ARGV[1], ARGV[2], ARGV[3])
if result[1] == 'unchanged' then return result end
local keys = {KEYS[1]}
if redis.call('GET', ARGV[4] .. pointer) == ARGV[5] then keys[2] = ARGV[4] .. pointer end
for _, key in ipairs(keys) do
  if ARGV[1] == 'frozen' then redis.call('PERSIST', key) else redis.call('PEXPIRE', key, ARGV[6]) end
end
return result
`)

export interface UserChange {
  readonly marker: string
  readonly state: SessionState
  readonly cause: Cause
}

export interface SessionChange {
  readonly record: string
  readonly base: string
  readonly sessionId: number
  readonly idleTimeoutMs: number
  readonly state: SessionState
  readonly cause: Cause
}

/** Freezes or unfreezes a user. Throws `invalid_request` for a cause out of bounds, `dependency_unavailable`. */
export async function changeUserState(redis: Redis, change: UserChange): Promise<Transition> {
  const { marker, state, cause } = change
  const reply = await changeUser(redis, [marker], [state, ...readCause(cause)])
  return readTransition(reply, state) ?? fail()
}

/** Freezes or unfreezes one session; undefined where there is none. Throws as `changeUserState` does. */
export async function changeSessionState(redis: Redis, change: SessionChange): Promise<Transition | undefined> {
  const { record, base, sessionId, idleTimeoutMs, state, cause } = change
  const reply = await changeSession(redis, [record], [state, ...readCause(cause), base, sessionId, idleTimeoutMs])
  return readTransition(reply, state)
}

function readCause({ reason, by }: Cause): [reason: string, by: string] {
  if (reason === '' || reason.length > 1_000) throw new SluiceError({ code: 'invalid_request', param: 'reason' })
  if (by === '' || by.length > 256) throw new SluiceError({ code: 'invalid_request', param: 'by' })
  return [reason, by]
}

function readTransition(reply: unknown, state: SessionState): Transition | undefined {
  const [outcome, version, atMs] = readTexts(reply, 'freeze')
  if (outcome === 'missing') return undefined
  if (outcome !== 'changed' && outcome !== 'unchanged') return fail()
  return {
    changed: outcome === 'changed',
    state,
    version: readWholeNumber(version, 'freeze'),
    atMs: readWholeNumber(atMs, 'freeze'),
  }
}

function fail(): never {
  throw malformedReply('freeze')
}
