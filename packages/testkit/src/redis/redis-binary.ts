import { access, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { canUnpackDebianPackages, unpackDebianPackages } from '../system/debian-packages.ts'
import { withDirectoryLock } from '../system/directory-lock.ts'
import { findExecutable } from '../system/find-executable.ts'
import { STATE_DIRECTORY } from '../system/repository-root.ts'

export interface RedisBinary {
  readonly path: string
  /** Folder of the shared libraries that came with it, when it was unpacked by us. */
  readonly libraryPath?: string
}

const DEFAULT_INSTALL_DIRECTORY = join(STATE_DIRECTORY, 'redis')

/**
 * Finds `redis-server` on PATH, or one unpacked earlier; else fetches Debian's package into the project's state folder.
 * Throws an error that names the choices when none of this is possible.
 */
export async function obtainRedisBinary(
  installDirectory = DEFAULT_INSTALL_DIRECTORY,
  onPath = findExecutable('redis-server'),
): Promise<RedisBinary> {
  if (onPath !== undefined) return { path: onPath }
  const present = await unpackedBinary(installDirectory)
  if (present !== undefined) return present
  if (!canUnpackDebianPackages()) throw new Error(noRedisMessage('this system has no apt-get and dpkg'))
  await withDirectoryLock(`${installDirectory}.lock`, async () => {
    if ((await unpackedBinary(installDirectory)) !== undefined) return
    await unpackDebianPackages({
      packages: ['redis-server', 'redis-tools'],
      fallbackPackages: [
        'redis-server',
        'redis-tools',
        'libjemalloc2',
        'liblzf1',
        'liblua5.1-0',
        'lua-cjson',
        'lua-bitop',
      ],
      targetDirectory: installDirectory,
    }).catch((error: unknown) => {
      throw new Error(noRedisMessage(error instanceof Error ? error.message : String(error)), { cause: error })
    })
  })
  const installed = await unpackedBinary(installDirectory)
  if (installed === undefined) throw new Error(noRedisMessage('the Debian package holds no redis-server'))
  return installed
}

async function unpackedBinary(installDirectory: string): Promise<RedisBinary | undefined> {
  const path = join(installDirectory, 'usr/bin/redis-server')
  const libraries = join(installDirectory, 'usr/lib')
  try {
    await access(path)
  } catch {
    return undefined
  }
  const names = await readdir(libraries).catch(() => [])
  const triplet = names.find((name) => name.includes('-linux-'))
  return triplet === undefined ? { path } : { path, libraryPath: join(libraries, triplet) }
}

function noRedisMessage(reason: string): string {
  return [
    `No Redis server is available: ${reason}.`,
    'Do one of these and run the command again:',
    '  - install redis-server so that it is on PATH,',
    '  - start Docker,',
    '  - point TEST_REDIS_URL (tests) or REDIS_URL (npm start) at a running Redis.',
  ].join('\n')
}
