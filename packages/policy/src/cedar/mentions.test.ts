import { policyToJson } from '@cedar-policy/cedar-wasm/nodejs'
import { expect, it } from 'vitest'
import { type Mentions, mentionsOf } from './mentions.ts'

const NOTHING: Mentions = { identity: false, resource: false, time: false, tile: 'no' }

function mentionsIn(text: string): Mentions {
  const answer = policyToJson(text)
  if (answer.type === 'failure') throw new Error(text)
  return mentionsOf(answer.json)
}

it.each<[string, Partial<Mentions>]>([
  ['true', {}],
  ['principal.clearance > 1 && principal.tenant == Tenant::"t"', {}],
  ['principal in Group::"hr" && principal is User in Group::"hr"', {}],
  ['context.category == Category::"A" && context.reasonGiven', {}],
  ['principal.sub == "a"', { identity: true }],
  ['principal.username like "a*"', { identity: true }],
  ['principal has client', { identity: true }],
  ['principal == context.category', { identity: true }],
  ['[principal].contains(context.category)', { identity: true }],
  ['principal in User::"a"', { identity: true }],
  ['principal in [Group::"hr", User::"a"]', { identity: true }],
  ['principal is User in User::"a"', { identity: true }],
  ['{Var: principal}.Var == Group::"a"', { identity: true }],
  ['{"in": principal}["in"] == Group::"a"', { identity: true }],
  ['{Value: principal}.Value == Group::"a"', { identity: true }],
  ['{".": {left: context.time, attr: "x"}} has a', { time: true }],
  ['{"has": {left: principal, attr: principal}} has a', { identity: true }],
  ['(if true then principal else principal).clearance > 1', { identity: true }],
  ['resource.level > 1', { resource: true }],
  ['resource == Model::"m"', { resource: true }],
  ['principal in resource.openTo', { resource: true }],
  ['resource has region', { resource: true }],
  ['context.time > datetime("2026-01-01")', { time: true }],
  ['context has time', { time: true }],
  ['context has tile', { tile: 'level' }],
  ['context has tile.level', { tile: 'level' }],
  ['context has tile && context.tile.level > 3', { tile: 'level' }],
  ['context has tile.flags', { tile: 'whole' }],
  ['context["tile"].flags.contains("x")', { tile: 'whole' }],
  ['context.tile == context.tile', { tile: 'whole' }],
  ['context == {}', { time: true, tile: 'whole' }],
  ['(if true then context else context).tile.level > 3', { time: true, tile: 'whole' }],
])('%s looks at %j', (condition, expected) => {
  const head = 'principal, action == Action::"invoke", resource'
  for (const keyword of ['when', 'unless']) {
    expect(mentionsIn(`forbid (${head}) ${keyword} { ${condition} };`)).toEqual({ ...NOTHING, ...expected })
  }
})

it.each<[string, Partial<Mentions>]>([
  ['principal, action, resource', {}],
  ['principal is User, action, resource is Model', {}],
  ['principal in Group::"hr", action, resource', {}],
  ['principal == User::"a", action, resource', { identity: true }],
  ['principal is User in User::"a", action, resource', { identity: true }],
  ['principal, action, resource == Model::"m"', { resource: true }],
  ['principal, action, resource is Session in Tenant::"t"', { resource: true }],
])('the head (%s) looks at %j', (head, expected) => {
  expect(mentionsIn(`permit (${head});`)).toEqual({ ...NOTHING, ...expected })
})
