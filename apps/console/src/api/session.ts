import { type QueryClient, queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { CONSOLE_HEADERS } from './client.ts'
import { ApiProblem } from './problem.ts'

/** Who is logged in, and what that person may do. */
interface ConsoleSession {
  readonly user: {
    readonly subject: string
    readonly name: string
    readonly tenant: string
    readonly roles: readonly string[]
    readonly departments: readonly string[]
  }
  /** Actions of the admin API: `decide-approval`, `freeze-user` and so on. */
  readonly actions: readonly string[]
  readonly expires_at: string
  readonly idle_timeout_seconds: number
  readonly playground: { readonly users: readonly string[] } | null
  readonly assessment: boolean
}

/** Asks who is logged in; gives `null` where nobody is. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }): Promise<ConsoleSession | null> => {
    const response = await fetch('/console/session', { headers: CONSOLE_HEADERS, signal })
    if (response.status === 401) return null
    if (!response.ok) throw new ApiProblem(response.status, await response.json().catch(() => undefined))
    return await response.json()
  },
  staleTime: Number.POSITIVE_INFINITY,
})

/** Why nobody is logged in any more, as the service says it: `logout`, `frozen`, `idle`, `expired`, `role_change`. */
export const endReasonQuery = queryOptions<string | null>({
  queryKey: ['session-end'],
  queryFn: () => null,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

/** Forgets who was logged in, and all that the API has said to that person. */
export function endSession(client: QueryClient, reason: string): void {
  client.setQueryData(endReasonQuery.queryKey, reason)
  client.setQueryData(sessionQuery.queryKey, null)
  client.removeQueries({ predicate: ({ queryKey }) => !['session', 'session-end'].includes(String(queryKey[0])) })
}

/** Says who is logged in. Only screens call it, and none is shown to nobody. */
export function useSession(): ConsoleSession {
  const { data } = useSuspenseQuery(sessionQuery)
  if (data === null) throw new ApiProblem(401, { title: 'You are not logged in.', code: 'token_missing' })
  return data
}

/** Says whether the person may do an act. The API decides; this only hides what it would refuse. */
export function useMay(action: string): boolean {
  return useSession().actions.includes(action)
}

/** The address at which a login begins and from which it comes back here. */
export function loginAddress(returnTo: string, stepUpAction?: string): string {
  const query = new URLSearchParams({ return_to: returnTo })
  if (stepUpAction !== undefined) query.set('step_up', stepUpAction)
  return `/console/login?${query}`
}
