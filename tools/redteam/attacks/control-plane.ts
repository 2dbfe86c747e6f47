import { type Attack, couldNotTell, notStopped, type Outcome, stopped } from '../attack.ts'
import { describe, type Target } from '../target.ts'

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
    stoppedWhen: '403 or 404 for each',
    run: async (target, signal) => {
      const { admin, token } = target.accounts
      if (admin === undefined) return couldNotTell(NO_ADMIN)
      for (const path of SPELLINGS) {
        const reply = await target.fetch(new URL(path, admin), { token, signal })
        if (reply.status < 300) return notStopped(`${path}: ${describe(reply)}`)
      }
      return stopped('none was answered')
    },
  },
  {
    ...{ id: 'admin-through-gateway', group: 'admin', sends: 'paths of the admin service to the gateway' },
    stoppedWhen: '404 for each',
    run: async (target, signal) => {
      for (const path of ['/admin/audit-log', '/soar/command', '/v1/../admin/audit-log']) {
        const reply = await target.fetch(path, { token: target.accounts.token, signal })
        if (reply.status < 300) return notStopped(`${path}: ${describe(reply)}`)
      }
      return stopped('404')
    },
  },
]

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
