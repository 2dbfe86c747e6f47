import { spawnSync } from 'node:child_process'

// biome-ignore lint/suspicious/noTemplateCurlyInString: dpkg's own placeholder.
const VERSION = '${Version}'
const known = new Map<string, { readonly package: string; readonly version: string } | undefined>()

/** The installed Debian package that a file belongs to. */
export function debianPackageOf(file: string): { readonly package: string; readonly version: string } | undefined {
  if (!known.has(file)) known.set(file, ask(file))
  return known.get(file)
}

function ask(file: string) {
  const [name] = run('dpkg-query', ['-S', file]).split(': ')
  if (name === undefined || name === '') return undefined
  const plain = name.split(',')[0]?.replace(/:\w+$/, '') ?? name
  return { package: plain, version: debianVersionOf(plain) }
}

/** The version of an installed Debian package; empty where it is not installed. */
export function debianVersionOf(name: string): string {
  return run('dpkg-query', ['-W', '-f', VERSION, name])
}

function run(command: string, args: readonly string[]): string {
  return spawnSync(command, args, { encoding: 'utf8' }).stdout?.trim() ?? ''
}
