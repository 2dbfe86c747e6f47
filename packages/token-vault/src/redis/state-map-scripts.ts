/*
 * The scripts of the Secure State Map. All users of one slot share an account of what is stored there:
 * `bytes` (hash: what each session, each user and all of the slot hold) and `ends` (sorted set: when the last value of
 * a session expires). A script that writes first takes what has expired out of the account. So the account is exact but
 * for the fixed costs per value and session, which are estimates.
 */

/** What Redis needs for one value beside its token and its sealed text, and for one session, in bytes. Measured. */
const VALUE_BYTES = 80
const SESSION_BYTES = 1_200

/** Ended sessions that one write takes out of the account, and at a bound. */
const FORGET = 16
const FORGET_AT_BOUND = 1_000

/**
 * Stores values in the newer of two generations. A generation that is as old as values must be kept becomes the older
 * one, which replaces the one before: so a value is kept for `keep` to twice `keep` after it was last written, and a
 * session that is always in use holds what it used lately. Under a legal hold nothing is replaced, and nothing
 * expires.
 *
 * KEYS: newer generation, older generation, secrets, ends, bytes, marks of holds on the user and the session. ARGV:
 * keep in ms, most bytes of a session, of a user, of all in the slot, session, user, digest of the secret, secret, then
 * token and sealed value in turn.
 * Replies `OK`, or whose bound is reached: `session`, `user` or `all`.
 */
export const WRITE = `
local keep, session, user = tonumber(ARGV[1]), ARGV[5], ARGV[6]
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local is_held = redis.call('EXISTS', KEYS[6], KEYS[7]) > 0

local function account(name, bytes)
  if bytes ~= 0 and redis.call('HINCRBY', KEYS[5], name, bytes) <= 0 then redis.call('HDEL', KEYS[5], name) end
end

local function forget_ended(most)
  local ended = redis.call('ZRANGEBYSCORE', KEYS[4], '-inf', now, 'LIMIT', 0, most)
  for _, name in ipairs(ended) do
    local bytes = tonumber(redis.call('HGET', KEYS[5], name) or 0)
    redis.call('HDEL', KEYS[5], name)
    account(string.match(name, '^[^:]*:[^:]*'), -bytes)
    account('all', -bytes)
  end
  if #ended > 0 then redis.call('ZREM', KEYS[4], unpack(ended)) end
end

local function renew()
  redis.call('ZADD', KEYS[4], is_held and '+inf' or now + keep, session)
  for index = 4, 5 do redis.call('PEXPIRE', KEYS[index], keep) end
  if is_held then
    for index = 1, 3 do redis.call('PERSIST', KEYS[index]) end
  else
    redis.call('PEXPIRE', KEYS[3], keep)
  end
end

forget_ended(${FORGET})
local newer = redis.call('HMGET', KEYS[1], '#since', '#bytes')
if newer[1] and now - tonumber(newer[1]) >= keep and not is_held then
  redis.call('RENAME', KEYS[1], KEYS[2])
  redis.call('PEXPIRE', KEYS[2], keep)
  renew()
  newer = {}
end
local held = tonumber(newer[2] or ${SESSION_BYTES}) + tonumber(redis.call('HGET', KEYS[2], '#bytes') or 0)
local added = 0
for index = 9, #ARGV, 2 do
  if redis.call('HEXISTS', KEYS[1], ARGV[index]) == 0 then
    added = added + #ARGV[index] + #ARGV[index + 1] + ${VALUE_BYTES}
  end
end

local function bound_reached()
  local known = redis.call('HMGET', KEYS[5], session, user, 'all')
  local more = held + added - tonumber(known[1] or 0)
  if held + added > tonumber(ARGV[2]) then return 'session', more end
  if tonumber(known[2] or 0) + more > tonumber(ARGV[3]) then return 'user', more end
  if tonumber(known[3] or 0) + more > tonumber(ARGV[4]) then return 'all', more end
  return nil, more
end

local bound, more = bound_reached()
if bound and added > 0 then
  forget_ended(${FORGET_AT_BOUND})
  bound, more = bound_reached()
  if bound then return bound end
end
redis.call('HSET', KEYS[1], unpack(ARGV, 9))
if not newer[1] then redis.call('HSET', KEYS[1], '#since', string.format('%.0f', now), '#bytes', ${SESSION_BYTES}) end
if added > 0 then redis.call('HINCRBY', KEYS[1], '#bytes', added) end
redis.call('HSET', KEYS[3], ARGV[7], ARGV[8])
for _, name in ipairs({session, user, 'all'}) do account(name, more) end
if not is_held then redis.call('PEXPIRE', KEYS[1], keep) end
renew()
return 'OK'
`

/** KEYS: newer generation, older generation. ARGV: tokens. The newer value of each token, or false. */
export const READ = `
local values = redis.call('HMGET', KEYS[1], unpack(ARGV))
for index, value in ipairs(redis.call('HMGET', KEYS[2], unpack(ARGV))) do
  values[index] = values[index] or value
end
return values
`

/** KEYS: secrets. */
export const SECRETS = `return redis.call('HVALS', KEYS[1])`

/**
 * KEYS: the generation to read, the newer generation. ARGV: cursor, how many at once. Replies the next cursor, then
 * tokens and values in turn, without what the newer generation has too.
 */
export const PAGE = `
local reply = redis.call('HSCAN', KEYS[1], ARGV[1], 'COUNT', ARGV[2])
local page = {reply[1]}
for index = 1, #reply[2], 2 do
  local token = reply[2][index]
  if string.sub(token, 1, 1) ~= '#' and (KEYS[1] == KEYS[2] or redis.call('HEXISTS', KEYS[2], token) == 0) then
    page[#page + 1] = token
    page[#page + 1] = reply[2][index + 1]
  end
end
return page
`
