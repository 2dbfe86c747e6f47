import { glob, readFile } from 'node:fs/promises'
import { dirname, join, posix, relative, sep } from 'node:path'
import type { WorkspacePackage } from './workspace.ts'

const PACKAGE_FILES = [
  '{apps,packages}/*/package.json',
  'infra/local/package.json',
  '{bench,examples,tools}/package.json',
]

/** Reads the manifests of the workspace. */
export async function readWorkspace(
  root: string,
): Promise<{ packages: WorkspacePackage[]; rootDevDependencies: readonly string[] }> {
  const packages: WorkspacePackage[] = []
  for await (const path of glob(PACKAGE_FILES, { cwd: root })) {
    const folder = relative(root, dirname(join(root, path)))
      .split(sep)
      .join('/')
    packages.push(await readPackage(root, folder))
  }
  packages.sort((a, b) => a.folder.localeCompare(b.folder))
  return { packages, rootDevDependencies: (await readPackage(root, '')).devDependencies }
}

async function readPackage(root: string, folder: string): Promise<WorkspacePackage> {
  const manifest = JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8'))
  const name = String(manifest.name)
  return {
    name,
    folder,
    dependencies: Object.keys(manifest.dependencies ?? {}),
    devDependencies: Object.keys(manifest.devDependencies ?? {}),
    faces: facesOf(name, folder, Object(manifest.exports ?? {})),
  }
}

function facesOf(
  name: string,
  folder: string,
  exports: Readonly<Record<string, Readonly<Record<string, string>>>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(exports).flatMap(([subpath, conditions]) => {
      const source = conditions['@sluice/source']
      return source === undefined ? [] : [[posix.join(name, subpath), posix.join(folder, source)]]
    }),
  )
}
