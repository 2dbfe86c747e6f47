import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { readEventStream } from '../adapters/event-stream.ts'
import { consoleHeaders } from '../api/client.ts'
import { endSession } from '../api/session.ts'
import { applyEvent, catchUp } from './live-events.ts'

/**
 * Follows what happens for as long as somebody is logged in.
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
      headers: consoleHeaders(false),
      signal: controller.signal,
      isFinal: (status) => {
        if (status === 401) endSession(client, 'expired')
        return status === 401
      },
      onState: (open) => {
        if (open && wasOpen) catchUp(client)
        wasOpen ||= open
        setIsOpen(open)
      },
      onEvent: ({ type, data }) => applyEvent(client, type, data),
    })
    return () => controller.abort()
  }, [client])
  return isOpen
}
