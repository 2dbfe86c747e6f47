import { useQuery } from '@tanstack/react-query'
import { pendingApprovalsQuery } from '../api/approvals.ts'
import { useMay } from '../api/session.ts'

/** How many requests wait for a human, as far as one page tells: `100+` where there are more. */
export function useWaitingCount(): string | undefined {
  const { data } = useQuery({ ...pendingApprovalsQuery, enabled: useMay('list-approvals') })
  if (data === undefined) return undefined
  return data.next === undefined ? String(data.data.length) : `${data.data.length}+`
}
