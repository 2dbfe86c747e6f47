import type { Fault } from './fault.ts'
import type { ParsedModule } from './parse-module.ts'
import { isDevelopmentFile } from './source-file.ts'
import { createResolver, type WorkspacePackage } from './workspace.ts'

const LAYER = /^packages\/pipeline\/src\/layers\/([^/]+)/
/** The product files that know the layers: one puts them together, the other lets threads do their work. */
const COMPOSITIONS: readonly string[] = [
  'packages/pipeline/src/compose-layers.ts',
  'packages/pipeline/src/body-work.ts',
]

/**
 * Finds layers that import another layer, and other product code that imports a layer. Tests and development packages
 * may import layers, directly or through the pipeline's faces.
 */
export function checkLayers(
  modules: readonly ParsedModule[],
  packages: readonly WorkspacePackage[],
  isDevelopmentPackage: (name: string) => boolean,
): Fault[] {
  const resolve = createResolver(packages)
  const faces = new Set(packages.flatMap((one) => Object.values(one.faces)))
  const originOf = createOriginFinder(modules, resolve)
  const isFree = (path: string) =>
    isDevelopmentFile(path) ||
    COMPOSITIONS.includes(path) ||
    faces.has(path) ||
    packages.some(({ name, folder }) => path.startsWith(`${folder}/`) && isDevelopmentPackage(name))
  return modules
    .filter(({ path }) => !isFree(path))
    .flatMap((module) => {
      const own = LAYER.exec(module.path)?.[1]
      const imported = module.imports.flatMap(({ specifier, names }) => {
        const path = resolve(module.path, specifier)
        return path === undefined ? [] : names.map((name) => LAYER.exec(originOf(path, name))?.[1])
      })
      const layers = new Set(imported.filter((layer) => layer !== undefined && layer !== own))
      return Array.from(layers, (layer): Fault => {
        const message = `imports the layer ${layer}; ${own === undefined ? `only ${COMPOSITIONS.join(' and ')} may` : 'no layer imports another'}`
        return { path: module.path, rule: 'layer-import', message }
      })
    })
}

/** Follows a name through the modules that hand it on to the file that it stands in. */
function createOriginFinder(
  modules: readonly ParsedModule[],
  resolve: ReturnType<typeof createResolver>,
): (path: string, name: string) => string {
  const byPath = new Map(modules.map((module) => [module.path, module]))
  return function originOf(path, name): string {
    const origin = byPath.get(path)?.exports.find((one) => one.name === name)?.origin
    const next = origin && resolve(path, origin.specifier)
    return next === undefined || origin === undefined ? path : originOf(next, origin.name)
  }
}
