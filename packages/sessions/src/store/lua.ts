/*
 * Lua that several scripts begin with. The first argument of each script is what all keys begin with. Times are read in
 * Redis, which gives all services one clock.
 */

/** `B` is the base of the keys. The score of a session is its end; that of a frozen session is infinity. */
export const COMMON = `
local B = ARGV[1]

local function text(number)
  return string.format('%.0f', number)
end

local function now_us()
  local time = redis.call('TIME')
  return tonumber(time[1]) * 1000000 + tonumber(time[2])
end

local function now_ms()
  return math.floor(now_us() / 1000)
end

local function user_key(user, name)
  return B .. 'user:' .. user .. ':' .. name
end

local function user_is_frozen(user)
  local state = redis.call('HGET', user_key(user, 'freeze'), 'state')
  return state and state ~= 'active'
end

local function client_is_revoked(user, client)
  local state = redis.call('HGET', user_key(user, 'client:' .. client), 'state')
  return state and state ~= 'active'
end

local function set_end(user, id, ends)
  local sessions = user_key(user, 'sessions')
  redis.call('ZADD', sessions, ends, id)
  redis.call('ZADD', B .. 'ends', ends, id)
  local last = redis.call('ZRANGE', sessions, 0, 0, 'REV', 'WITHSCORES')[2]
  if last == 'inf' then redis.call('PERSIST', sessions)
  else redis.call('PEXPIREAT', sessions, text(tonumber(last))) end
end
`

/** The fields of a session in a reply, which its number precedes. */
export const SESSION_FIELDS = `'tenant', 'sub', 'created_at_ms', 'last_seen_ms', 'client', 'name', 'departments'`
