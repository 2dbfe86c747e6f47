import type { z } from 'zod'
import { givenVariables } from './environment/given-variables.ts'
import { ConfigError, type Environment, findMisspelt } from './environment/index.ts'

/**
 * Reads every variable that the schema names and reports all faults at once.
 *
 * An empty string counts as unset, because Compose files and Kubernetes manifests cannot unset a variable. A variable
 * that is unset has the content of the file that `NAME_FILE` names. Checks between variables (`.superRefine` on the
 * whole schema) run once each variable is valid.
 *
 * @throws {ConfigError} naming the variables at fault, never their values.
 */
export function readConfig<Schema extends z.ZodObject>(schema: Schema, env: Environment): z.output<Schema> {
  const { values, faults } = givenVariables(Object.keys(schema.shape), env)
  if (faults.length > 0) throw new ConfigError(faults)
  const parsed = schema.safeParse(values)
  if (parsed.success) return parsed.data
  const misspelt = new Map(findMisspelt(Object.keys(schema.shape), env).map((found) => [found.meant, found.given]))
  throw new ConfigError(parsed.error.issues.map((issue) => describeIssue(issue, values, misspelt)))
}

/** A quoted value shorter than this counts as part of the rule (`expected one of "info"`), not for a secret. */
const SHORTEST_SECRET_LENGTH = 8

function describeIssue(
  issue: z.core.$ZodIssue,
  given: Readonly<Record<string, string>>,
  misspelt: ReadonlyMap<string, string>,
): ConfigError['faults'][number] {
  const name = issue.path[0]
  if (name === undefined) return { variable: '(several variables)', message: issue.message }
  const variable = issue.path.map(String).join('.')
  const value = given[String(name)]
  if (value === undefined) {
    const instead = misspelt.get(variable)
    const hint = instead === undefined ? '' : `; ${instead} is set, which nothing reads`
    return { variable, message: issue.path.length === 1 ? `is required but not set${hint}` : issue.message }
  }
  const quotesValue = value.length >= SHORTEST_SECRET_LENGTH && issue.message.includes(value)
  return { variable, message: quotesValue ? 'is not valid' : issue.message }
}
