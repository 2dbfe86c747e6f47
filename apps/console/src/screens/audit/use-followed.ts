import { useEffect, useRef, useState } from 'react'
import { type AuditEntry, type AuditFilter, entriesAfter } from '../../api/audit.ts'

const WAIT_MS = 2_000
/** More than this is not added by itself: the reader begins anew. */
const MAX_FOLLOWED = 10_000

interface Followed {
  /** What has come since, the newest first. */
  readonly entries: readonly AuditEntry[]
  /** Why the last call failed; it is made again. */
  readonly error: unknown
  readonly isFull: boolean
}

/**
 * Follows the trail: asks every two seconds for what is new, at once where there is more.
 *
 * @param start The number to begin after; undefined before it is known.
 */
export function useFollowed(filter: AuditFilter, isOn: boolean, start: string | undefined): Followed {
  const [entries, setEntries] = useState<readonly AuditEntry[]>([])
  const [error, setError] = useState<unknown>(null)
  const last = useRef<string>(undefined)
  const isFull = entries.length >= MAX_FOLLOWED
  useEffect(() => {
    const begin = last.current ?? start
    if (!isOn || isFull || begin === undefined) return
    last.current = begin
    const controller = new AbortController()
    const { signal } = controller
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = async () => {
      let isMore = false
      try {
        const { data, next = begin } = await entriesAfter(filter, last.current ?? begin, signal)
        if (signal.aborted) return
        isMore = data.length > 0
        last.current = next
        setError(null)
        if (isMore) setEntries((old) => [...data.toReversed(), ...old])
      } catch (problem) {
        if (signal.aborted) return
        setError(problem)
      }
      timer = setTimeout(ask, isMore ? 0 : WAIT_MS)
    }
    void ask()
    return () => {
      controller.abort()
      clearTimeout(timer)
    }
  }, [filter, isOn, isFull, start])
  return { entries, error, isFull }
}
