import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { readEventStream } from '../adapters/event-stream.ts'
import { CONSOLE_HEADERS } from '../api/client.ts'
import { endSession } from '../api/session.ts'

const approvalShape = z.object({ id: z.string() })
const endShape = z.object({ reason: z.string() })

/**
 * Follows what happens for as long as somebody is logged in: what the events are about is fetched anew, and the end of
 * the session empties the screen.
 *
 * @returns Whether the stream is open; screens are up to date then.
 */
export function useLive(): boolean {
  const client = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    const controller = new AbortController()
    let wasOpen = false
    void readEventStream({
      url: '/console/events',
      headers: CONSOLE_HEADERS,
      signal: controller.signal,
      isFinal: (status) => {
        if (status === 401) endSession(client, 'expired')
        return status === 401
      },
      onState: (open) => {
        // What happened while the stream was away was told to nobody.
        if (open && wasOpen) void client.invalidateQueries({ predicate: isFollowed })
        wasOpen ||= open
        setIsOpen(open)
      },
      onEvent: ({ type, data }) => applyEvent(client, type, data),
    })
    return () => controller.abort()
  }, [client])
  return isOpen
}

/** Not the session itself, and not what is on record each time that it is looked at. */
function isFollowed({ queryKey }: { readonly queryKey: readonly unknown[] }): boolean {
  return queryKey[0] !== 'session' && queryKey[1] !== 'one'
}

function applyEvent(client: QueryClient, type: string, data: string): void {
  const value = parseJson(data)
  for (const queryKey of staleKeys(type, value)) void client.invalidateQueries({ queryKey })
  if (type !== 'end') return
  const end = endShape.safeParse(value)
  endSession(client, end.success ? end.data.reason : 'expired')
}

/** Which queries an event makes stale: those whose key begins so. */
function staleKeys(type: string, value: unknown): readonly string[][] {
  if (type === 'freeze') return [['people'], ['overview']]
  if (type === 'overview') return [['overview']]
  if (type !== 'approval') return []
  const approval = approvalShape.safeParse(value)
  // Looking at one is on record, so that only the one that the event names is fetched anew.
  const one = approval.success ? [['approvals', 'one', approval.data.id]] : []
  return [['approvals', 'list'], ['overview'], ...one]
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
