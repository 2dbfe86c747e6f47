import { createRedisScript, type RedisScript } from '@sluice/redis'
import { FREEZE_LOG, GATEWAYS } from '../lease/lua.ts'
import { COMMON } from '../store/lua.ts'

/*
 * The only scripts that change a state. Each is atomic and increments the version. Every other script only reads the
 * state, so a write that began before a freeze cannot undo it. The same step appends the change to the freeze log and
 * publishes it. Its cost does not depend on the number of sessions.
 */

/** About how many entries the log keeps. A gateway that misses more of them checks each of its sessions instead. */
const LOG_LENGTH = 10_000

const ENTER = `
local function enter(key, state, reason, by)
  local found = redis.call('HMGET', key, 'state', 'version', 'changed_at_ms')
  if (found[1] or 'active') == state then return {'unchanged', found[2] or '0', found[3] or '0'} end
  local now = text(now_ms())
  local version = redis.call('HINCRBY', key, 'version', 1)
  redis.call('HSET', key, 'state', state, 'reason', reason, 'by', by, 'changed_at_ms', now)
  return {'changed', text(version), now}
end
`

/** Records that wait for the outbox. With more, a freeze takes effect and leaves its record to its caller. */
const MAX_UNRECORDED = 20_000

/** Keeps the record of a freeze with the freeze: what has taken effect is recorded, however late its reply comes. */
const NOTE = `
local function note(result, id, record)
  if id == '' or redis.call('HLEN', B .. 'unrecorded') >= ${MAX_UNRECORDED} then return end
  local changed = result[1] == 'changed' and '1' or '0'
  redis.call('HSET', B .. 'unrecorded', id, table.concat({result[2], changed, text(now_ms()), record}, ' '))
end
`

/**
 * A repeated freeze gets a new entry, so that the gateways acknowledge it again. The number of an entry is the time in
 * microseconds, or one more than the number before it. Each entry names the one before it. That shows a gap, and it
 * shows a log that continues from an older copy of the data, whose entries have the numbers of lost ones.
 */
const ANNOUNCE = `${FREEZE_LOG}${GATEWAYS}
local function announce(result, state, tenant, sub, id, client)
  local number = last_entry()
  if result[1] == 'changed' or state == 'frozen' then
    local previous = number
    number = text(math.max(tonumber(previous) + 1, now_us()))
    redis.call('SET', B .. 'freeze-sequence', number)
    local entry = cjson.encode({number, previous, state, tenant, sub, id, client})
    redis.call('XADD', B .. 'freeze-log', 'MAXLEN', '~', ${LOG_LENGTH}, number .. '-0', 'entry', entry)
    redis.call('PUBLISH', ARGV[#ARGV], entry)
  end
  result[4] = number
  result[5] = gateways()
  result[7] = are_all_listed()
  return result
end
`

/**
 * Freezes or unfreezes a user, and keeps the list of those who are frozen and the number of the announcement.
 * KEYS: marker. ARGV: base, state, reason, by, tenant, sub, user, id of the record or nothing, record, channel.
 */
export const changeUser: RedisScript = createRedisScript(
  `${COMMON}${ENTER}${NOTE}${ANNOUNCE}
local entered = enter(KEYS[1], ARGV[2], ARGV[3], ARGV[4])
note(entered, ARGV[8], ARGV[9])
local frozen = B .. 'frozen-users:' .. string.match(ARGV[7], '^[^:]*')
if ARGV[2] == 'frozen' then redis.call('ZADD', frozen, 0, ARGV[6]) else redis.call('ZREM', frozen, ARGV[6]) end
local result = announce(entered, ARGV[2], ARGV[5], ARGV[6], '')
if entered[1] == 'changed' or ARGV[2] == 'frozen' then redis.call('HSET', KEYS[1], 'announcement', result[4]) end
result[6] = redis.call('ZCOUNT', user_key(ARGV[7], 'sessions'), '(' .. text(now_ms()), '+inf')
return result
`,
  { allowOom: true },
)

/** Keys live a year at most; what is kept of a revoked one outlives it. */
const REVOKED_FOR_MS = 400 * 86_400_000

/**
 * Revokes a client of a user. KEYS: marker of the client. ARGV: base, reason, by, tenant, sub, client, id of the record
 * or nothing, record, channel.
 */
export const revokeClient: RedisScript = createRedisScript(
  `${COMMON}${ENTER}${NOTE}${ANNOUNCE}
local entered = enter(KEYS[1], 'frozen', ARGV[2], ARGV[3])
redis.call('PEXPIRE', KEYS[1], ${REVOKED_FOR_MS})
note(entered, ARGV[7], ARGV[8])
local result = announce(entered, 'frozen', ARGV[4], ARGV[5], '', ARGV[6])
result[6] = 1
return result
`,
  { allowOom: true },
)

/**
 * Has gateways look at a client of a user again. It changes no state. KEYS: marker of the client. ARGV: base, tenant,
 * sub, client, channel.
 */
export const announceClient: RedisScript = createRedisScript(`${COMMON}${ANNOUNCE}
local result = announce({'changed', '0', text(now_ms())}, 'active', ARGV[2], ARGV[3], '', ARGV[4])
result[6] = 1
return result
`)

/**
 * Freezes or unfreezes one session. A frozen session has no idle time-out, so that no freeze ends by itself.
 * KEYS: session. ARGV: base, state, reason, by, tenant, sub, user, number, idle ms, id of the record or nothing,
 * record, channel.
 */
export const changeSession: RedisScript = createRedisScript(
  `${COMMON}${ENTER}${NOTE}${ANNOUNCE}
local fields = redis.call('HMGET', KEYS[1], 'pointer', 'tenant', 'sub')
if not fields[1] or fields[2] ~= ARGV[5] or fields[3] ~= ARGV[6] then return {'missing'} end
local result = enter(KEYS[1], ARGV[2], ARGV[3], ARGV[4])
note(result, ARGV[10], ARGV[11])
if result[1] == 'changed' then
  local keys = {KEYS[1]}
  if redis.call('GET', fields[1]) == ARGV[8] then keys[2] = fields[1] end
  for _, key in ipairs(keys) do
    if ARGV[2] == 'frozen' then redis.call('PERSIST', key) else redis.call('PEXPIRE', key, ARGV[9]) end
  end
  set_end(ARGV[7], ARGV[8], ARGV[2] == 'frozen' and math.huge or now_ms() + tonumber(ARGV[9]))
end
result = announce(result, ARGV[2], ARGV[5], ARGV[6], ARGV[8])
result[6] = 1
return result
`,
  { allowOom: true },
)
