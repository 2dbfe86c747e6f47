import { DirectoryFault } from '@sluice/directory-sync'
import { Client, type Entry } from 'ldapts'

export interface LdapConnection {
  /** `ldap://` or `ldaps://`. */
  readonly url: string
  /** Turns a plain connection into TLS before the credentials are sent (RFC 4513, section 3). */
  readonly startTls: boolean
  readonly bindDn: string
  readonly bindPassword: string
  readonly connectTimeoutMs: number
  /** For one answer: a page, or the bind. */
  readonly answerTimeoutMs: number
  readonly pageSize: number
  /** What to do where parts of the tree are kept on other servers, which are never asked. */
  readonly referrals: 'refuse' | 'ignore'
}

export interface LdapQuery {
  readonly baseDn: string
  readonly filter: string
  readonly attributes: readonly string[]
  /** Attributes whose values are bytes. */
  readonly binary: readonly string[]
}

export interface LdapSearch {
  /** Entries page by page (RFC 2696). Throws {@link DirectoryFault}. */
  pages(query: LdapQuery): AsyncGenerator<readonly Entry[]>
}

/** Binds and searches over one connection. It is closed afterwards, or at once when the signal aborts. */
export async function withLdapSearch<T>(
  connection: LdapConnection,
  signal: AbortSignal,
  work: (search: LdapSearch) => Promise<T>,
): Promise<T> {
  const { url, connectTimeoutMs, answerTimeoutMs } = connection
  const client = new Client({ url, connectTimeout: connectTimeoutMs, timeout: answerTimeoutMs })
  const cut = () => void client.unbind().catch(() => {})
  signal.addEventListener('abort', cut, { once: true })
  try {
    signal.throwIfAborted()
    if (connection.startTls) await client.startTLS({ host: new URL(url).hostname })
    await client.bind(connection.bindDn, connection.bindPassword)
    return await work({ pages: (query) => searchPages(client, connection, query) })
  } catch (error) {
    throw asFault(error, signal)
  } finally {
    signal.removeEventListener('abort', cut)
    await client.unbind().catch(() => {})
  }
}

async function* searchPages(
  client: Client,
  { pageSize, referrals }: LdapConnection,
  { baseDn, filter, attributes, binary }: LdapQuery,
): AsyncGenerator<readonly Entry[]> {
  const pages = client.searchPaginated(baseDn, {
    scope: 'sub',
    derefAliases: 'never',
    filter,
    attributes: [...attributes],
    explicitBufferAttributes: [...binary],
    paged: { pageSize },
  })
  for await (const { searchEntries, searchReferences } of pages) {
    // The library reconnects silently, and then unauthenticated: it would see fewer entries.
    if (!client.isBound) throw new DirectoryFault('unreachable', 'The LDAP connection broke during the search.')
    if (searchReferences.length > 0 && referrals === 'refuse') throw elsewhere()
    yield searchEntries
  }
}

function elsewhere(): DirectoryFault {
  return new DirectoryFault('referral', 'The LDAP server refers to another server, which is not asked.')
}

/** Result codes of RFC 4511, appendix A.1. */
const FAULTS: Readonly<Record<number, () => DirectoryFault>> = {
  3: () => new DirectoryFault('size_limit', "The LDAP search ran into the server's time limit (3)."),
  4: () => new DirectoryFault('size_limit', "The LDAP search ran into the server's size limit (4)."),
  10: elsewhere,
  11: () => new DirectoryFault('size_limit', 'The LDAP search ran into an administrative limit (11).'),
  32: () => new DirectoryFault('refused', 'The LDAP server has no such base, or does not show it (32).'),
  48: () => new DirectoryFault('unauthorized', 'The LDAP server refuses this kind of bind (48).'),
  49: () => new DirectoryFault('unauthorized', 'The LDAP server refuses the credentials (49).'),
  50: () => new DirectoryFault('unauthorized', 'The LDAP account may not do this (50).'),
  51: () => new DirectoryFault('unreachable', 'The LDAP server is busy (51).'),
  52: () => new DirectoryFault('unreachable', 'The LDAP server is not available (52).'),
}

function asFault(error: unknown, signal: AbortSignal): DirectoryFault {
  if (error instanceof DirectoryFault) return error
  if (signal.aborted) return new DirectoryFault('timeout', 'The LDAP search took too long.', { cause: error })
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (typeof code === 'number') {
    return FAULTS[code]?.() ?? new DirectoryFault('refused', `The LDAP server answered with result code ${code}.`)
  }
  const message = error instanceof Error ? error.message : ''
  // The library has no error class for it.
  if (/timeout/i.test(message)) return new DirectoryFault('timeout', 'The LDAP server did not answer in time.')
  return new DirectoryFault('unreachable', 'The LDAP server cannot be reached.', { cause: error })
}
