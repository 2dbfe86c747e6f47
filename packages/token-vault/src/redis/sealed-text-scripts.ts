/*
 * The scripts of sealed texts: remembered answers, and responses that can be continued. The keys of a slot: each text;
 * `used` (sorted set: texts by their last use); `of:OWNER` (the same for one user); `held` (hash: for each text its
 * size, owner and generation, and the sums of each owner and of all); `forgotten:TENANT` (hash: the generation of the
 * tenant, and the oldest that counts, of all its users and of single ones). A text that expires before it is dropped
 * stays in the sums until it is asked for, or was not used for as long as texts live: so the sums are never too small,
 * and too large by what one such time wrote at most.
 */

/** What Redis needs for one text beside itself, in bytes: five entries under its name. `bench cache` measures it. */
const TEXT_BYTES = 1_000
/** Texts that one call drops at a bound, and as expired: some 200 microseconds of the server's time each. */
const MAX_DROPPED = 64
/** Users of a tenant whose forgetting a slot keeps apart; one more, and it forgets the whole tenant. */
const MAX_FORGOTTEN_USERS = 1_000

const COMMON = `
local base = ARGV[1]
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000000 + tonumber(time[2])

local function add(name, bytes)
  if redis.call('HINCRBY', KEYS[3], name, bytes) <= 0 then redis.call('HDEL', KEYS[3], name) end
end

local function entry_of(name)
  local entry = redis.call('HGET', KEYS[3], 'a:' .. name)
  if not entry then return end
  local bytes, owner, since = string.match(entry, '^(%d+) (%S+) ?(%d*)$')
  return bytes, owner, tonumber(since) or 0
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

local function generation_of(tenant, owner)
  local read = redis.call('HMGET', base .. 'forgotten:' .. tenant, 'generation', 'all', owner or '')
  return read[1] or '0', math.max(tonumber(read[2] or 0), tonumber(read[3] or 0))
end
`

/**
 * KEYS: text, used, held. ARGV: base, name, tenant. Replies the text, or false, and the tenant's generation. A text
 * of which no account is left counts as forgotten: nobody knows whose it is.
 */
export const FIND = `${COMMON}
local text = redis.call('GET', KEYS[1])
local bytes, owner, since = entry_of(ARGV[2])
local generation, oldest = generation_of(ARGV[3], owner)
if text and bytes and since >= oldest then
  redis.call('ZADD', KEYS[2], 'XX', now, ARGV[2])
  redis.call('ZADD', base .. 'of:' .. owner, 'XX', now, ARGV[2])
  return {text, generation}
end
if text or bytes then drop(ARGV[2]) end
return {false, generation}
`

/** KEYS: text, used, held. ARGV: base, name. Replies 1, or 0 where there was none. */
export const FORGET = `${COMMON}
local known = redis.call('EXISTS', KEYS[1])
drop(ARGV[2])
return known
`

/**
 * KEYS: forgotten. ARGV: user, or 'all'. Begins a generation that no text of before belongs to. It is the time in
 * microseconds, or one more than the last: so it is greater than every earlier one, also after the loss of all data.
 */
export const FORGET_OWNER = `
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000000 + tonumber(time[2])
local last = tonumber(redis.call('HGET', KEYS[1], 'generation') or 0)
local generation = string.format('%.0f', math.max(now, last + 1))
local of = ARGV[1]
if redis.call('HLEN', KEYS[1]) > ${MAX_FORGOTTEN_USERS} then of = 'all' end
if of == 'all' then redis.call('DEL', KEYS[1]) end
redis.call('HSET', KEYS[1], 'generation', generation, of, generation)
return 1
`

/** KEYS: used, held. Replies how many texts the slot holds, and the sum of their bytes. */
export const MEASURE = `
return {redis.call('ZCARD', KEYS[1]), redis.call('HGET', KEYS[2], 'all') or '0'}
`

/**
 * KEYS: text, used, held. ARGV: base, name, text, expiry in ms, most bytes of all and of one user, user, tenant, the
 * generation that the work on the text began in. Replies 1, or 0 where the text has no room or is forgotten already.
 */
export const STORE = `${COMMON}
local name, ttl, owner = ARGV[2], tonumber(ARGV[4]), ARGV[7]
local most, most_of_one = tonumber(ARGV[5]), tonumber(ARGV[6])
local own = base .. 'of:' .. owner
local since = tonumber(ARGV[9])
local bytes = #ARGV[3] + ${TEXT_BYTES}
local generation, oldest = generation_of(ARGV[8], owner)
if since < oldest or since > tonumber(generation) then return 0 end
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
redis.call('HSET', KEYS[3], 'a:' .. name, bytes .. ' ' .. owner .. ' ' .. ARGV[9])
add('o:' .. owner, bytes)
add('all', bytes)
for _, key in ipairs({KEYS[2], KEYS[3], own}) do redis.call('PEXPIRE', key, 2 * ttl) end
return 1
`

/**
 * KEYS: unused, used, held. ARGV: base, owner, what texts begin with, or nothing. Drops an owner's texts, 64 at most.
 * Replies whether there are more, and how many were dropped.
 */
export const ERASE_OF = `${COMMON}
local names = redis.call('ZRANGE', base .. 'of:' .. ARGV[2], 0, -1)
local dropped = 0
for _, name in ipairs(names) do
  if dropped == ${MAX_DROPPED} then return {1, dropped} end
  if ARGV[3] == '' or redis.call('GETRANGE', base .. name, 0, #ARGV[3] - 1) == ARGV[3] then
    drop(name)
    dropped = dropped + 1
  end
end
return {0, dropped}
`
