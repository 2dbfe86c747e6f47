import type { Environment } from './environment.ts'

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
 * Names that look like a variable of one service, and are none because no service has the name before it: `known` are
 * the variables that services read.
 */
export function unownedVariables(services: readonly string[], known: ReadonlySet<string>, env: Environment): string[] {
  const prefixes = services.map(prefixOf)
  return Object.keys(env).filter((name) => {
    const at = name.lastIndexOf('__')
    return at > 0 && known.has(name.slice(at + 2)) && !prefixes.includes(name.slice(0, at + 2))
  })
}

function prefixOf(service: string): string {
  return `${service.toUpperCase().replaceAll('-', '_')}__`
}
