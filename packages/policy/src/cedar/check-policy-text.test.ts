import { expect, it } from 'vitest'
import { CLOCK } from '../testing/engines.ts'
import { ask, callerForTests } from '../testing/questions.ts'
import { checkPolicyText } from './check-policy-text.ts'
import { createCedarPolicies } from './create-cedar-policies.ts'
import { nestingOf } from './nesting.ts'

const GOOD = 'forbid (principal, action == Action::"reveal", resource) when { resource.level > 3 };'

function check(text: string, id = 'own') {
  return checkPolicyText(text, id).map(
    ({ severity, line, column, message }) => `${severity} ${line}:${column} ${message}`,
  )
}

it('finds nothing wrong with a good policy', () => {
  expect(check(GOOD)).toEqual([])
  expect(check(`@id("own") @description("No.")\n${GOOD}`)).toEqual([])
})

it.each<[string, string, RegExp]>([
  ['an open parenthesis', 'forbid (principal, action,\n resource', /^error 2:10 .*unexpected end of input/],
  ['nothing', '', /^error 1:1 .*unexpected end of input/],
  ['two policies', `${GOOD}\n${GOOD}`, /^error 2:1 .*unexpected token `forbid`/],
  ['a template', 'forbid (principal == ?principal, action, resource);', /^error 1:22 .*template/],
  [
    'an unknown action',
    'forbid (principal,\n action == Action::"revael", resource);',
    /^error 2:12 .*did you mean `Action::"reveal"`/,
  ],
  ['an unknown role', 'forbid (principal in Role::"cso", action, resource);', /^error 1:22 .*valid entity eids/],
  ['an unknown type', GOOD.replace('resource.level > 3', 'resource.type == EntityType::"SSN"'), /^error 1:82 .*SSN/],
  ['an unknown attribute', GOOD.replace('level', 'lvl'), /^error 1:65 .*`lvl` .*not found/],
  [
    'an attribute that may be absent',
    'forbid (principal, action == Action::"route", resource) when { resource.region == "us" };',
    /^error 1:64 .*optional attribute `region`/,
  ],
  [
    'text behind letters of two bytes',
    `// é ü 😀\n/* é */ ${GOOD.replace('level', 'lvl')}`.replace('/* é */ ', ''),
    /^error 2:65 /,
  ],
  ['another id', `@id("other") ${GOOD}`, /^error 1:1 @id says "other", the policy is "own"/],
  ['too much text', `${GOOD}//${'x'.repeat(10_000)}`, /^error 1:1 A policy can have 10000 characters/],
  [
    'too many parentheses',
    GOOD.replace('resource.level > 3', `${'('.repeat(4_000)}true${')'.repeat(4_000)}`),
    /^error 1:1 The expressions of a policy can lie about 50 deep/,
  ],
  ['too many negations', GOOD.replace('resource.level > 3', `${'!'.repeat(4_000)}true`), /^error/],
  ['an impossible condition', GOOD.replace('resource.level > 3', '1 == 2'), /^warning 1:1 .*policy is impossible/],
  [
    'the wrong kind of resource',
    'forbid (principal, action == Action::"reveal", resource is Model);',
    /^warning 1:1 .*applicable action/,
  ],
  ['a permit', 'permit (principal, action, resource);', /^warning 1:1 A permit changes nothing/],
  [
    'a reason that nobody can give',
    'forbid (principal, action == Action::"invokeWithReason", resource);',
    /^warning 1:1 No reason satisfies/,
  ],
])('says of %s where it is and what', (_what, text, expected) => {
  expect(check(text)[0]).toMatch(expected)
})

it.each([['default-deny'], ['view-session-aigo'], ['action-f'], ['mask-us-ssn'], ['No'], ['a b'], ['']])(
  'refuses the id %j',
  (id) => {
    expect(check(GOOD, id)).toEqual([expect.stringMatching(/^error 1:1 (?:The id .* belongs|An id consists)/)])
  },
)

/** Ways to lie deep; each broke Cedar's module for good before its text was bounded. */
const DEEP: readonly ((times: number) => string)[] = [
  (times) => `${'('.repeat(times)}true${')'.repeat(times)}`,
  (times) => `${'!('.repeat(times)}true${')'.repeat(times)}`,
  (times) => `${'['.repeat(times)}1${']'.repeat(times)}.isEmpty()`,
  (times) => `${'{a: '.repeat(times)}1${'}'.repeat(times)} has a`,
  (times) => `${'if '.repeat(times)}true${' then true else true'.repeat(times)}`,
  (times) => `${'if true && true then true else '.repeat(times)}true`,
  (times) => `${'1 + '.repeat(times)}1 > 0`,
  (times) => `principal${'.tenant'.repeat(times)} == 1`,
  (times) => `principal${'["tenant"]'.repeat(times)} == 1`,
  (times) => `[1]${'.contains(1)'.repeat(times)}`,
  (times) => `${'[1 + if true then 1 else '.repeat(times)}1${'].isEmpty()'.repeat(times)}`,
  (times) => `${'true && ('.repeat(times)}true${')'.repeat(times)}`,
  (times) => `${'true || '.repeat(times)}true`,
  (times) => `${'true && '.repeat(times)}true`,
  (times) => `${'1 < 0 || '.repeat(times)}true`,
  (times) => `${'principal.tenant == principal.tenant && '.repeat(times)}true`,
]

it.each(DEEP)('refuses what lies too deep, and goes on after what lies as deep as it may: %s', (write) => {
  const text = (times: number) => GOOD.replace('resource.level > 3', write(times))
  const deepest = Array.from({ length: 200 }, (_, times) => times).findLast((times) => nestingOf(text(times)) <= 150)
  if (deepest === undefined) throw new Error('one level is not too deep')
  expect(deepest).toBeGreaterThan(15)
  checkPolicyText(text(deepest), 'own')
  expect(checkPolicyText(text(deepest + 1), 'own')).toMatchObject([{ message: expect.stringMatching(/50 deep/) }])
  const policies = createCedarPolicies({ clearances: {} }, { clock: CLOCK })
  policies.replace('t', [{ id: 'own', text: text(deepest), immutable: false, enabled: true, version: 1 }])
  policies.current('t').decide(ask.reveal(callerForTests(), 'PERSON', 2))
  expect(checkPolicyText(GOOD, 'own')).toEqual([])
})

it('counts nothing in strings and comments', () => {
  expect(nestingOf('a == "((\\"((" // ((((\n && b.c')).toBe(2)
  expect(nestingOf('"((')).toBe(8)
})
