import { SILENCE_MS, UNLISTED_MS } from './lease-times.ts'

/* Lua of the scripts that know the freeze log and the gateways. It needs `COMMON`. */

/**
 * The number of the freeze log's last entry. A log that is begun with nothing, as after the loss of all data, begins at
 * the time: its numbers are greater than all that there were before, and nobody takes it for the same log.
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

/** Gateways that may be sending, by id, and whether there may be more of them that are not listed yet. */
export const GATEWAYS = `
local function gateways()
  return redis.call('ZRANGEBYSCORE', B .. 'gateways', '(' .. text(now_ms() - ${SILENCE_MS}), '+inf')
end

local function are_all_listed()
  local age_us = now_us() - tonumber(redis.call('GET', B .. 'freeze-log-begun') or '0')
  return age_us >= 0 and age_us < ${UNLISTED_MS * 1_000} and 0 or 1
end
`
