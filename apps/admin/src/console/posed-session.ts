import { hash } from 'node:crypto'
import type { Principal } from '@sluice/contracts'

/**
 * Names the session of somebody who poses as a sample user. What is held in it is of the sample user, and who posed is
 * known by this name: the console lets nobody choose another.
 */
export function posedSession({ tenant, sub }: Pick<Principal, 'tenant' | 'sub'>): string {
  return `playground-${hash('sha256', JSON.stringify(['sluice posed session v1', tenant, sub]), 'hex').slice(0, 32)}`
}
