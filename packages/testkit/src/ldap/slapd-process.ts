import { randomBytes } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findFreePort } from '../system/free-port.ts'
import { type ManagedProcess, startProcess } from '../system/managed-process.ts'
import { makeTemporaryDirectory } from '../system/temporary-directory.ts'
import { waitForPort } from '../system/wait-for-port.ts'
import { createLdapEntries } from './ldap-entries.ts'
import type { LdapOptions, LdapServer } from './ldap-server.ts'
import { plantTree } from './ldap-tree.ts'
import { obtainSlapdBinary, type SlapdBinary } from './slapd-binary.ts'
import { slapdConfig } from './slapd-config.ts'

const BASE_DN = 'dc=example,dc=test'

/** Starts a private `slapd` on loopback in a temporary folder; it needs no root and no account of its own. */
export async function startSlapdProcess(options: LdapOptions): Promise<LdapServer> {
  const binary = await obtainSlapdBinary()
  const directory = await makeTemporaryDirectory('slapd')
  const dataDirectory = join(directory, 'data')
  await mkdir(dataDirectory, { mode: 0o700 })
  const port = options.port ?? (await findFreePort())
  const url = `ldap://127.0.0.1:${port}`
  const password = randomBytes(12).toString('hex')
  const admin = { dn: `cn=admin,${BASE_DN}`, password }
  const reader = { dn: `cn=reader,${BASE_DN}`, password: randomBytes(12).toString('hex') }
  const launch = async (sizeLimit: number | undefined) => {
    const common = { baseDn: BASE_DN, adminDn: admin.dn, readerDn: reader.dn, password, dataDirectory, sizeLimit }
    const configFile = join(directory, 'slapd.conf')
    await writeFile(configFile, slapdConfig({ ...binary, ...common }), { mode: 0o600 })
    return await launchSlapd(binary, configFile, url, options.logFile)
  }
  let running: ManagedProcess
  try {
    running = await launch(options.sizeLimit)
    await plantTree(url, BASE_DN, admin, reader)
  } catch (error) {
    await rm(directory, { recursive: true, force: true })
    throw error
  }
  return {
    ...createLdapEntries({ url, baseDn: BASE_DN, admin, reader }),
    source: 'binary',
    url,
    port,
    kill: () => running.end('SIGKILL'),
    restart: async (changes = {}) => {
      await running.end()
      running = await launch(changes.sizeLimit ?? options.sizeLimit)
    },
    stop: async () => {
      await running.end()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

async function launchSlapd(binary: SlapdBinary, configFile: string, url: string, logFile: string | undefined) {
  const running = await startProcess({
    name: 'slapd',
    command: binary.path,
    // Only with a debug level does slapd stay in the foreground. Its lines are not needed.
    args: ['-f', configFile, '-h', url, '-d', 'none'],
    env: binary.libraryPath === undefined ? {} : { LD_LIBRARY_PATH: binary.libraryPath },
    readyText: 'slapd starting',
    logFile,
  })
  // It says so a moment before it listens.
  await waitForPort(Number(new URL(url).port))
  return running
}
