import { randomBytes } from 'node:crypto'
import { findFreePort } from '../system/free-port.ts'
import { createLdapEntries } from './ldap-entries.ts'
import type { LdapOptions, LdapServer } from './ldap-server.ts'
import { plantTree } from './ldap-tree.ts'
import { slapdConfig } from './slapd-config.ts'

const IMAGE = 'osixia/openldap:1.5.0'
const BASE_DN = 'dc=example,dc=test'
const CONFIG_FILE = '/tmp/slapd.conf'

/** Starts `slapd` in a container through testcontainers, with the configuration that a local one has. */
export async function startSlapdContainer(options: LdapOptions): Promise<LdapServer> {
  const { GenericContainer, getContainerRuntimeClient, Wait } = await import('testcontainers')
  const port = options.port ?? (await findFreePort())
  const password = randomBytes(12).toString('hex')
  const admin = { dn: `cn=admin,${BASE_DN}`, password }
  const reader = { dn: `cn=reader,${BASE_DN}`, password: randomBytes(12).toString('hex') }
  const configText = (sizeLimit: number | undefined) =>
    slapdConfig({
      schemaDirectory: '/etc/ldap/schema',
      moduleDirectory: '/usr/lib/ldap',
      dataDirectory: '/tmp/ldap-data',
      baseDn: BASE_DN,
      adminDn: admin.dn,
      readerDn: reader.dn,
      password,
      sizeLimit,
    })
  const command = `mkdir -p /tmp/ldap-data && exec slapd -f ${CONFIG_FILE} -h ldap://0.0.0.0:389 -d none`
  const started = await new GenericContainer(IMAGE)
    .withExposedPorts({ container: 389, host: port })
    .withCopyContentToContainer([{ content: configText(options.sizeLimit), target: CONFIG_FILE }])
    .withEntrypoint(['/bin/sh', '-c', command])
    .withWaitStrategy(Wait.forAll([Wait.forLogMessage('slapd starting'), Wait.forListeningPorts()]))
    .start()
  const client = await getContainerRuntimeClient()
  const handle = client.container.getById(started.getId())
  const url = `ldap://${started.getHost()}:${port}`
  await plantTree(url, BASE_DN, admin, reader)
  return {
    ...createLdapEntries({ url, baseDn: BASE_DN, admin, reader }),
    source: 'docker',
    url,
    port,
    kill: async () => {
      await handle.kill({ signal: 'SIGKILL' })
    },
    restart: async ({ sizeLimit = options.sizeLimit } = {}) => {
      await started.copyContentToContainer([{ content: configText(sizeLimit), target: CONFIG_FILE }])
      await handle.restart()
    },
    stop: async () => {
      await started.stop({ remove: true, removeVolumes: true })
    },
  }
}
