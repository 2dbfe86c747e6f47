import type { z } from 'zod'

/** What `process.env` looks like, so that a test can pass its own. */
export type Environment = Readonly<Record<string, string | undefined>>

export interface ConfigFault {
  /** The variable, and for a JSON variable the place inside it: `UPSTREAMS.0.url`. */
  readonly variable: string
  readonly message: string
}

/** The configuration cannot be used. Lists every fault; never holds the value of a variable. */
export class ConfigError extends Error {
  readonly faults: readonly ConfigFault[]

  constructor(faults: readonly ConfigFault[]) {
    const lines = faults.map(({ variable, message }) => `  ${variable}: ${message}`)
    super(`The configuration has ${faults.length === 1 ? '1 fault' : `${faults.length} faults`}:\n${lines.join('\n')}`)
    this.name = 'ConfigError'
    this.faults = faults
  }
}

/**
 * Reads every variable that the schema names and reports all faults at once.
 *
 * An empty string counts as unset, because Compose files and Kubernetes manifests cannot unset a variable. Checks
 * between variables (`.superRefine` on the whole schema) run once the variables are each right.
 *
 * @throws {ConfigError} naming the variables at fault, never their values.
 */
export function readConfig<Schema extends z.ZodObject>(schema: Schema, env: Environment): z.output<Schema> {
  const given: Record<string, string> = {}
  for (const name of Object.keys(schema.shape)) {
    const value = env[name]
    if (value !== undefined && value !== '') given[name] = value
  }
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  throw new ConfigError(parsed.error.issues.map((issue) => describeIssue(issue, given)))
}

/** A quoted value shorter than this is taken for part of the rule (`expected one of "info"`), not for a secret. */
const SHORTEST_SECRET_LENGTH = 8

function describeIssue(issue: z.core.$ZodIssue, given: Readonly<Record<string, string>>): ConfigFault {
  const name = issue.path[0]
  if (name === undefined) return { variable: '(several variables)', message: issue.message }
  const variable = issue.path.map(String).join('.')
  const value = given[String(name)]
  if (value === undefined)
    return { variable, message: issue.path.length === 1 ? 'is required but not set' : issue.message }
  const quotesValue = value.length >= SHORTEST_SECRET_LENGTH && issue.message.includes(value)
  return { variable, message: quotesValue ? 'is not valid' : issue.message }
}
