import { parseArgs } from 'node:util'
import { type PolicyDecision, questionOf, questionSchema } from '@sluice/policy'
import { BUILT_IN_POLICIES } from '@sluice/policy/cedar'
import { z } from 'zod'
import { runDecisionTable } from './decision-table.ts'
import { configurationSchema, PolicyTestBed } from './policy-test-bed.ts'
import { type ReadPolicies, readPolicies } from './read-policies.ts'

const USAGE = `Usage: npm run policies -- check [FILE or FOLDER ...]
       npm run policies -- explain --as USER --action ACTION [--resource RESOURCE] [more]
       npm run policies -- test TABLE ...

Works on files only: no service, no network. docs/policy.md has examples.

check    Says with line and column what is wrong with policies, and warns of those that can never apply.
explain  Prints a decision and the policies that determined it.
           --as USER            a user of the local stack, or
           --groups A,B         anybody in these groups
           --action ACTION      reveal, invoke, useModel, useCache, route, or an act of administrators
           --resource RESOURCE  a type of data, a category of actions, a model, an endpoint; session, policy, approval
           --policies PATH      policies of the tenant, beside the built-in ones; may be given again
           --tile LEVEL --model NAME --reason --level LEVEL --permittedLevel LEVEL --region NAME --providerKind KIND
           --retentionDays DAYS --departments A,B --view full|state --immutable
test     Compares decisions with a table of expected ones, in YAML or JSON.

Exit code: 0; 1 where a policy has an error or a row is not as expected; 2 for a wrong command.`

function check(paths: readonly string[]): number {
  const { policies, faults } = readPolicies(paths)
  printFaults(faults)
  const errors = faults.filter(({ severity }) => severity === 'error').length
  const warnings = faults.length - errors
  console.log(
    `${policies.length} policies, ${errors} errors, ${warnings} warnings; ${BUILT_IN_POLICIES.length} built in.`,
  )
  return errors === 0 ? 0 : 1
}

function printFaults(faults: ReadPolicies['faults']): void {
  for (const { path, line, column, severity, policyId, message } of faults) {
    console.log(`${path}:${line}:${column} ${severity} in ${policyId}: ${message}`)
  }
}

const EXPLAIN_OPTIONS = {
  as: { type: 'string' },
  groups: { type: 'string' },
  policies: { type: 'string', multiple: true },
  action: { type: 'string' },
  resource: { type: 'string' },
  tile: { type: 'string' },
  model: { type: 'string' },
  reason: { type: 'boolean' },
  level: { type: 'string' },
  permittedLevel: { type: 'string' },
  region: { type: 'string' },
  providerKind: { type: 'string' },
  retentionDays: { type: 'string' },
  departments: { type: 'string' },
  view: { type: 'string' },
  immutable: { type: 'boolean' },
} as const

function explain(args: readonly string[]): number {
  const { values } = parseArgs({ args: [...args], options: EXPLAIN_OPTIONS })
  const { as: name, groups, policies = [], tile, level, permittedLevel, retentionDays, departments, ...words } = values
  if (name === undefined && groups === undefined) throw new Error('Who asks? Give --as or --groups.')
  const read = readPolicies(policies)
  const errors = read.faults.filter(({ severity }) => severity === 'error')
  printFaults(errors)
  if (errors.length > 0) return 1
  const numbers = { tile, level, permittedLevel, retentionDays }
  const asked = questionSchema.parse({
    ...words,
    ...Object.fromEntries(
      Object.entries(numbers).flatMap(([key, text]) => (text === undefined ? [] : [[key, Number(text)]])),
    ),
    ...(departments !== undefined && { departments: departments.split(',') }),
  })
  const bed = new PolicyTestBed(read, configurationSchema.parse({}))
  const principal = bed.principalOf({ as: name, groups: groups?.split(',') })
  const { effect, policyIds } = bed.decide(questionOf(asked, principal))
  console.log(`${effect}\n\ndetermined by`)
  for (const id of policyIds) console.log(`  ${id}  ${descriptionOf(id, effect)}`)
  const { sub, groups: all, roles, departments: own } = principal
  const list = (names: readonly string[]) => (names.length === 0 ? 'none' : names.join(', '))
  console.log(`\nasked for ${sub}: groups ${list(all)}; roles ${list(roles)}; departments ${list(own)}`)
  return 0
}

/** Several Cedar policies can make up one: a permit, and the forbid of all else. */
function descriptionOf(policyId: string, effect: PolicyDecision['effect']): string {
  if (policyId === 'default-deny') return 'No policy permits it.'
  const own = BUILT_IN_POLICIES.filter(({ publicId }) => publicId === policyId)
  const [first] = own.filter(({ text }) => text.includes(HEADS[effect]))
  return first?.annotations['description'] ?? '(a policy of the tenant)'
}

/** What the text of a policy holds that has this effect. */
const HEADS: Readonly<Record<PolicyDecision['effect'], string>> = {
  permit: '\npermit (',
  hold: 'forbid (principal, action == Action::"invokeWithoutApproval"',
  'require-reason': 'forbid (principal, action == Action::"invokeWithReason"',
  forbid: '\nforbid (',
}

function test(paths: readonly string[]): number {
  let failures = 0
  for (const path of paths) {
    const result = runDecisionTable(path)
    for (const failure of result.failures) console.log(`${path}: ${failure}`)
    console.log(`${path}: ${result.rows - result.failures.length} of ${result.rows} rows are as expected.`)
    failures += result.failures.length
  }
  return failures === 0 ? 0 : 1
}

/** Runs the command; gives the exit code. */
export function runPolicies([command, ...args]: readonly string[]): number {
  try {
    if (command === 'check') return check(args)
    if (command === 'explain') return explain(args)
    if (command === 'test' && args.length > 0) return test(args)
  } catch (error) {
    console.error(error instanceof z.ZodError ? z.prettifyError(error) : error instanceof Error ? error.message : error)
    return 2
  }
  console.log(USAGE)
  return command === '--help' ? 0 : 2
}

if (import.meta.main) process.exitCode = runPolicies(process.argv.slice(2))
