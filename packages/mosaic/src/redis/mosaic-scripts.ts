/** Traits that are kept of the sessions of one user, and of one of the days. */
const MOST_OF_SESSIONS = 2_000
const MOST_OF_DAY = 1_000
/** How long a trait of a session is kept, in milliseconds. */
const KEPT_MS = 86_400_000

/**
 * Adds traits, and reads all that are kept of a user. Nothing is added where the user was erased since they were told.
 *
 * KEYS: sessions (sorted set by when each expires), the day (set), erasures. ARGV: erasures that the caller knows of or
 * -1, milliseconds until the day is over, how many of the traits are of sessions, traits.
 * Replies the number of erasures, then all traits; or `erased`.
 */
export const EXCHANGE = `
local erasures = redis.call('GET', KEYS[3]) or '0'
if ARGV[1] ~= '-1' and ARGV[1] ~= erasures then return 'erased' end
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
local of_sessions = tonumber(ARGV[3])
for i = 4, 3 + of_sessions do redis.call('ZADD', KEYS[1], now + ${KEPT_MS}, ARGV[i]) end
redis.call('ZREMRANGEBYRANK', KEYS[1], 0, -${MOST_OF_SESSIONS + 1})
redis.call('PEXPIRE', KEYS[1], ${KEPT_MS})
for i = 4 + of_sessions, #ARGV do
  if redis.call('SCARD', KEYS[2]) < ${MOST_OF_DAY} then redis.call('SADD', KEYS[2], ARGV[i]) end
end
redis.call('PEXPIRE', KEYS[2], ARGV[2])
local kept = redis.call('ZRANGE', KEYS[1], 0, -1)
for _, trait in ipairs(redis.call('SMEMBERS', KEYS[2])) do kept[#kept + 1] = trait end
table.insert(kept, 1, erasures)
return kept
`

/**
 * Forgets a user, and has every gateway forget what it knows of the user.
 *
 * KEYS: erasures, then all that is kept. ARGV: how long the number of erasures is kept, in milliseconds.
 */
export const ERASE = `
redis.call('UNLINK', unpack(KEYS, 2))
redis.call('INCR', KEYS[1])
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return 'OK'
`
