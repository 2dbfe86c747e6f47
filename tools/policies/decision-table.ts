import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { expectationShape, isAsExpected, questionOf, questionSchema } from '@sluice/policy'
import { parse } from 'yaml'
import { z } from 'zod'
import { callerSchema, configurationSchema, PolicyTestBed } from './policy-test-bed.ts'
import { readPolicies } from './read-policies.ts'

/** A row holds who asks, what is asked, and what is expected. */
const rowSchema = z.looseObject({ ...callerSchema.shape, ...expectationShape })

const tableSchema = z.strictObject({
  configuration: configurationSchema.default(configurationSchema.parse({})),
  /** Files and folders, from the folder of the table. */
  policies: z.array(z.string()).default([]),
  /** Groups by name. */
  users: z.record(z.string(), z.array(z.string())).default({}),
  expect: z.array(rowSchema).min(1),
})

/** What became of a table: its rows, and the lines that say which are not as expected. */
interface TableResult {
  readonly rows: number
  readonly failures: readonly string[]
}

/** Compares the decisions of a table, in YAML or JSON, with what it expects. Throws where the table is none. */
export function runDecisionTable(path: string): TableResult {
  const table = tableSchema.parse(parse(readFileSync(path, 'utf8')))
  const read = readPolicies(table.policies.map((file) => resolve(dirname(path), file)))
  const [broken] = read.faults.filter(({ severity }) => severity === 'error')
  if (broken !== undefined) throw new Error(`${broken.path}:${broken.line}:${broken.column} ${broken.message}`)
  const bed = new PolicyTestBed(read, table.configuration, table.users)
  const failures = table.expect.flatMap((row, index) => {
    const { as: name, groups, effect, by, ...asked } = row
    const principal = bed.principalOf({ as: name, groups })
    const decision = bed.decide(questionOf(questionSchema.parse(asked), principal))
    if (isAsExpected(decision, { effect, by })) return []
    const wanted = by === undefined ? effect : `${effect} by ${by.join(', ')}`
    const what = `${name ?? groups?.join(', ') ?? 'somebody'} ${JSON.stringify(asked)}`
    return [`row ${index + 1}: ${what}: expected ${wanted}, is ${decision.effect} by ${decision.policyIds.join(', ')}`]
  })
  return { rows: table.expect.length, failures }
}
