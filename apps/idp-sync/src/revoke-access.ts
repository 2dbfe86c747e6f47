import type { Reconciliation, Revocation, RevocationCause } from '@sluice/directory-sync'
import type { FreezeControl, SessionStore } from '@sluice/sessions'
import { forEachBounded } from './for-each-bounded.ts'

/** Freezes that run at once. Each mostly waits for the gateways. */
const AT_ONCE = 256

interface RevokeOptions {
  readonly freezeControl: Pick<FreezeControl, 'freezeUser'>
  readonly sessions: Pick<SessionStore, 'findUser'>
  readonly directory: string
  readonly tenant: string
  readonly runId: string
}

export interface RevokeReport {
  /** Subjects that are frozen now because of this pull. */
  readonly frozen: number
  /** Subjects whose freeze not every gateway has acknowledged; those stop by themselves. */
  readonly unacknowledged: number
}

const REASONS: Readonly<Record<RevocationCause | 'renamed', string>> = {
  deleted: 'The user was deleted in the directory.',
  deactivated: 'The user was disabled in the directory.',
  passed_on: 'The subject belongs to another user of the directory from now on.',
  renamed: 'The user was frozen under another subject before.',
}

/**
 * Freezes every subject that loses its access, and the new subjects of users that were renamed while frozen. Throws
 * `dependency_unavailable` when one cannot be frozen, after trying all: then nothing is written, and the next pull
 * finds the same revocations again.
 */
export async function revokeAccess(
  plan: Pick<Reconciliation, 'revocations' | 'renames'>,
  options: RevokeOptions,
): Promise<RevokeReport> {
  const { freezeControl, directory, tenant, runId } = options
  const carried = await frozenBefore(plan, options)
  const targets: { readonly sub: string; readonly cause: RevocationCause | 'renamed' }[] = [
    ...plan.revocations,
    ...carried,
  ]
  let unacknowledged = 0
  await forEachBounded(targets, AT_ONCE, async ({ sub, cause }) => {
    const order = { actor: `directory:${directory}`, reason: REASONS[cause], requestId: runId }
    const { gateways } = await freezeControl.freezeUser({ tenant, sub }, order)
    if (gateways.missing.length > 0) unacknowledged += 1
  })
  return { frozen: targets.length, unacknowledged }
}

/** New names of those who are frozen, or are about to be because they were disabled under a new name. */
async function frozenBefore(
  { revocations, renames }: Pick<Reconciliation, 'revocations' | 'renames'>,
  { sessions, tenant }: RevokeOptions,
) {
  const disabled = new Set(revocations.filter(isDisabled).map(({ sub }) => sub))
  const carried: { readonly sub: string; readonly cause: 'renamed' }[] = []
  await forEachBounded(renames, AT_ONCE, async ({ from, to }) => {
    const frozen =
      disabled.has(from) || (await sessions.findUser({ tenant, sub: from })).freezeState?.state === 'frozen'
    if (frozen) carried.push({ sub: to, cause: 'renamed' })
  })
  return carried
}

function isDisabled({ cause }: Revocation): boolean {
  return cause === 'deactivated'
}
