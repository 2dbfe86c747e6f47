import { useQuery } from '@tanstack/react-query'
import type { FreezeTarget } from './people.ts'

/** What the event stream last told of a freeze: gateways that have confirmed it, of those that are there. */
interface FreezeNews {
  readonly state: 'active' | 'frozen'
  readonly acknowledged: number
  readonly gateways: number
}

/** Where the news of a freeze are kept. */
export function freezeNewsKey(target: FreezeTarget): readonly string[] {
  return ['freeze-news', target.kind, target.kind === 'user' ? target.sub : String(target.id)]
}

/** Gives the news of a freeze as they come; nothing where there were none since the page was loaded. */
export function useFreezeNews(target: FreezeTarget): FreezeNews | null {
  const { data } = useQuery<FreezeNews | null>({
    queryKey: freezeNewsKey(target),
    queryFn: () => null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data ?? null
}
