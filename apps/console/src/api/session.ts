import { type QueryClient, queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { admin, type Records } from './client.ts'
import { ApiProblem, dataOf } from './problem.ts'

/** Who is logged in, and what that person may do. */
type ConsoleSession = Records['ConsoleSession']

/** An action of the admin API: `decide-approval`, `freeze-user` and so on. */
export type Action = ConsoleSession['actions'][number]

/** The change of one's own security keys, which is no action of the policy. */
export const CHANGE_KEYS = 'change-security-keys'

/** What a fresh login is asked for. */
export type Step = Action | typeof CHANGE_KEYS

/** Asks who is logged in; gives `null` where nobody is. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }): Promise<ConsoleSession | null> => {
    try {
      return await dataOf(admin.GET('/console/session', { signal }))
    } catch (error) {
      if (error instanceof ApiProblem && error.isLoggedOut) return null
      throw error
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
})

/** Why nobody is logged in any more, as the service says it: `logged-out`, `frozen`, `idle`, `expired` and so on. */
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

/** Ends the session; gives where the browser logs out at the identity provider too, if it does there. */
export async function logOut(): Promise<string | undefined> {
  return (await dataOf(admin.POST('/console/logout'))).logout_url
}

/** Says who is logged in. Only screens call it, and none is shown to nobody. */
export function useSession(): ConsoleSession {
  const { data } = useSuspenseQuery(sessionQuery)
  if (data === null) throw new ApiProblem(401, { title: 'You are not logged in.', code: 'token_missing' })
  return data
}

/** Says whether the person may do an act. The API decides; this only hides what it would refuse. */
export function useMay(action: Action): boolean {
  return useSession().actions.includes(action)
}

/** The address at which a login begins and from which it comes back here. */
export function loginAddress(returnTo: string, step?: Step): string {
  const query = new URLSearchParams({ return_to: returnTo })
  if (step !== undefined) query.set('step_up', step)
  return `/console/login?${query}`
}
