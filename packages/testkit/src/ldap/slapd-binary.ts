import { access, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { canUnpackDebianPackages, unpackDebianPackages } from '../system/debian-packages.ts'
import { withDirectoryLock } from '../system/directory-lock.ts'
import { findExecutable } from '../system/find-executable.ts'
import { STATE_DIRECTORY } from '../system/repository-root.ts'

export interface SlapdBinary {
  readonly path: string
  readonly schemaDirectory: string
  /** Absent where back ends and overlays are built in. */
  readonly moduleDirectory?: string
  /** Folder of the shared libraries that came with it, when it was unpacked by us. */
  readonly libraryPath?: string
}

const DEFAULT_INSTALL_DIRECTORY = join(STATE_DIRECTORY, 'slapd')
const LIBRARIES = /-linux-/

/**
 * Finds `slapd` on PATH, or one unpacked earlier; else fetches Debian's package into the project's state folder.
 * Throws an error that names the choices when none of this is possible.
 */
export async function obtainSlapdBinary(
  installDirectory = DEFAULT_INSTALL_DIRECTORY,
  onPath = findExecutable('slapd'),
): Promise<SlapdBinary> {
  if (onPath !== undefined) return await installedBinary(onPath)
  const present = await unpackedBinary(installDirectory)
  if (present !== undefined) return present
  if (!canUnpackDebianPackages()) throw new Error(noSlapdMessage('this system has no apt-get and dpkg'))
  await withDirectoryLock(`${installDirectory}.lock`, async () => {
    if ((await unpackedBinary(installDirectory)) !== undefined) return
    await unpackDebianPackages({
      packages: ['slapd'],
      fallbackPackages: [
        'slapd',
        'libldap-2.5-0',
        'libltdl7',
        'libodbc2',
        'libsasl2-2',
        'libsasl2-modules-db',
        'libwrap0',
      ],
      targetDirectory: installDirectory,
    }).catch((error: unknown) => {
      throw new Error(noSlapdMessage(error instanceof Error ? error.message : String(error)), { cause: error })
    })
  })
  const installed = await unpackedBinary(installDirectory)
  if (installed === undefined) throw new Error(noSlapdMessage('the Debian package holds no slapd'))
  return installed
}

/** Debian and Fedora keep schemas and modules in different places. */
async function installedBinary(path: string): Promise<SlapdBinary> {
  const schemaDirectory = await firstFolder(['/etc/ldap/schema', '/etc/openldap/schema'])
  if (schemaDirectory === undefined) throw new Error(noSlapdMessage(`${path} has no schema folder`))
  const moduleDirectory = await firstFolder(['/usr/lib/ldap', '/usr/lib64/openldap', '/usr/lib/openldap'])
  return { path, schemaDirectory, ...(moduleDirectory === undefined ? {} : { moduleDirectory }) }
}

async function unpackedBinary(installDirectory: string): Promise<SlapdBinary | undefined> {
  const path = join(installDirectory, 'usr/sbin/slapd')
  if (!(await exists(path))) return undefined
  const libraries = join(installDirectory, 'usr/lib')
  const triplet = (await readdir(libraries)).find((name) => LIBRARIES.test(name))
  return {
    path,
    schemaDirectory: join(installDirectory, 'etc/ldap/schema'),
    moduleDirectory: join(dirname(dirname(path)), 'lib/ldap'),
    ...(triplet === undefined ? {} : { libraryPath: join(libraries, triplet) }),
  }
}

async function firstFolder(candidates: readonly string[]): Promise<string | undefined> {
  for (const candidate of candidates) if (await exists(candidate)) return candidate
  return undefined
}

async function exists(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  )
}

function noSlapdMessage(reason: string): string {
  return [
    `No LDAP server is available: ${reason}.`,
    'Do one of these and run the command again:',
    '  - install slapd so that it is on PATH,',
    '  - start Docker,',
    '  - point TEST_LDAP_URL at a running server: ldap://BIND-DN:PASSWORD@HOST:PORT/BASE-DN, each percent-encoded.',
  ].join('\n')
}
