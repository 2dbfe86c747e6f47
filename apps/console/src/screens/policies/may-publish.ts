import { useMay, useSession } from '../../api/session.ts'

/**
 * Says whether the person publishes policies of a kind: AIGO those that are not immutable, a CISO those that are
 * (gateway specification, section 4). The API decides; this only hides what it would refuse.
 */
export function useMayPublish(isImmutable: boolean): boolean {
  const { user } = useSession()
  const mayWrite = useMay('write-policy')
  return mayWrite && user.roles.includes(isImmutable ? 'ciso' : 'aigo')
}

/** Says who publishes a policy of a kind. */
export function publishersOf(isImmutable: boolean): string {
  return isImmutable ? 'Only a CISO changes immutable policies.' : 'Only AIGO changes policies that are not immutable.'
}
