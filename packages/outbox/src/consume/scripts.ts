import { createRedisScript } from '@sluice/redis'
import { REQUIRED_GROUP } from '../required-group.ts'
import { ID_HELPERS } from '../stream-id.ts'

/*
 * What consumers run. All of it goes on where Redis is out of memory: draining is what makes room. Every script that
 * takes or acknowledges entries checks the lease in the same step, so a process that was stopped for a while and goes
 * on can neither take entries from the new holder nor acknowledge them.
 */
const allowOom = true

/**
 * Says that a process serves a group, and for how long. KEYS: members. ARGV: process, milliseconds. Returns all
 * processes that serve it now.
 */
export const JOIN = createRedisScript(
  `${ID_HELPERS}
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now_ms())
redis.call('ZADD', KEYS[1], now_ms() + tonumber(ARGV[2]), ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return redis.call('ZRANGE', KEYS[1], 0, -1)
`,
  { allowOom },
)

/**
 * Takes or keeps the lease of a shard for a group and reads entries, those first that were left by the holder before.
 * Makes the group where there is none. KEYS: stream, lease, when groups were served. ARGV: process, milliseconds of the
 * lease, group, consumer, most entries, `0` for entries that were taken and not acknowledged, or `>` for new ones.
 *
 * Returns nothing where another process has the lease. Else whether the lease is new (1 or 0), the entries as
 * XREADGROUP gives them, and the last id that the stream has given.
 */
export const TAKE = createRedisScript(
  `${ID_HELPERS}
local holder = redis.call('GET', KEYS[2])
if holder and holder ~= ARGV[1] then
  return {}
end
redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[2])
redis.call('HSET', KEYS[3], ARGV[3], string.format('%.0f', now_ms()))
local function read()
  local from = holder and ARGV[6] or '0'
  return redis.pcall('XREADGROUP', 'GROUP', ARGV[3], ARGV[4], 'COUNT', ARGV[5], 'STREAMS', KEYS[1], from)
end
local reply = read()
if type(reply) == 'table' and reply.err and string.find(reply.err, 'NOGROUP', 1, true) then
  redis.call('XGROUP', 'CREATE', KEYS[1], ARGV[3], '0', 'MKSTREAM')
  reply = read()
end
if type(reply) == 'table' and reply.err then
  return reply
end
local last = '0-0'
local facts = redis.call('XINFO', 'STREAM', KEYS[1])
for i = 1, #facts, 2 do
  if facts[i] == 'last-generated-id' then last = facts[i + 1] end
end
return {holder and 0 or 1, reply and reply[1] and reply[1][2] or {}, last}
`,
  { allowOom },
)

/**
 * Prolongs a lease that a process has. KEYS: lease, when groups were served. ARGV: process, milliseconds, group.
 * Returns 1, or 0 where it is lost.
 */
export const RENEW = createRedisScript(
  `${ID_HELPERS}
if redis.call('GET', KEYS[1]) ~= ARGV[1] then
  return 0
end
redis.call('HSET', KEYS[2], ARGV[3], string.format('%.0f', now_ms()))
return redis.call('PEXPIRE', KEYS[1], ARGV[2])
`,
  { allowOom },
)

/** Gives a lease back. KEYS: lease. ARGV: process. */
export const GIVE_LEASE_BACK = createRedisScript(
  `
if redis.call('GET', KEYS[1]) == ARGV[1] then
  redis.call('DEL', KEYS[1])
end
return 0
`,
  { allowOom },
)

/**
 * Takes out of a stream what every group has acknowledged. Nothing leaves while the group that must have everything is
 * not there, or another group would empty the outbox before its first look.
 */
const TRIM = `${ID_HELPERS}
local function trim(stream)
  local first_ms, first_number
  local is_required_there = false
  for _, facts in ipairs(groups_of(stream)) do
    local ms, number
    if facts['name'] == '${REQUIRED_GROUP}' then is_required_there = true end
    if facts['pending'] > 0 then
      ms, number = parse(redis.call('XPENDING', stream, facts['name'])[2])
    else
      ms, number = parse(facts['last-delivered-id'])
      number = number + 1
    end
    if first_ms == nil or ms < first_ms or (ms == first_ms and number < first_number) then
      first_ms, first_number = ms, number
    end
  end
  if is_required_there then
    redis.call('XTRIM', stream, 'MINID', '=', string.format('%.0f-%.0f', first_ms, first_number))
  end
end
`

/**
 * Acknowledges entries for a group, and trims. KEYS: stream, lease. ARGV: process, group, ids. Returns 1, or 0 where
 * the process has lost the lease: then nothing is acknowledged.
 */
export const ACKNOWLEDGE = createRedisScript(
  `${TRIM}
if redis.call('GET', KEYS[2]) ~= ARGV[1] then
  return 0
end
redis.call('XACK', KEYS[1], ARGV[2], unpack(ARGV, 3))
trim(KEYS[1])
return 1
`,
  { allowOom },
)

/**
 * Takes a group away and trims. KEYS: stream, lease, when groups were served. ARGV: group. Returns 1, 0 where there was
 * none, or -1 where a process serves it.
 */
export const DROP_GROUP = createRedisScript(
  `${TRIM}
if redis.call('EXISTS', KEYS[2]) == 1 then
  return -1
end
redis.call('HDEL', KEYS[3], ARGV[1])
if redis.call('EXISTS', KEYS[1]) == 0 then
  return 0
end
local dropped = redis.call('XGROUP', 'DESTROY', KEYS[1], ARGV[1])
trim(KEYS[1])
return dropped
`,
  { allowOom },
)
