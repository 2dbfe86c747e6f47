import { SluiceError } from '@sluice/contracts'
import type { Approval } from '@sluice/db'
import { type Caller, mayReach } from '../access-gate.ts'
import type { Dependencies } from '../dependencies.ts'

/** Finds an approval that the caller's action reaches; any other seems not to exist. Throws `not_found`. */
export async function findApproval(
  { approvals }: Pick<Dependencies, 'approvals'>,
  caller: Caller,
  id: string,
): Promise<Approval> {
  const approval = await approvals.get({ tenant: caller.principal.tenant, id })
  const { tenant, departments } = approval
  if (mayReach(caller, { type: 'approval', tenant, departments })) return approval
  throw new SluiceError({ code: 'not_found', message: 'There is no such approval.' })
}
