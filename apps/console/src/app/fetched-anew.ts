import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

/**
 * Fetches queries anew whenever numbers beside them say that something has changed. Reading some lists is on record, so
 * that they are not fetched again and again for nothing.
 *
 * @param queryKey Of the queries, or how their keys begin; the same array each time.
 * @param numbers What is followed, written down; undefined until it is known.
 */
export function useFetchedAnew(queryKey: QueryKey, numbers: string | undefined): void {
  const client = useQueryClient()
  const before = useRef(numbers)
  useEffect(() => {
    if (before.current !== undefined && before.current !== numbers) void client.invalidateQueries({ queryKey })
    before.current = numbers
  }, [client, queryKey, numbers])
}
