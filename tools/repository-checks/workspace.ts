import { posix } from 'node:path'

export interface WorkspacePackage {
  readonly name: string
  /** Path from the repository's root. */
  readonly folder: string
  readonly dependencies: readonly string[]
  readonly devDependencies: readonly string[]
  /** The package's faces: from the specifier that others import, such as `@sluice/x/ports`, to its source file. */
  readonly faces: Readonly<Record<string, string>>
}

/** The name of the package that a specifier names: `@sluice/x` for `@sluice/x/ports`. */
export function packageNameOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

/** Finds the source file behind a specifier, where it is one of this repository. */
export function createResolver(
  packages: readonly WorkspacePackage[],
): (importer: string, specifier: string) => string | undefined {
  const faces = new Map(packages.flatMap((one) => Object.entries(one.faces)))
  return (importer, specifier) =>
    specifier.startsWith('.') ? posix.join(posix.dirname(importer), specifier) : faces.get(specifier)
}
