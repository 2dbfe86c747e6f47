import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const SCOPE = '@sluice/'

/** The folders with the sources of an app and of every package that it uses, from the repository's root. */
export function sourceFolders(root: string, app: string): readonly string[] {
  const folders = [`apps/${app}`]
  // Grows while it is walked: packages use packages.
  for (const folder of folders) {
    for (const used of packagesOf(root, folder)) if (!folders.includes(used)) folders.push(used)
  }
  return folders.map((folder) => `${folder}/src`)
}

function packagesOf(root: string, folder: string): string[] {
  const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
  return Object.keys(manifest.dependencies ?? {})
    .filter((name) => name.startsWith(SCOPE))
    .map((name) => `packages/${name.slice(SCOPE.length)}`)
}
