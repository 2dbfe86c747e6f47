import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

/* Cedar's module breaks for the whole process, so this one has a process of its own. */
const PROGRAM = `
  import { policyToJson } from '@cedar-policy/cedar-wasm/nodejs'
  import { createCedarPolicies } from './create-cedar-policies.ts'
  const policies = createCedarPolicies({ clearances: { '*': { level: 7 } } }, { clock: { nowMs: () => 0 } })
  const principal = { tenant: 't', sub: 's', username: 's', client: 'c', groups: [], roles: [], departments: [] }
  const question = { principal, action: 'reveal-entity', resource: { entity: 'PERSON', level: 2 } }
  const before = policies.isWorking()
  for (let times = 0; times < 5; times += 1) {
    try {
      policyToJson('permit(principal, action, resource) when { ' + '('.repeat(5000) + 'true' + ')'.repeat(5000) + ' };')
    } catch {}
  }
  const { effect } = policies.current('t').decide(question)
  console.log(JSON.stringify({ before, after: policies.isWorking(), effect }))
`

it('says that the engine is broken, which then permits nothing that it has not decided before', () => {
  const args = ['--conditions=@sluice/source', '--input-type=module', '--eval', PROGRAM]
  const output = execFileSync(process.execPath, args, { cwd: import.meta.dirname, encoding: 'utf8' })
  expect(JSON.parse(output)).toEqual({ before: true, after: false, effect: 'forbid' })
})
