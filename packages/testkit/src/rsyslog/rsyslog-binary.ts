import { access, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { canUnpackDebianPackages, unpackDebianPackages } from '../system/debian-packages.ts'
import { withDirectoryLock } from '../system/directory-lock.ts'
import { STATE_DIRECTORY } from '../system/repository-root.ts'

export interface RsyslogBinary {
  readonly rsyslogd: string
  /** Takes lines apart by rules of liblognorm, among them CEF. */
  readonly lognormalizer: string
  readonly moduleDirectory: string
  readonly libraryPath: string
}

const INSTALL_DIRECTORY = join(STATE_DIRECTORY, 'rsyslog')
const PACKAGES = ['rsyslog', 'rsyslog-openssl', 'liblognorm-utils']

/**
 * Finds rsyslog with its driver for TLS, and lognormalizer, in the project's state folder; else fetches Debian's
 * packages. Throws where they cannot be fetched.
 */
export async function obtainRsyslog(): Promise<RsyslogBinary> {
  const present = await unpacked()
  if (present !== undefined) return present
  if (!canUnpackDebianPackages()) throw new Error('No rsyslog is available: this system has no apt-get and dpkg.')
  await withDirectoryLock(`${INSTALL_DIRECTORY}.lock`, async () => {
    if ((await unpacked()) !== undefined) return
    await unpackDebianPackages({
      packages: PACKAGES,
      fallbackPackages: [...PACKAGES, 'libestr0', 'libfastjson4', 'liblognorm5'],
      targetDirectory: INSTALL_DIRECTORY,
    })
  })
  const installed = await unpacked()
  if (installed === undefined) throw new Error('The Debian packages hold no rsyslogd with a driver for TLS.')
  return installed
}

async function unpacked(): Promise<RsyslogBinary | undefined> {
  const libraries = join(INSTALL_DIRECTORY, 'usr/lib')
  const triplet = (await readdir(libraries).catch(() => [])).find((name) => name.includes('-linux-'))
  if (triplet === undefined) return undefined
  const libraryPath = join(libraries, triplet)
  const binary = {
    rsyslogd: join(INSTALL_DIRECTORY, 'usr/sbin/rsyslogd'),
    lognormalizer: join(INSTALL_DIRECTORY, 'usr/bin/lognormalizer'),
    moduleDirectory: join(libraryPath, 'rsyslog'),
    libraryPath,
  }
  const files = [binary.rsyslogd, binary.lognormalizer, join(binary.moduleDirectory, 'lmnsd_ossl.so')]
  try {
    for (const file of files) await access(file)
  } catch {
    return undefined
  }
  return binary
}
