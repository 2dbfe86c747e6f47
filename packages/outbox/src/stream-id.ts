/** Lua that scripts over a stream share: the time of Redis, the parts of an entry's id, and the groups of a stream. */
export const ID_HELPERS = `
local function now_ms()
  local now = redis.call('TIME')
  return tonumber(now[1]) * 1000 + math.floor(tonumber(now[2]) / 1000)
end
local function parse(id)
  local ms, number = string.match(id, '^(%d+)-(%d+)$')
  return tonumber(ms), tonumber(number)
end
local function groups_of(stream)
  local groups = {}
  for _, group in ipairs(redis.call('XINFO', 'GROUPS', stream)) do
    local facts = {}
    for i = 1, #group, 2 do facts[group[i]] = group[i + 1] end
    groups[#groups + 1] = facts
  end
  return groups
end
`
