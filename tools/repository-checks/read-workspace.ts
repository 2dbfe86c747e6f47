import { glob, readFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import type { WorkspacePackage } from './check-boundaries.ts'

const packageFiles = ['{apps,packages}/*/package.json', 'infra/local/package.json', '{bench,tools}/package.json']

/** Reads the manifests of the workspace. */
export async function readWorkspace(
  root: string,
): Promise<{ packages: WorkspacePackage[]; rootDevDependencies: readonly string[] }> {
  const packages: WorkspacePackage[] = []
  for await (const path of glob(packageFiles, { cwd: root })) {
    const folder = relative(root, dirname(join(root, path)))
      .split(sep)
      .join('/')
    packages.push({ folder, ...(await readManifest(join(root, path))) })
  }
  packages.sort((a, b) => a.folder.localeCompare(b.folder))
  return { packages, rootDevDependencies: (await readManifest(join(root, 'package.json'))).devDependencies }
}

async function readManifest(path: string): Promise<Omit<WorkspacePackage, 'folder'>> {
  const manifest = JSON.parse(await readFile(path, 'utf8'))
  return {
    name: String(manifest.name),
    dependencies: Object.keys(manifest.dependencies ?? {}),
    devDependencies: Object.keys(manifest.devDependencies ?? {}),
  }
}
