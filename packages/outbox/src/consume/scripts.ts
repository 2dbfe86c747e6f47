import { createRedisScript } from '@sluice/redis'

/**
 * Takes the lease of a shard for one group, or prolongs it. KEYS: lease. ARGV: holder, milliseconds. Returns 1 for the
 * holder, else 0.
 */
export const TAKE_LEASE = createRedisScript(`
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then
  return 0
end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
`)

/** Gives a lease back. KEYS: lease. ARGV: holder. */
export const GIVE_LEASE_BACK = createRedisScript(`
if redis.call('GET', KEYS[1]) == ARGV[1] then
  redis.call('DEL', KEYS[1])
end
return 0
`)

/**
 * Acknowledges entries for a group, and takes out of the stream what every group has acknowledged. A group that nobody
 * serves keeps everything. KEYS: stream. ARGV: group, ids. Returns the entries that are left.
 */
export const ACKNOWLEDGE = createRedisScript(`
redis.call('XACK', KEYS[1], ARGV[1], unpack(ARGV, 2))

local function parse(id)
  local ms, seq = string.match(id, '^(%d+)-(%d+)$')
  return tonumber(ms), tonumber(seq)
end

local first_ms, first_seq
for _, group in ipairs(redis.call('XINFO', 'GROUPS', KEYS[1])) do
  local facts = {}
  for i = 1, #group, 2 do facts[group[i]] = group[i + 1] end
  local ms, seq
  if facts['pending'] > 0 then
    ms, seq = parse(redis.call('XPENDING', KEYS[1], facts['name'])[2])
  else
    ms, seq = parse(facts['last-delivered-id'])
    seq = seq + 1
  end
  if first_ms == nil or ms < first_ms or (ms == first_ms and seq < first_seq) then
    first_ms, first_seq = ms, seq
  end
end
redis.call('XTRIM', KEYS[1], 'MINID', '=', string.format('%.0f-%.0f', first_ms, first_seq))
return redis.call('XLEN', KEYS[1])
`)
