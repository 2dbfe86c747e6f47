import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiProblem } from '../api/problem.ts'
import { endSession } from '../api/session.ts'

const RETRIES = 2
const FRESH_MS = 10_000

/** Holds what the API has said. What is refused is not asked again; what was not reached is, twice. */
export function createQueryClient(): QueryClient {
  const noticeLogout = (error: Error) => {
    if (error instanceof ApiProblem && error.isLoggedOut) endSession(client, 'expired')
  }
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: noticeLogout }),
    mutationCache: new MutationCache({ onError: noticeLogout }),
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: (count, error) => count < RETRIES && error instanceof ApiProblem && isPassing(error),
      },
    },
  })
  return client
}

function isPassing({ status }: ApiProblem): boolean {
  return status === 0 || status >= 500
}
