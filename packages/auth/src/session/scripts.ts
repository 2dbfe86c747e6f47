import { createRedisScript } from '../redis/redis-script.ts'

/*
 * A session's record and its pointer live in the slot of their user; scripts make the names of both from the base of
 * the user's keys. Times are Redis's own, one clock for all services.
 */

const COMMON = `
local function now_ms()
  local time = redis.call('TIME')
  return tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end

local function user_is_frozen(marker)
  local state = redis.call('HGET', marker, 'state')
  return state and state ~= 'active'
end
`

/** Anything but `active` refuses, so that a damaged record is no way in. */
const TOUCH = `
local function touch(base, id, idle_ms)
  local record = base .. 'session:' .. id
  local fields = redis.call('HMGET', record, 'state', 'created_at_ms', 'last_seen_ms', 'client', 'name', 'pointer')
  if not fields[1] then return {'missing'} end
  if fields[1] ~= 'active' then return {'frozen'} end
  local now = now_ms()
  redis.call('HSET', record, 'last_seen_ms', now)
  redis.call('PEXPIRE', record, idle_ms)
  local pointer = base .. fields[6]
  if redis.call('GET', pointer) == id then redis.call('PEXPIRE', pointer, idle_ms) end
  return {'active', id, fields[2], string.format('%.0f', now), fields[4], fields[5], fields[3]}
end
`

/** Continues a session by pointer. KEYS: marker, pointer. ARGV: base, idle ms. */
export const continueCurrent = createRedisScript(`${COMMON}${TOUCH}
if user_is_frozen(KEYS[1]) then return {'frozen'} end
local id = redis.call('GET', KEYS[2])
if not id then return {'missing'} end
return touch(ARGV[1], id, ARGV[2])
`)

/** Continues a session by number. KEYS: marker, record. ARGV: base, idle ms, number. */
export const continueNumbered = createRedisScript(`${COMMON}${TOUCH}
if user_is_frozen(KEYS[1]) then return {'frozen'} end
return touch(ARGV[1], ARGV[3], ARGV[2])
`)

/** Takes the next number and notes whose it is. KEYS: sequence. ARGV: owner prefix, owner, index ms. */
export const allocate = createRedisScript(`
local id = redis.call('INCR', KEYS[1])
redis.call('SET', ARGV[1] .. string.format('%.0f', id), ARGV[2], 'PX', ARGV[3])
return id
`)

/**
 * Begins a session, or continues the one that another request has begun meanwhile.
 * KEYS: marker, pointer, record. ARGV: base, idle ms, number, pointer suffix, client, name.
 */
export const begin = createRedisScript(`${COMMON}${TOUCH}
if user_is_frozen(KEYS[1]) then return {'frozen'} end
local current = redis.call('GET', KEYS[2])
if current then
  local found = touch(ARGV[1], current, ARGV[2])
  if found[1] ~= 'missing' then return found end
end
local now = now_ms()
redis.call('HSET', KEYS[3], 'state', 'active', 'version', 0, 'created_at_ms', now, 'last_seen_ms', now,
  'pointer', ARGV[4], 'client', ARGV[5], 'name', ARGV[6])
redis.call('SET', KEYS[2], ARGV[3], 'PX', ARGV[2])
return touch(ARGV[1], ARGV[3], ARGV[2])
`)

/** Reads a session without touching it. KEYS: marker, record. ARGV: number. */
export const inspect = createRedisScript(`${COMMON}
local fields = redis.call('HMGET', KEYS[2], 'state', 'created_at_ms', 'last_seen_ms', 'client', 'name')
if not fields[1] then return {'missing'} end
local state = 'active'
if fields[1] ~= 'active' or user_is_frozen(KEYS[1]) then state = 'frozen' end
return {state, ARGV[1], fields[2], fields[3], fields[4], fields[5], fields[3]}
`)
