import { useEffect, useState } from 'react'
import { now } from '../adapters/clock.ts'
import { describeDistance, formatLocal, formatUtc } from './time-words.ts'

const TICK_MS = 10_000

interface TimeProps {
  /** ISO 8601. */
  readonly at: string
  /** Says how long ago it was, or how long from now it is, and keeps it true. */
  readonly isRelative?: boolean
}

/** A moment in the reader's time zone; in UTC when the pointer rests on it. */
export function Time({ at, isRelative = false }: TimeProps) {
  const instant = Date.parse(at)
  return (
    <time dateTime={at} title={isRelative ? `${formatLocal(instant)} · ${formatUtc(at)}` : formatUtc(at)}>
      {isRelative ? <Distance instant={instant} /> : formatLocal(instant)}
    </time>
  )
}

function Distance({ instant }: { readonly instant: number }) {
  const [, setTick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setTick((tick) => tick + 1), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return describeDistance(instant - now())
}
