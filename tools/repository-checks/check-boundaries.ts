import { isBuiltin } from 'node:module'
import { posix } from 'node:path'
import type { BoundaryRule } from './boundary-table.ts'
import { importsOf } from './imports-of.ts'
import { isDevelopmentFile, type SourceFile } from './source-file.ts'

export interface WorkspacePackage {
  readonly name: string
  /** Path from the repository's root. */
  readonly folder: string
  readonly dependencies: readonly string[]
  readonly devDependencies: readonly string[]
}

export interface BoundaryInput {
  readonly table: Readonly<Record<string, BoundaryRule>>
  readonly packages: readonly WorkspacePackage[]
  /** Development dependencies of the root package, such as the test runner. */
  readonly rootDevDependencies: readonly string[]
  readonly files: readonly SourceFile[]
}

const testkit = '@sluice/testkit'

/** Checks imports and declared dependencies against the boundary table and returns one line per fault. */
export function checkBoundaries(input: BoundaryInput): string[] {
  return input.packages.flatMap((workspacePackage) => {
    const rule = input.table[workspacePackage.name]
    if (rule === undefined) return [`${workspacePackage.folder}: ${workspacePackage.name} is not in boundary-table.ts`]
    const context: PackageContext = { ...input, rule, workspacePackage, names: new Set(Object.keys(input.table)) }
    const files = input.files.filter((file) => file.path.startsWith(`${workspacePackage.folder}/`))
    return [...dependencyFaults(context), ...files.flatMap((file) => fileFaults(context, file))]
  })
}

interface PackageContext {
  readonly rule: BoundaryRule
  readonly workspacePackage: WorkspacePackage
  readonly rootDevDependencies: readonly string[]
  /** Names of all workspace packages. */
  readonly names: ReadonlySet<string>
}

function dependencyFaults({ rule, workspacePackage, names }: PackageContext): string[] {
  const { folder, dependencies, devDependencies } = workspacePackage
  const place = `${folder}/package.json`
  const forbidden = dependencies.filter((name) => names.has(name) && !isAllowedInPart(rule, name))
  // Tests may lean on testkit and on what the package itself may use, not on packages above it.
  const wrongDevelopment = devDependencies.filter(
    (name) => names.has(name) && name !== testkit && !isAllowedInPart(rule, name),
  )
  return [
    ...forbidden.map((name) => `${place}: may not depend on ${name}`),
    ...wrongDevelopment.map((name) => `${place}: may not depend on ${name}, not even for its tests`),
  ]
}

function fileFaults(context: PackageContext, file: SourceFile): string[] {
  return importsOf(file).flatMap((specifier) => {
    const fault = specifier.startsWith('.')
      ? relativeFault(context.workspacePackage.folder, file.path, specifier)
      : isBuiltin(specifier)
        ? builtinFault(context, file.path, specifier)
        : packageFault(context, file.path, specifier)
    return fault === undefined ? [] : [`${file.path}: ${fault}`]
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
  const { rule, workspacePackage, rootDevDependencies, names } = context
  const { dependencies, devDependencies } = workspacePackage
  if (name === workspacePackage.name) return undefined
  const isDevelopment = rule.development === true || isDevelopmentFile(path)
  if (name === testkit && !isDevelopment) return `product code may not import ${testkit}`
  const isAllowed = rule.workspace.includes(name) || rule.workspace.includes(specifier)
  if (names.has(name) && !isAllowed && name !== testkit) return `may not import ${specifier}`
  if (!isDevelopment && !names.has(name) && rule.external?.includes(name) === false) return `may not import ${name}`
  const declared = isDevelopment ? [...dependencies, ...devDependencies, ...rootDevDependencies] : dependencies
  if (declared.includes(name) || declared.includes(`@types/${name}`)) return undefined
  return `imports ${name}, which its package.json does not declare${isDevelopment ? '' : ' under dependencies'}`
}

/** Whether the package may be imported, be it as a whole or by some of its subpaths. */
function isAllowedInPart({ workspace }: BoundaryRule, name: string): boolean {
  return workspace.some((allowed) => packageNameOf(allowed) === name)
}

function packageNameOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}
