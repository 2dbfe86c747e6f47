import { posix } from 'node:path'
import type { Fault } from './fault.ts'
import type { ParsedModule } from './parse-module.ts'
import { isDevelopmentFile } from './source-file.ts'
import { createResolver, type WorkspacePackage } from './workspace.ts'

/** Files whose default export a tool takes by the file's path. */
const LOADED_BY_PATH = [
  /\.config\.ts$/,
  /^tools\/test-report\//,
  /\/generated-client\/drive\.ts$/,
  /\/global-setup\.ts$/,
]

/** Finds `export * from`: what a module offers stands in it by name. */
export function checkExportAll(modules: readonly ParsedModule[]): Fault[] {
  return modules.flatMap(({ path, exportAllLines }) =>
    exportAllLines.map(
      (line): Fault => ({ path, line, rule: 'export-all', message: 'exports by `*`; name what is exported' }),
    ),
  )
}

/**
 * Finds exports that nobody uses. What a package's face exports must be used outside the package, or by its name
 * inside; what another file exports must be imported by another file. A test is a user of what stands in its own
 * folder, above it or one folder below; elsewhere a test alone does not keep an export alive.
 */
export function checkUnusedExports(modules: readonly ParsedModule[], packages: readonly WorkspacePackage[]): Fault[] {
  const usersOf = collectUsers(modules, packages)
  const faces = new Map(
    packages.flatMap(({ folder, faces: all }) => Object.values(all).map((path) => [path, folder] as const)),
  )
  return modules
    .filter(({ path }) => !LOADED_BY_PATH.some((pattern) => pattern.test(path)))
    .flatMap(({ path, exports }) => {
      // What a face for tests offers, its own package's tests may use as well.
      const folder = isDevelopmentFile(path) ? undefined : faces.get(path)
      const isUsed = ({ name }: { readonly name: string }) =>
        [...usersOf(path, name), ...usersOf(path, '*')].some(({ user, byName }) =>
          folder === undefined ? isBeside(user, path) : byName || !user.startsWith(`${folder}/`),
        )
      const who = folder === undefined ? 'no other file' : 'nobody outside the package'
      return exports
        .filter((one) => !isUsed(one))
        .map(({ name, line }): Fault => {
          return { path, line, rule: 'unused-export', message: `exports ${name}, which ${who} uses` }
        })
    })
}

interface User {
  /** The file that uses an export. */
  readonly user: string
  /** Whether it names the package rather than the file. */
  readonly byName: boolean
}

function collectUsers(
  modules: readonly ParsedModule[],
  packages: readonly WorkspacePackage[],
): (path: string, name: string) => readonly User[] {
  const resolve = createResolver(packages)
  const users = new Map<string, User[]>()
  for (const { path: user, imports } of modules) {
    for (const { specifier, names } of imports) {
      const path = resolve(user, specifier)
      if (path === undefined || path === user) continue
      for (const name of names) {
        const key = `${path} ${name}`
        const known = users.get(key) ?? []
        known.push({ user, byName: !specifier.startsWith('.') })
        users.set(key, known)
      }
    }
  }
  return (path, name) => users.get(`${path} ${name}`) ?? []
}

/**
 * Whether a user of a file keeps its exports alive: any product file does, and a test in the file's folder, below it or
 * one folder above. A folder for tests counts as the one that it stands in, and `fixtures` beside `src` as `src`.
 */
function isBeside(user: string, path: string): boolean {
  if (!isDevelopmentFile(user) || isDevelopmentFile(path)) return true
  const folder = posix.dirname(user)
  const above = posix.dirname(folder)
  const places = /^(?:end-to-end|fixtures|testing)$/.test(posix.basename(folder)) ? [above, `${above}/src`] : [folder]
  const own = posix.dirname(path)
  return places.some((place) => place === own || place.startsWith(`${own}/`) || place === posix.dirname(own))
}
