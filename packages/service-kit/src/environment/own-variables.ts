import type { Environment } from './environment.ts'
import { findMisspelt } from './misspelt-variables.ts'

const FILE = '_FILE'

/**
 * The environment of one of several services in a process: what is set for all, and what is set for it alone, which
 * wins. Variables of one service have its name before theirs, `SOAR_LISTENER__PORT` that of `soar-listener`.
 *
 * @param services the names of all services that variables may be set for; no service sees those of another.
 */
export function environmentOf(service: string, services: readonly string[], env: Environment): Environment {
  const prefixes = services.map(prefixOf)
  const own = Object.entries(env)
    .filter(([name]) => name.startsWith(prefixOf(service)))
    .map(([name, value]): [string, string | undefined] => [name.slice(prefixOf(service).length), value])
  // A value and the file that holds it are two names of one variable.
  const hidden = new Set(own.flatMap(([name]) => [`${name}${FILE}`, name.endsWith(FILE) ? name.slice(0, -5) : name]))
  const shared = Object.entries(env).filter(
    ([name]) => !hidden.has(name) && !prefixes.some((prefix) => name.startsWith(prefix)),
  )
  return Object.fromEntries([...shared, ...own])
}

/** Variables of one service, named as `environmentOf` finds them. */
export function ownVariables(service: string, variables: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(variables).map(([name, value]) => [`${prefixOf(service)}${name}`, value]))
}

/**
 * Finds variables that are set for no service, and whose name is nearly that of one of a service that is not set:
 * `ADMN__PORT`. What is set for a service is not looked at: it sees to its own. Nor is a name without `__`, such as the
 * `ADMIN_PORT` that Kubernetes sets.
 *
 * @param known the variables that each service reads, by its name.
 */
export function findMisspeltServices(
  services: readonly string[],
  known: Readonly<Record<string, readonly string[]>>,
  env: Environment,
): ReturnType<typeof findMisspelt> {
  const prefixes = services.map(prefixOf)
  const unowned = Object.entries(env).filter(
    ([name]) => name.includes('__') && !prefixes.some((prefix) => name.startsWith(prefix)),
  )
  const names = Object.entries(known).flatMap(([service, own]) => own.map((name) => `${prefixOf(service)}${name}`))
  const missing = names.filter((name) => env[name] === undefined)
  return findMisspelt(missing, Object.fromEntries(unowned))
}

function prefixOf(service: string): string {
  return `${service.toUpperCase().replaceAll('-', '_')}__`
}
