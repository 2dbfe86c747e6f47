import { ACTOR_MAX_LENGTH, REASON_MAX_LENGTH, SluiceError } from '@sluice/contracts'
import { createRedisScript } from '@sluice/redis'
import type { Redis } from 'ioredis'
import { FREEZE_LOG, GATEWAYS } from '../lease/lua.ts'
import { COMMON } from './lua.ts'
import { malformedReply, readTexts, readWholeNumber } from './replies.ts'
import type { SessionKeys } from './session-keys.ts'
import type { Cause, SessionRef, SessionState, Transition, UserRef } from './session-store.ts'

/*
 * The one place where a state changes. A transition is atomic, counts the version up, and asks for nothing but the
 * state it finds; every other script only reads the state, so a write that started before a freeze cannot undo it. The
 * same step enters it into the freeze log and announces it, at the same cost for one session and for a hundred thousand.
 */

/** Entries that the log keeps about; a gateway that was away for longer looks at each of its streams instead. */
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

/**
 * A freeze that was in force already is announced again: whoever repeats it wants to hear from the gateways. Each entry
 * is numbered by the microsecond, later than the one before, and names that one: so a gap shows, and so does a log that
 * went on from an older copy of the data, whose entries would else be taken for those that were lost.
 */
const ANNOUNCE = `${FREEZE_LOG}${GATEWAYS}
local function announce(result, state, tenant, sub, id)
  local number = last_entry()
  if result[1] == 'changed' or state == 'frozen' then
    local previous = number
    number = text(math.max(tonumber(previous) + 1, now_us()))
    redis.call('SET', B .. 'freeze-sequence', number)
    local entry = cjson.encode({number, previous, state, tenant, sub, id})
    redis.call('XADD', B .. 'freeze-log', 'MAXLEN', '~', ${LOG_LENGTH}, number .. '-0', 'entry', entry)
    redis.call('PUBLISH', B .. 'freezes', entry)
  end
  result[4] = number
  result[5] = gateways()
  result[7] = are_all_listed()
  return result
end
`

/** KEYS: marker. ARGV: base, state, reason, by, tenant, sub, user. */
const changeUser = createRedisScript(`${COMMON}${ENTER}${ANNOUNCE}
local result = announce(enter(KEYS[1], ARGV[2], ARGV[3], ARGV[4]), ARGV[2], ARGV[5], ARGV[6], '')
result[6] = redis.call('ZCOUNT', user_key(ARGV[7], 'sessions'), '(' .. text(now_ms()), '+inf')
return result
`)

/**
 * A frozen session outlives its idle time-out: waiting frees nobody.
 * KEYS: record. ARGV: base, state, reason, by, tenant, sub, user, number, idle ms.
 */
const changeSession = createRedisScript(`${COMMON}${ENTER}${ANNOUNCE}
local fields = redis.call('HMGET', KEYS[1], 'pointer', 'tenant', 'sub')
if not fields[1] or fields[2] ~= ARGV[5] or fields[3] ~= ARGV[6] then return {'missing'} end
local result = enter(KEYS[1], ARGV[2], ARGV[3], ARGV[4])
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
`)

/** Freezes or unfreezes a user. Throws `invalid_request` for a cause out of bounds, `dependency_unavailable`. */
export async function changeUserState(
  redis: Redis,
  keys: SessionKeys,
  ref: UserRef,
  change: { readonly state: SessionState; readonly cause: Cause },
): Promise<Transition> {
  const { marker, part } = keys.user(ref)
  const facts = [keys.base, change.state, ...readCause(change.cause), ref.tenant, ref.sub, part]
  return readTransition(await changeUser(redis, [marker], facts), change.state) ?? fail()
}

/** Freezes or unfreezes one session; undefined where its user has none of that number. Throws as `changeUserState`. */
export async function changeSessionState(
  redis: Redis,
  keys: SessionKeys,
  ref: SessionRef,
  change: { readonly state: SessionState; readonly cause: Cause; readonly idleTimeoutMs: number },
): Promise<Transition | undefined> {
  const { state, cause, idleTimeoutMs } = change
  const { part } = keys.user(ref)
  const facts = [keys.base, state, ...readCause(cause), ref.tenant, ref.sub, part, ref.sessionId, idleTimeoutMs]
  return readTransition(await changeSession(redis, [keys.session(ref.sessionId)], facts), state)
}

/** Checks the bounds of a cause. Throws `invalid_request`. */
export function readCause({ reason, by }: Cause): [reason: string, by: string] {
  const fail = (param: string) => new SluiceError({ code: 'invalid_request', param })
  if (reason === '' || reason.length > REASON_MAX_LENGTH) throw fail('reason')
  if (by === '' || by.length > ACTOR_MAX_LENGTH) throw fail('by')
  return [reason, by]
}

function readTransition(reply: unknown, state: SessionState): Transition | undefined {
  if (!Array.isArray(reply)) return fail()
  const [outcome, version, atMs, announcement, gateways, sessions, allListed] = reply
  if (outcome === 'missing') return undefined
  if (outcome !== 'changed' && outcome !== 'unchanged') return fail()
  const [versionText, atText, numberText, countText] = readTexts([version, atMs, announcement, sessions], 'freeze')
  return {
    changed: outcome === 'changed',
    state,
    version: readWholeNumber(versionText, 'freeze'),
    atMs: readWholeNumber(atText, 'freeze'),
    announcement: readWholeNumber(numberText, 'freeze'),
    gateways: readTexts(gateways, 'freeze'),
    allListed: allListed === 1,
    sessions: readWholeNumber(countText, 'freeze'),
  }
}

function fail(): never {
  throw malformedReply('freeze')
}
