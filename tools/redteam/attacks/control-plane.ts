import { type Attack, couldNotTell, notStopped, type Outcome, stopped } from '../attack.ts'
import { exchangeRaw, statusesOf } from '../raw-socket.ts'
import { describe, type Target } from '../target.ts'

const SOON_MS = 15_000
const NOBODY = 'redteam-nobody'
const NO_ID = '00000000-0000-4000-8000-000000000000'

/** Reads, and acts on what is not there, so that nothing is lost where one is not stopped. */
const OPERATIONS: readonly (readonly [method: string, path: string, body?: object])[] = [
  ['GET', '/admin/audit-log'],
  ['GET', '/admin/sessions'],
  ['GET', '/admin/sessions/1'],
  ['GET', '/admin/users'],
  ['GET', '/admin/policies'],
  ['GET', '/admin/private-semantic-map'],
  ['GET', '/admin/siem-events'],
  ['GET', '/admin/break-glass'],
  ['GET', `/admin/break-glass/${NO_ID}/mappings`],
  ['GET', '/admin/approvals'],
  ['GET', '/admin/evidence?from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z'],
  ['GET', '/admin/legal-holds'],
  ['GET', '/admin/overview'],
  ['GET', '/admin/endpoints'],
  ['POST', `/admin/users/${NOBODY}/freeze`, { reason: 'red team' }],
  ['POST', `/admin/users/${NOBODY}/unfreeze`, { reason: 'red team' }],
  ['POST', `/admin/approvals/${NO_ID}`, { decision: 'approve', comment: 'red team' }],
  ['DELETE', `/admin/policies/${NOBODY}`],
]

const SPELLINGS = [
  '/admin//audit-log',
  '/admin/./audit-log',
  '/ADMIN/audit-log',
  '/admin/audit-log/',
  '/admin/%61udit-log',
  '/x/../admin/audit-log',
]

const OVER_GATEWAY = ['/admin/audit-log', '/soar/command', '/v1/../admin/audit-log', '/v1/%2e%2e/admin/audit-log']

const NO_ADMIN = 'it needs --admin'

/** The admin service, asked by somebody without a role. */
export const CONTROL_PLANE: readonly Attack[] = [
  {
    ...{ id: 'admin-without-token', group: 'admin', sends: `${OPERATIONS.length} operations without a token` },
    stoppedWhen: '401 for each',
    run: async (target, signal) => await callAll(target, undefined, [401], signal),
  },
  {
    ...{
      id: 'admin-without-role',
      group: 'admin',
      sends: `${OPERATIONS.length} operations with the token of an ordinary user`,
    },
    stoppedWhen: '403 for each',
    run: async (target, signal) => await callAll(target, target.accounts.token, [403], signal),
  },
  {
    ...{ id: 'admin-spellings', group: 'admin', sends: 'the audit trail under other spellings of its path' },
    stoppedWhen: 'none is answered',
    run: async (target, signal) => {
      const { admin } = target.accounts
      return admin === undefined ? couldNotTell(NO_ADMIN) : await spell(target, admin, SPELLINGS, signal)
    },
  },
  {
    ...{ id: 'admin-through-gateway', group: 'admin', sends: 'paths of the control plane to the gateway' },
    stoppedWhen: 'none is answered',
    run: async (target, signal) => await spell(target, target.url, OVER_GATEWAY, signal),
  },
]

/** Over a socket, because a client that knows URLs would mend the spelling before it sends it. */
async function spell(target: Target, url: URL, paths: readonly string[], signal: AbortSignal): Promise<Outcome> {
  const seen: number[] = []
  for (const path of paths) {
    target.count()
    const head = [`GET ${path} HTTP/1.1`, `host: ${url.host}`, `authorization: Bearer ${target.accounts.token}`]
    const pieces = [[...head, 'connection: close', '', ''].join('\r\n')]
    const [status] = statusesOf((await exchangeRaw(url, pieces, { waitMs: SOON_MS, signal })).text)
    if (status === undefined) return couldNotTell(`${path}: no answer`)
    if (status < 300) return notStopped(`${path}: ${status}`)
    seen.push(status)
  }
  return stopped(seen.join(', '))
}

async function callAll(
  target: Target,
  token: string | undefined,
  expected: readonly number[],
  signal: AbortSignal,
): Promise<Outcome> {
  const { admin } = target.accounts
  if (admin === undefined) return couldNotTell(NO_ADMIN)
  for (const [method, path, body] of OPERATIONS) {
    const reply = await target.fetch(new URL(path, admin), {
      ...{ method, token, signal, headers: { 'content-type': 'application/json' } },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (reply.status < 300) return notStopped(`${method} ${path}: ${describe(reply)}`)
    if (!expected.includes(reply.status)) return couldNotTell(`${method} ${path}: ${describe(reply)}`)
  }
  return stopped(`${expected.join(' or ')} for each`)
}
