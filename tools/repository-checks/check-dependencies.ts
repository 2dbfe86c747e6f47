import type { Fault } from './fault.ts'
import { type ParsedModule, specifiersOf } from './parse-module.ts'
import { packageNameOf, type WorkspacePackage } from './workspace.ts'

/** Dependencies that no import names, by package, with the reason. */
export type DependencyExceptions = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Finds dependencies that no file of the package imports, and exceptions that are none any more. */
export function checkDependencies(
  modules: readonly ParsedModule[],
  packages: readonly WorkspacePackage[],
  exceptions: DependencyExceptions,
): Fault[] {
  return packages.flatMap(({ name, folder, dependencies, devDependencies }) => {
    const files = modules.filter(({ path }) => path.startsWith(`${folder}/`))
    const imported = new Set(files.flatMap(specifiersOf).map(packageNameOf))
    const unused = [...dependencies, ...devDependencies].filter((one) => !imported.has(one.replace(/^@types\//, '')))
    const excepted = Object.keys(exceptions[name] ?? {})
    const fault = (message: string): Fault => ({ path: `${folder}/package.json`, rule: 'unused-dependency', message })
    return [
      ...unused
        .filter((one) => !excepted.includes(one))
        .map((one) => fault(`depends on ${one}, which no file of the package imports`)),
      ...excepted
        .filter((one) => !unused.includes(one))
        .map((one) => fault(`${one} is excepted in dependency-exceptions.ts and needs no exception`)),
    ]
  })
}
