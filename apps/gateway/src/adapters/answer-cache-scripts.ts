/*
 * The scripts of the answer cache. The keys of a slot: each answer; `used` (sorted set: answers by their last use);
 * `of:OWNER` (the same for one user); `held` (hash: for each answer its size and owner, and the sums of each owner and
 * of all). An answer that expires before it is dropped stays in the sums until it is asked for, or was not used for as
 * long as answers live: so the sums are never too small, and too large by what one such time wrote at most.
 */

/** What Redis needs for one answer beside its text, in bytes: five entries under its name. Measured. */
const ANSWER_BYTES = 800
/** Answers that one call drops at a bound, and as expired: some 200 microseconds of the server's time each. */
const MAX_DROPPED = 64

const COMMON = `
local base = ARGV[1]
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000000 + tonumber(time[2])

local function add(name, bytes)
  if redis.call('HINCRBY', KEYS[3], name, bytes) <= 0 then redis.call('HDEL', KEYS[3], name) end
end

local function entry_of(name)
  local entry = redis.call('HGET', KEYS[3], 'a:' .. name)
  if entry then return string.match(entry, '^(%d+) (.*)$') end
end

local function drop(name)
  local bytes, owner = entry_of(name)
  redis.call('DEL', base .. name)
  redis.call('ZREM', KEYS[2], name)
  if not bytes then return end
  redis.call('ZREM', base .. 'of:' .. owner, name)
  redis.call('HDEL', KEYS[3], 'a:' .. name)
  add('o:' .. owner, -bytes)
  add('all', -bytes)
end
`

/** KEYS: answer, used, held. ARGV: base, name. The answer, or false. */
export const FIND = `${COMMON}
local answer = redis.call('GET', KEYS[1])
local bytes, owner = entry_of(ARGV[2])
if answer and bytes then
  redis.call('ZADD', KEYS[2], 'XX', now, ARGV[2])
  redis.call('ZADD', base .. 'of:' .. owner, 'XX', now, ARGV[2])
elseif bytes then
  drop(ARGV[2])
end
return answer
`

/** KEYS: answer, used, held. ARGV: base, name. Replies 1, or 0 where there was none. */
export const FORGET = `${COMMON}
local known = redis.call('EXISTS', KEYS[1])
drop(ARGV[2])
return known
`

/**
 * KEYS: answer, used, held. ARGV: base, name, answer, expiry in ms, most bytes of all and of one user, user.
 * Replies 1, or 0 where the answer has no room.
 */
export const STORE = `${COMMON}
local name, ttl, owner = ARGV[2], tonumber(ARGV[4]), ARGV[7]
local most, most_of_one = tonumber(ARGV[5]), tonumber(ARGV[6])
local own = base .. 'of:' .. owner
local bytes = #ARGV[3] + ${ANSWER_BYTES}
drop(name)
if bytes > most or bytes > most_of_one then return 0 end

local function make_room(answers, sum, bound)
  for _ = 1, ${MAX_DROPPED} do
    if tonumber(redis.call('HGET', KEYS[3], sum) or 0) + bytes <= bound then return true end
    local oldest = redis.call('ZRANGE', answers, 0, 0)[1]
    if not oldest then return false end
    drop(oldest)
    redis.call('ZREM', answers, oldest)
  end
  return false
end

local expired = redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', now - ttl * 1000, 'LIMIT', 0, ${MAX_DROPPED})
for _, one in ipairs(expired) do drop(one) end
if not make_room(own, 'o:' .. owner, most_of_one) or not make_room(KEYS[2], 'all', most) then return 0 end
redis.call('SET', KEYS[1], ARGV[3], 'PX', ttl)
redis.call('ZADD', KEYS[2], now, name)
redis.call('ZADD', own, now, name)
redis.call('HSET', KEYS[3], 'a:' .. name, bytes .. ' ' .. owner)
add('o:' .. owner, bytes)
add('all', bytes)
for _, key in ipairs({KEYS[2], KEYS[3], own}) do redis.call('PEXPIRE', key, 2 * ttl) end
return 1
`
