/** The field of a session's record: thousandths of messages, when that was so, and the newest marks. */
export const SUSPICION_FIELD = 'suspicion'

/** The newest marks that are kept: a text that comes again behind so many others counts again. */
const MAX_MARKS = 32

/**
 * Notes what one request has shown, and replies with the score: thousandths of messages. The score halves in a given
 * time. A mark that is not known yet adds one message, up to a bound; a request without any mark takes a little away.
 * A session of somebody else, and one that has ended, stays as it is.
 * KEYS: record of the session. ARGV: tenant, sub, half-life in ms, most thousandths, thousandths that are taken away,
 * marks. The time is read in Redis, which gives all gateways one clock.
 */
export const NOTE_SUSPICION = `
local fields = redis.call('HMGET', KEYS[1], 'tenant', 'sub', '${SUSPICION_FIELD}')
if fields[1] ~= ARGV[1] or fields[2] ~= ARGV[2] then return 0 end
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local thousandths, at, known = string.match(fields[3] or '', '^(%d+) (%d+) (%S*)$')
local score = tonumber(thousandths or 0)
if score > 0 then score = score * 0.5 ^ (math.max(0, now - tonumber(at)) / tonumber(ARGV[3])) end
local marks, fresh = known or '', false
for index = 6, #ARGV do
  if not string.find(',' .. marks .. ',', ',' .. ARGV[index] .. ',', 1, true) then
    fresh = true
    marks = marks == '' and ARGV[index] or marks .. ',' .. ARGV[index]
  end
end
local _, commas = string.gsub(marks, ',', '')
for _ = ${MAX_MARKS}, commas do marks = string.gsub(marks, '^[^,]*,', '', 1) end
if fresh then score = math.min(tonumber(ARGV[4]), score + 1000)
elseif #ARGV < 6 then score = math.max(0, score - tonumber(ARGV[5])) end
score = math.floor(math.min(tonumber(ARGV[4]), score))
redis.call('HSET', KEYS[1], '${SUSPICION_FIELD}', string.format('%.0f %.0f %s', score, now, marks))
return score
`
