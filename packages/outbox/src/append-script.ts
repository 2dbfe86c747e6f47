import type { Bounds, RoomFor } from './room.ts'

interface AppendConstants {
  readonly bounds: Readonly<Record<RoomFor, Bounds>>
  /** How long the numbers of a session are kept, in milliseconds. */
  readonly sequenceMs: number
  /** How long the mark of a record is kept that may be appended twice, in milliseconds. */
  readonly onceMs: number
}

/**
 * The script that appends a record, numbers its events, and keeps the bounds, in one step and constant time: XLEN and
 * XRANGE of one entry are O(1), and MEMORY USAGE looks at five nodes of the stream. What is the same in each call
 * stands in its text: each argument costs the client a quarter of a microsecond.
 *
 * KEYS: stream; the numbers of the session or any key of the slot; and where needed, the share of the user, or the
 * mark of the record.
 *
 * ARGV:
 * 1. five letters: `r` or `c` for the room of requests or of all, `m` or `-` for whether bytes are measured, `b` or `-`
 *    for whether the shard is crowded by its bytes, `s`, `o` or `-` for what the third key is (a share, a mark,
 *    nothing), and `n`, `k` or `l` for how the numbers are kept: renewed, kept for ever, or no longer so,
 * 2. the events of a record with a session, else 0,
 * 3. the facts, the commitment and the opening of a request, or any other record alone.
 *
 * Returns the length of the stream. Or the length, its bytes or -1, and what happened: `appended`, `known` by its mark,
 * `full`, `share` where the user has used it up, or `crowded` where the share must be given and was not.
 */
export function appendScript({ bounds, sequenceMs, onceMs }: AppendConstants): string {
  const { requests, control } = bounds
  return `
local letters = ARGV[1]
local is_request = string.sub(letters, 1, 1) == 'r'
local length, bytes = redis.call('XLEN', KEYS[1]), -1
if length >= (is_request and ${requests.records} or ${control.records}) then
  return {length, bytes, 'full'}
end
if string.sub(letters, 2, 2) == 'm' then
  bytes = redis.call('MEMORY', 'USAGE', KEYS[1]) or 0
  if bytes >= (is_request and ${requests.bytes} or ${control.bytes}) then
    return {length, bytes, 'full'}
  end
end

local third = string.sub(letters, 4, 4)
local since, used = false, 0
if is_request and ${requests.share} >= 0 and length > 0
    and (length >= ${requests.crowded.records} or string.sub(letters, 3, 3) == 'b') then
  if third ~= 's' then
    return {length, bytes, 'crowded'}
  end
  local function parse(id)
    local ms, number = string.match(id, '^(%d+)-(%d+)$')
    return tonumber(ms), tonumber(number)
  end
  local first_ms, first_number = parse(redis.call('XRANGE', KEYS[1], '-', '+', 'COUNT', 1)[1][1])
  local found = redis.call('HMGET', KEYS[3], 'since', 'used')
  if found[1] then
    local ms, number = parse(found[1])
    -- What was counted has left the stream as soon as the first of it has.
    if ms > first_ms or (ms == first_ms and number >= first_number) then
      since, used = found[1], tonumber(found[2])
    end
  end
  if used >= ${requests.share} then
    return {length, bytes, 'share'}
  end
  used = used + 1
end

if third == 'o' and not redis.call('SET', KEYS[3], '1', 'NX', 'PX', ${onceMs}) then
  return {length, bytes, 'known'}
end
local entry
if #ARGV == 3 then
  entry = {'record', ARGV[3]}
else
  entry = {'request', ARGV[3], 'commitment', ARGV[4], 'opening', ARGV[5]}
end
if ARGV[2] ~= '0' then
  local first = redis.call('INCRBY', KEYS[2], ARGV[2]) - tonumber(ARGV[2]) + 1
  local keep = string.sub(letters, 5, 5)
  if keep == 'k' then
    redis.call('PERSIST', KEYS[2])
  elseif keep == 'l' or first == 1 or redis.call('PTTL', KEYS[2]) >= 0 then
    redis.call('PEXPIRE', KEYS[2], ${sequenceMs})
  end
  entry[#entry + 1] = 'sequence'
  entry[#entry + 1] = string.format('%.0f', first)
end
local id = redis.call('XADD', KEYS[1], '*', unpack(entry))
if used > 0 then
  redis.call('HSET', KEYS[3], 'since', since or id, 'used', used)
  redis.call('PEXPIRE', KEYS[3], 86400000)
end
if bytes < 0 then
  return length + 1
end
return {length + 1, bytes, 'appended'}
`
}

/** Returns the length of a stream and its bytes. KEYS: stream. */
export const SIZE = `return {redis.call('XLEN', KEYS[1]), redis.call('MEMORY', 'USAGE', KEYS[1]) or 0}`
