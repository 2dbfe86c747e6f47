import { randomBytes } from 'node:crypto'
import { findFreePort } from '../system/free-port.ts'
import { createLdapEntries } from './ldap-entries.ts'
import type { LdapOptions, LdapServer } from './ldap-server.ts'
import { plantTree } from './ldap-tree.ts'
import { slapdConfig } from './slapd-config.ts'

const image = 'osixia/openldap:1.5.0'
const baseDn = 'dc=example,dc=test'
const configFile = '/tmp/slapd.conf'

/** Starts `slapd` in a container through testcontainers, with the configuration that a local one has. */
export async function startSlapdContainer(options: LdapOptions): Promise<LdapServer> {
  const { GenericContainer, getContainerRuntimeClient, Wait } = await import('testcontainers')
  const port = options.port ?? (await findFreePort())
  const password = randomBytes(12).toString('hex')
  const admin = { dn: `cn=admin,${baseDn}`, password }
  const reader = { dn: `cn=reader,${baseDn}`, password: randomBytes(12).toString('hex') }
  const configText = (sizeLimit: number | undefined) =>
    slapdConfig({
      schemaDirectory: '/etc/ldap/schema',
      moduleDirectory: '/usr/lib/ldap',
      dataDirectory: '/tmp/ldap-data',
      baseDn,
      adminDn: admin.dn,
      readerDn: reader.dn,
      password,
      sizeLimit,
    })
  const command = `mkdir -p /tmp/ldap-data && exec slapd -f ${configFile} -h ldap://0.0.0.0:389 -d none`
  const started = await new GenericContainer(image)
    .withExposedPorts({ container: 389, host: port })
    .withCopyContentToContainer([{ content: configText(options.sizeLimit), target: configFile }])
    .withEntrypoint(['/bin/sh', '-c', command])
    .withWaitStrategy(Wait.forAll([Wait.forLogMessage('slapd starting'), Wait.forListeningPorts()]))
    .start()
  const client = await getContainerRuntimeClient()
  const handle = client.container.getById(started.getId())
  const url = `ldap://${started.getHost()}:${port}`
  await plantTree(url, baseDn, admin, reader)
  return {
    ...createLdapEntries({ url, baseDn, admin, reader }),
    source: 'docker',
    url,
    port,
    kill: async () => {
      await handle.kill({ signal: 'SIGKILL' })
    },
    restart: async ({ sizeLimit = options.sizeLimit } = {}) => {
      await started.copyContentToContainer([{ content: configText(sizeLimit), target: configFile }])
      await handle.restart()
    },
    stop: async () => {
      await started.stop({ remove: true, removeVolumes: true })
    },
  }
}
