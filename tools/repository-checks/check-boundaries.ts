import { isBuiltin } from 'node:module'
import { posix } from 'node:path'
import type { BoundaryRule } from './boundary-table.ts'
import type { Fault } from './fault.ts'
import { type ParsedModule, specifiersOf } from './parse-module.ts'
import { isDevelopmentFile } from './source-file.ts'
import { packageNameOf, type WorkspacePackage } from './workspace.ts'

interface BoundaryInput {
  readonly table: Readonly<Record<string, BoundaryRule>>
  /** Packages with ports, and the specifier of these. */
  readonly ports: Readonly<Record<string, string>>
  readonly packages: readonly WorkspacePackage[]
  /** Development dependencies of the root package, such as the test runner. */
  readonly rootDevDependencies: readonly string[]
  readonly modules: readonly ParsedModule[]
}

/** Packages that every test may lean on, and no product code. */
const TEST_HELPERS = new Set(['@sluice/testkit', '@sluice/test-stack'])

/** Checks imports and declared dependencies against the boundary table. */
export function checkBoundaries(input: BoundaryInput): Fault[] {
  return input.packages.flatMap((workspacePackage) => {
    const { name, folder } = workspacePackage
    const rule = input.table[name]
    if (rule === undefined) return [faultAt(folder, `${name} is not in boundary-table.ts`)]
    const context: PackageContext = { ...input, rule, workspacePackage, names: new Set(Object.keys(input.table)) }
    const modules = input.modules.filter(({ path }) => path.startsWith(`${folder}/`))
    return [...dependencyFaults(context), ...modules.flatMap((module) => moduleFaults(context, module))]
  })
}

function faultAt(path: string, message: string): Fault {
  return { path, rule: 'boundary', message }
}

interface PackageContext {
  readonly rule: BoundaryRule
  readonly ports: Readonly<Record<string, string>>
  readonly workspacePackage: WorkspacePackage
  readonly rootDevDependencies: readonly string[]
  /** Names of all workspace packages. */
  readonly names: ReadonlySet<string>
}

function dependencyFaults({ rule, workspacePackage, names }: PackageContext): Fault[] {
  const { folder, dependencies, devDependencies } = workspacePackage
  const place = `${folder}/package.json`
  const forbidden = dependencies.filter((name) => names.has(name) && !isAllowedInPart(rule, name))
  // Tests may lean on test helpers and on what the package itself may use, not on packages above it.
  const wrongDevelopment = devDependencies.filter(
    (name) =>
      names.has(name) && !TEST_HELPERS.has(name) && !isAllowedInPart(rule, name) && !isForDevelopment(rule, name),
  )
  return [
    ...forbidden.map((name) => faultAt(place, `may not depend on ${name}`)),
    ...wrongDevelopment.map((name) => faultAt(place, `may not depend on ${name}, not even for its tests`)),
  ]
}

function moduleFaults(context: PackageContext, module: ParsedModule): Fault[] {
  const { path } = module
  return specifiersOf(module).flatMap((specifier) => {
    const fault = specifier.startsWith('.')
      ? relativeFault(context.workspacePackage.folder, path, specifier)
      : isBuiltin(specifier)
        ? builtinFault(context, path, specifier)
        : packageFault(context, path, specifier)
    return fault === undefined ? [] : [faultAt(path, fault)]
  })
}

function relativeFault(folder: string, path: string, specifier: string): string | undefined {
  const target = posix.join(posix.dirname(path), specifier)
  return target.startsWith(`${folder}/`) ? undefined : `the relative import ${specifier} leaves the package`
}

function builtinFault({ rule }: PackageContext, path: string, specifier: string): string | undefined {
  if (isDevelopmentFile(path)) return undefined
  const [name = ''] = specifier.replace(/^node:/, '').split('/')
  return rule.forbiddenBuiltins?.includes(name)
    ? `may not import ${specifier}: it reaches outside the process`
    : undefined
}

function packageFault(context: PackageContext, path: string, specifier: string): string | undefined {
  const name = packageNameOf(specifier)
  const { rule, ports, workspacePackage, rootDevDependencies, names } = context
  const { dependencies, devDependencies } = workspacePackage
  if (name === workspacePackage.name) return undefined
  const isDevelopment = rule.development === true || isDevelopmentFile(path)
  if (TEST_HELPERS.has(name) && !isDevelopment) return `product code may not import ${name}`
  const isAllowed =
    rule.workspace.includes(name) ||
    rule.workspace.includes(specifier) ||
    // Tests may also take the contract suites of what their package implements in part.
    (isDevelopment && (isAllowedInPart(rule, name) || rule.tests?.includes(specifier) === true))
  if (names.has(name) && !isAllowed && !TEST_HELPERS.has(name)) return `may not import ${specifier}`
  const ownPorts = /\/src\/adapters\//.test(path) && !isDevelopment ? ports[name] : undefined
  if (ownPorts !== undefined && specifier !== ownPorts) return `an adapter may import of ${name} only ${ownPorts}`
  if (!isDevelopment && !names.has(name) && rule.external?.includes(name) === false) return `may not import ${name}`
  const declared = isDevelopment ? [...dependencies, ...devDependencies, ...rootDevDependencies] : dependencies
  if (declared.includes(name) || declared.includes(`@types/${name}`)) return undefined
  return `imports ${name}, which its package.json does not declare${isDevelopment ? '' : ' under dependencies'}`
}

/** Whether the package may be imported, be it as a whole or by some of its subpaths. */
function isAllowedInPart({ workspace }: BoundaryRule, name: string): boolean {
  return workspace.some((allowed) => packageNameOf(allowed) === name)
}

function isForDevelopment({ tests = [], build = [] }: BoundaryRule, name: string): boolean {
  return [...tests, ...build].some((allowed) => packageNameOf(allowed) === name)
}
