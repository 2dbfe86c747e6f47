import { createRedisScript, type RedisScript } from '@sluice/redis'
import { SUSPICION_FIELD } from '../suspicion/suspicion-script.ts'
import { COMMON, SESSION_FIELDS } from './lua.ts'

/**
 * Restarts the idle time of a session. A record of another user counts as missing. Any state but `active` is refused,
 * so that a damaged record admits no request. A session without a secret gets the one that is offered.
 */
const TOUCH = `
local function touch(id, user, tenant, sub, idle_ms, departments, offered)
  local record = B .. 'session:' .. id
  local fields = redis.call('HMGET', record, 'state', 'pointer', ${SESSION_FIELDS}, 'secret', '${SUSPICION_FIELD}')
  if not fields[1] or fields[3] ~= tenant or fields[4] ~= sub then return {'missing'} end
  if fields[1] ~= 'active' then return {'frozen'} end
  local now = now_ms()
  local secret = fields[10]
  if not secret or secret == '' then secret = offered end
  redis.call('HSET', record, 'last_seen_ms', now, 'departments', departments, 'secret', secret)
  redis.call('PEXPIRE', record, idle_ms)
  if fields[2] and redis.call('GET', fields[2]) == id then redis.call('PEXPIRE', fields[2], idle_ms) end
  set_end(user, id, now + idle_ms)
  return {'active', id, tenant, sub, fields[5], text(now), fields[7], fields[8], departments, secret, fields[11] or ''}
end
`

/** Removes up to eight ended sessions for each one that begins, which bounds the indexes. */
const FORGET_ENDED = `
local function forget_ended(user, now)
  redis.call('ZREMRANGEBYSCORE', user_key(user, 'sessions'), '-inf', now)
  local ended = redis.call('ZRANGEBYSCORE', B .. 'ends', '-inf', now, 'LIMIT', 0, 8)
  if #ended > 0 then
    redis.call('ZREM', B .. 'ends', unpack(ended))
    redis.call('ZREM', B .. 'index', unpack(ended))
  end
end
`

/**
 * The number of a session is the time in microseconds, or one more than the last number. So none is given again where
 * Redis has lost the last number, or has gone back to an older one. Doubles hold it exactly until the year 2255.
 */
const NEXT_NUMBER = `
local function next_number()
  local last = tonumber(redis.call('GET', B .. 'sequence') or 0)
  local number = text(math.max(last + 1, now_us()))
  redis.call('SET', B .. 'sequence', number)
  return number
end
`

/**
 * Continues a session by number. KEYS: record. ARGV: base, user, tenant, sub, idle ms, departments, secret, number,
 * part of the client.
 */
export const continueNumbered: RedisScript = createRedisScript(`${COMMON}${TOUCH}
if user_is_frozen(ARGV[2]) then return {'frozen'} end
if client_is_revoked(ARGV[2], ARGV[9]) then return {'revoked'} end
return touch(ARGV[8], ARGV[2], ARGV[3], ARGV[4], tonumber(ARGV[5]), ARGV[6], ARGV[7])
`)

/**
 * Continues the current session of a client and name, or begins one.
 * KEYS: pointer. ARGV: base, user, tenant, sub, idle ms, departments, secret, client, name, most sessions,
 * part of the client.
 */
export const continueOrBegin: RedisScript = createRedisScript(`${COMMON}${TOUCH}${FORGET_ENDED}${NEXT_NUMBER}
local user, tenant, sub, idle_ms, departments, secret = ARGV[2], ARGV[3], ARGV[4], tonumber(ARGV[5]), ARGV[6], ARGV[7]
if user_is_frozen(user) then return {'frozen'} end
if client_is_revoked(user, ARGV[11]) then return {'revoked'} end
local current = redis.call('GET', KEYS[1])
if current then
  local found = touch(current, user, tenant, sub, idle_ms, departments, secret)
  if found[1] ~= 'missing' then return found end
end
local now = now_ms()
forget_ended(user, now)
if redis.call('ZCARD', user_key(user, 'sessions')) >= tonumber(ARGV[10]) then return {'too-many'} end
local id = next_number()
redis.call('HSET', B .. 'session:' .. id, 'state', 'active', 'version', 0, 'user', user, 'tenant', tenant,
  'sub', sub, 'created_at_ms', now, 'last_seen_ms', now, 'pointer', KEYS[1], 'client', ARGV[8], 'name', ARGV[9])
redis.call('SET', KEYS[1], id, 'PX', idle_ms)
redis.call('ZADD', B .. 'index', id, id)
return touch(id, user, tenant, sub, idle_ms, departments, secret)
`)

const DESCRIBE = `
local FREEZE_STATE = {'state', 'version', 'changed_at_ms', 'reason', 'by'}

local function freeze_state(key)
  local fields = redis.call('HMGET', key, unpack(FREEZE_STATE))
  for index = 1, #FREEZE_STATE do fields[index] = fields[index] or '' end
  return fields
end

local function describe(id)
  local record = B .. 'session:' .. id
  local user = redis.call('HGET', record, 'user')
  if not user then return nil end
  local fields = redis.call('HMGET', record, ${SESSION_FIELDS})
  for index = 1, 7 do fields[index] = fields[index] or '' end
  return {id, fields, freeze_state(record), freeze_state(user_key(user, 'freeze'))}
end
`

/** Reads a session and leaves its idle time as it is. KEYS: record. ARGV: base, number. */
export const inspect: RedisScript = createRedisScript(`${COMMON}${DESCRIBE}
return describe(ARGV[2]) or {}
`)

/** Reads the freeze state of a user and counts the sessions. KEYS: marker. ARGV: base, user. */
export const inspectUser: RedisScript = createRedisScript(`${COMMON}${DESCRIBE}
return {freeze_state(KEYS[1]), redis.call('ZCOUNT', user_key(ARGV[2], 'sessions'), '(' .. text(now_ms()), '+inf')}
`)

/** Says what stops a user and client. KEYS: the user's marker. ARGV: base, user, part of the client. */
export const inspectClient: RedisScript = createRedisScript(`${COMMON}
if user_is_frozen(ARGV[2]) then return 'frozen' end
return client_is_revoked(ARGV[2], ARGV[3]) and 'revoked' or 'active'
`)

/**
 * Reads one chunk of all sessions, the newest first. Replies with the number to continue below, and the sessions.
 * KEYS: index. ARGV: base, below (exclusive, or `+inf`), chunk size.
 */
export const list: RedisScript = createRedisScript(`${COMMON}${DESCRIBE}
local ids = redis.call('ZREVRANGEBYSCORE', KEYS[1], ARGV[2], '-inf', 'LIMIT', 0, ARGV[3])
local found = {}
for _, id in ipairs(ids) do
  local session = describe(id)
  if session then found[#found + 1] = session end
end
return {#ids == tonumber(ARGV[3]) and ids[#ids] or '', found}
`)

/** Reads one chunk of a user's sessions as `list` does. KEYS: the user's index. ARGV: base, below, chunk size. */
export const listOfUser: RedisScript = createRedisScript(`${COMMON}${DESCRIBE}
local below, most = tonumber(ARGV[2]) or math.huge, tonumber(ARGV[3])
local ids = redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. text(now_ms()), '+inf')
table.sort(ids, function(left, right) return tonumber(left) > tonumber(right) end)
local found, last = {}, ''
for _, id in ipairs(ids) do
  if tonumber(id) < below then
    if #found == most then return {last, found} end
    local session = describe(id)
    if session then
      found[#found + 1] = session
      last = id
    end
  end
end
return {'', found}
`)
