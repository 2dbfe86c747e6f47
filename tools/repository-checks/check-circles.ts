import type { Fault } from './fault.ts'
import type { ParsedModule } from './parse-module.ts'
import { isDevelopmentFile } from './source-file.ts'
import { createResolver, type WorkspacePackage } from './workspace.ts'

/**
 * Finds circles of imports among product files, imports of types included: none of the files of a circle can be read,
 * tested or moved without all the others. One fault for each circle, at the first of its files by name.
 */
export function checkCircles(modules: readonly ParsedModule[], packages: readonly WorkspacePackage[]): Fault[] {
  const resolve = createResolver(packages)
  const product = modules.filter(({ path }) => !isDevelopmentFile(path))
  const known = new Set(product.map(({ path }) => path))
  const importsOf = new Map(
    product.map(({ path, imports }) => {
      const found = imports.map(({ specifier }) => resolve(path, specifier))
      return [path, [...new Set(found)].filter((one) => one !== undefined && one !== path && known.has(one))] as const
    }),
  )
  const done = new Set<string>()
  return [...importsOf.keys()].sort().flatMap((path): Fault[] => {
    if (done.has(path)) return []
    const circle = shortestCircle(path, importsOf)
    if (circle === undefined) return []
    for (const one of togetherWith(path, importsOf)) done.add(one)
    const message = `imports itself in a circle: ${[...circle, path].join(' -> ')}`
    return [{ path, rule: 'import-circle', message }]
  })
}

type Imports = ReadonlyMap<string, readonly (string | undefined)[]>

/** The files from a file back to itself, itself first; breadth first, so that none is shorter. */
function shortestCircle(start: string, importsOf: Imports): readonly string[] | undefined {
  const cameFrom = new Map<string, string>()
  const queue = [start]
  for (const path of queue) {
    for (const next of importsOf.get(path) ?? []) {
      if (next === undefined) continue
      if (next === start) return trail(path, start, cameFrom)
      if (cameFrom.has(next)) continue
      cameFrom.set(next, path)
      queue.push(next)
    }
  }
  return undefined
}

function trail(end: string, start: string, cameFrom: ReadonlyMap<string, string>): readonly string[] {
  const files = [end]
  for (let at = end; at !== start; ) {
    at = cameFrom.get(at) ?? start
    files.unshift(at)
  }
  return files
}

/** All files that a file leads to and that lead back to it. */
function togetherWith(start: string, importsOf: Imports): readonly string[] {
  const from = reachable(start, (path) => importsOf.get(path) ?? [])
  const importersOf = new Map<string, string[]>()
  for (const [path, all] of importsOf) {
    for (const one of all) if (one !== undefined) importersOf.set(one, [...(importersOf.get(one) ?? []), path])
  }
  const to = reachable(start, (path) => importersOf.get(path) ?? [])
  return [...from].filter((path) => to.has(path))
}

function reachable(start: string, next: (path: string) => readonly (string | undefined)[]): Set<string> {
  const seen = new Set([start])
  for (const path of seen) for (const one of next(path)) if (one !== undefined) seen.add(one)
  return seen
}
