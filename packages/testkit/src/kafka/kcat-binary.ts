import { access, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { canUnpackDebianPackages, unpackDebianPackages } from '../system/debian-packages.ts'
import { withDirectoryLock } from '../system/directory-lock.ts'
import { STATE_DIRECTORY } from '../system/repository-root.ts'

/** kcat, whose library holds a cluster that speaks the protocol of Kafka. */
interface KcatBinary {
  readonly path: string
  readonly libraryPath: string
}

const INSTALL_DIRECTORY = join(STATE_DIRECTORY, 'kcat')

/** Finds kcat in the project's state folder; else fetches Debian's package. Throws where it cannot be fetched. */
export async function obtainKcat(): Promise<KcatBinary> {
  const present = await unpacked()
  if (present !== undefined) return present
  if (!canUnpackDebianPackages()) {
    throw new Error(
      'No Kafka is available: start Docker, set TEST_KAFKA_BROKERS, or use a system with apt-get and dpkg.',
    )
  }
  await withDirectoryLock(`${INSTALL_DIRECTORY}.lock`, async () => {
    if ((await unpacked()) !== undefined) return
    await unpackDebianPackages({
      packages: ['kcat'],
      fallbackPackages: ['kcat', 'librdkafka1', 'libyajl2'],
      targetDirectory: INSTALL_DIRECTORY,
    })
  })
  const installed = await unpacked()
  if (installed === undefined) throw new Error('The Debian package holds no kcat.')
  return installed
}

async function unpacked(): Promise<KcatBinary | undefined> {
  const path = join(INSTALL_DIRECTORY, 'usr/bin/kcat')
  const libraries = join(INSTALL_DIRECTORY, 'usr/lib')
  const triplet = (await readdir(libraries).catch(() => [])).find((name) => name.includes('-linux-'))
  try {
    await access(path)
  } catch {
    return undefined
  }
  return triplet === undefined ? undefined : { path, libraryPath: join(libraries, triplet) }
}
