import fc from 'fast-check'

const TILE = 'context has tile && context.tile.categories.PII > 1'

/** What can be looked at whatever the action. */
const COMMON = [
  'true',
  'principal == User::"alice"',
  'principal in User::"alice"',
  '[principal.sub].contains("alice")',
  '{Var: principal}.Var == User::"alice"',
  '{".": {Var: context}} == {".": {Var: context}} && principal.client == "c"',
  '(if principal has client then principal else User::"bob") == User::"bob"',
  'principal in Group::"finance"',
  'principal in [Role::"ciso", Department::"hr"]',
  'principal is User in Group::"hr"',
  'principal.clearance > 1',
  'principal.tenant == Tenant::"t"',
  'context.time > datetime("2026-01-05T12:00:30Z")',
  'context.time.toTime() == duration("12h")',
]

/** Conditions that fit an action, with what they look at. */
const CONDITIONS: Readonly<Record<string, readonly string[]>> = {
  invoke: ['context.category == Category::"A"', 'resource == Model::"small"', 'context has tile', TILE, ...COMMON],
  invokeWithoutApproval: [
    'context.configured.held',
    '!(context has tile)',
    TILE,
    'resource.openTo.contains(Group::"*")',
  ],
  invokeWithReason: ['context.reasonGiven', TILE, 'context has tile && context.tile.flags.contains("mosaic")'],
  useModel: ['resource == Model::"large"', 'principal in resource.openTo', ...COMMON],
  useProviderTool: ['resource == ProviderTool::"web_search"', 'principal in resource.openTo', ...COMMON],
  useCache: [...COMMON],
  route: [
    'context.tile.level > 3',
    'context.tile.reidentificationRiskPerMille > 400',
    'resource has region && resource.region == "us"',
    ...COMMON,
  ],
  reveal: [
    'resource.level > 2',
    'resource.type == EntityType::"US_SSN"',
    'resource.level + 9223372036854775804 > 0',
    ...COMMON,
  ],
  'view-session': [
    'resource is Session && resource.inFull',
    'resource is Session && principal in resource.departments',
    ...COMMON,
  ],
}

/** For tests: a policy that fits the schema. */
export const randomPolicy: fc.Arbitrary<string> = fc.constantFrom(...Object.keys(CONDITIONS)).chain((action) =>
  fc
    .record({
      effect: fc.constantFrom('forbid', 'forbid', 'permit'),
      scope: fc.constantFrom('principal', 'principal == User::"bob"', 'principal in Group::"hr"'),
      keyword: fc.constantFrom('when', 'unless'),
      conditions: fc.array(fc.constantFrom(...(CONDITIONS[action] ?? [])), { minLength: 1, maxLength: 3 }),
      join: fc.constantFrom(' && ', ' || '),
    })
    .map(({ effect, scope, keyword, conditions, join }) => {
      const condition = conditions.map((one) => `(${one})`).join(join)
      return `${effect} (${scope}, action == Action::"${action}", resource) ${keyword} { ${condition} };`
    }),
)

/** For tests: a policy with a few of its parts lost, doubled or put in another place. */
export const mutatedPolicy: fc.Arbitrary<string> = fc
  .tuple(randomPolicy, fc.array(fc.tuple(fc.nat(200), fc.nat(200), fc.nat(3)), { maxLength: 3 }))
  .map(([text, changes]) => changes.reduce(mutate, text))

function mutate(text: string, [at, from, kind]: readonly [number, number, number]): string {
  const tokens = text.match(/\w+|"[^"]*"|\s+|\S/g) ?? []
  const place = at % tokens.length
  const other = tokens[from % tokens.length] ?? ''
  if (kind === 0) tokens.splice(place, 1)
  else if (kind === 1) tokens.splice(place, 0, other)
  else tokens.splice(place, 1, kind === 2 ? other : 'permit')
  return tokens.join('')
}
