import { expect, it } from 'vitest'
import { roleName } from './role-name.ts'

it.each([
  ['ciso', 'CISO'],
  ['soc-analyst', 'SOC analyst'],
  ['legal-counsel', 'Legal counsel'],
  ['', ''],
])('writes %j as %j', (role, words) => {
  expect(roleName(role)).toBe(words)
})
