import { startFromFirst } from '../system/first-source.ts'
import { useLdapFromEnvironment } from './ldap-from-environment.ts'
import type { LdapOptions, LdapServer } from './ldap-server.ts'
import { startSlapdContainer } from './slapd-container.ts'
import { startSlapdProcess } from './slapd-process.ts'

/**
 * Starts a real LDAP server: `TEST_LDAP_URL`, else Docker, else a local `slapd`, which is fetched when it is missing.
 * Throws an error that names the choices when no way works.
 */
export function startLdap(options: LdapOptions = {}): Promise<LdapServer> {
  return startFromFirst(
    {
      variable: 'TEST_LDAP_URL',
      environment: (url) => useLdapFromEnvironment(url, options),
      docker: () => startSlapdContainer(options),
      binary: () => startSlapdProcess(options),
    },
    options.sources,
  )
}
