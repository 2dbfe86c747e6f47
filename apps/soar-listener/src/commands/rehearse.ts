import { randomUUID } from 'node:crypto'
import { DEFAULT_TENANT, SluiceError } from '@sluice/contracts'
import type { Caller } from '../callers/authenticate-caller.ts'
import type { Dependencies } from '../dependencies.ts'
import { executeOnce } from './execute-once.ts'

type RehearsalDependencies = Parameters<typeof executeOnce>[0] & Pick<Dependencies, 'control'>

/**
 * Goes through a command about nobody before the first real one comes. Cold, a freeze takes six times as long: the
 * model that masks reasons is read, and code is compiled, while the user goes on. Nobody is frozen, nothing is recorded
 * or counted, and what fails here is left to the readiness checks.
 */
export async function rehearse(dependencies: RehearsalDependencies): Promise<void> {
  const sub = randomUUID()
  const caller: Caller = {
    name: 'rehearsal',
    principal: {
      ...{ tenant: DEFAULT_TENANT, sub, username: sub, client: sub },
      ...{ groups: [], roles: [], departments: [] },
    },
    credential: { credential: 'signature' },
  }
  const order = { reason: 'Rehearsal', actor: 'soar:rehearsal' }
  await withoutRefusal(async () => {
    await executeOnce(dependencies, {
      caller,
      command: { command: 'freeze_user', user: { sub }, reason: order.reason },
      idempotencyKey: undefined,
      requestId: sub,
      receivedMs: dependencies.clock.monotonicMs(),
    })
  })
  // There is no such session of such a user.
  await withoutRefusal(() => dependencies.control.freezeSession({ tenant: DEFAULT_TENANT, sub, sessionId: 1 }, order))
}

async function withoutRefusal(step: () => Promise<unknown>): Promise<void> {
  try {
    await step()
  } catch (error) {
    if (!(error instanceof SluiceError)) throw error
  }
}
