import { SILENCE_MS, UNLISTED_MS } from './lease-times.ts'

/* Lua of the scripts that use the freeze log and the list of gateways. Each needs `COMMON` before it. */

/**
 * Reads the number of the freeze log's last entry. A new log, also one after the loss of all data, starts at the
 * current time: its numbers are greater than all earlier ones, so that no gateway takes it for the earlier log.
 */
export const FREEZE_LOG = `
local function last_entry()
  local last = redis.call('GET', B .. 'freeze-sequence')
  if last then return last end
  last = text(now_us())
  redis.call('MSET', B .. 'freeze-sequence', last, B .. 'freeze-log-begun', last)
  return last
end
`

/** Lists the gateways that may still send, by id, and tells whether the list is complete. */
export const GATEWAYS = `
local function gateways()
  return redis.call('ZRANGEBYSCORE', B .. 'gateways', '(' .. text(now_ms() - ${SILENCE_MS}), '+inf')
end

local function are_all_listed()
  local age_us = now_us() - tonumber(redis.call('GET', B .. 'freeze-log-begun') or '0')
  return age_us >= 0 and age_us < ${UNLISTED_MS * 1_000} and 0 or 1
end
`
