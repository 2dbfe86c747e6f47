/**
 * Appends a record, numbers its events, and keeps the bounds, in one step and in constant time: XLEN and XRANGE of one
 * entry are O(1), and MEMORY USAGE looks at five nodes of the stream.
 *
 * KEYS: stream, share of the user, numbers of the session, mark of the record. The last two may be any key of the slot
 * where they are not used.
 *
 * ARGV:
 * 1. the bound in records,
 * 2. the bound in bytes, or -1 for not to measure,
 * 3. from how many records on the shard is crowded: then each user has a share only,
 * 4. that share in records, or -1 for no bound,
 * 5. the events of a record with a session, else 0,
 * 6. how long the numbers of the session are kept, in milliseconds,
 * 7. `keep` where they are kept until told otherwise, `release` where they no longer are, else `renew`,
 * 8. how long the record's mark is kept, in milliseconds; 0 where the record may be appended twice,
 * 9. and so on: the fields.
 *
 * Returns what happened (`appended`, `known` by its mark, `full`, or `share` where the user has used it up), the length
 * of the stream, and its bytes or -1.
 */
export const APPEND = `
local length, bytes = redis.call('XLEN', KEYS[1]), -1
if length >= tonumber(ARGV[1]) then
  return {'full', length, bytes}
end
if ARGV[2] ~= '-1' then
  bytes = redis.call('MEMORY', 'USAGE', KEYS[1]) or 0
  if bytes >= tonumber(ARGV[2]) then
    return {'full', length, bytes}
  end
end

local share, since, used = tonumber(ARGV[4]), false, 0
if share >= 0 and length >= tonumber(ARGV[3]) then
  local function parse(id)
    local ms, number = string.match(id, '^(%d+)-(%d+)$')
    return tonumber(ms), tonumber(number)
  end
  local first_ms, first_number = parse(redis.call('XRANGE', KEYS[1], '-', '+', 'COUNT', 1)[1][1])
  local found = redis.call('HMGET', KEYS[2], 'since', 'used')
  if found[1] then
    local ms, number = parse(found[1])
    -- What was counted has left the stream as soon as the first of it has.
    if ms > first_ms or (ms == first_ms and number >= first_number) then
      since, used = found[1], tonumber(found[2])
    end
  end
  if used >= share then
    return {'share', length, bytes}
  end
  used = used + 1
end

if ARGV[8] ~= '0' and not redis.call('SET', KEYS[4], '1', 'NX', 'PX', ARGV[8]) then
  return {'known', length, bytes}
end
local entry = {unpack(ARGV, 9)}
if ARGV[5] ~= '0' then
  local first = redis.call('INCRBY', KEYS[3], ARGV[5]) - tonumber(ARGV[5]) + 1
  if ARGV[7] == 'keep' then
    redis.call('PERSIST', KEYS[3])
  elseif ARGV[7] == 'release' or first == 1 or redis.call('PTTL', KEYS[3]) >= 0 then
    redis.call('PEXPIRE', KEYS[3], ARGV[6])
  end
  entry[#entry + 1] = 'sequence'
  entry[#entry + 1] = string.format('%.0f', first)
end
local id = redis.call('XADD', KEYS[1], '*', unpack(entry))
if used > 0 then
  redis.call('HSET', KEYS[2], 'since', since or id, 'used', used)
  redis.call('PEXPIRE', KEYS[2], 86400000)
end
return {'appended', length + 1, bytes}
`

/** Returns the length of a stream and its bytes. KEYS: stream. */
export const SIZE = `return {redis.call('XLEN', KEYS[1]), redis.call('MEMORY', 'USAGE', KEYS[1]) or 0}`
