import { useEffect, useState } from 'react'
import { now } from '../../adapters/clock.ts'
import styles from './break-glass.module.css'
import { clockOf } from './grant-words.ts'

const TICK_MS = 500

interface CountdownProps {
  /** ISO 8601. */
  readonly until: string
  readonly label: string
  /** Called once, when the time is over. */
  readonly onEnd: () => void
}

/** A running clock: how long something still lasts. */
export function Countdown({ until, label, onEnd }: CountdownProps) {
  const [left, setLeft] = useState(() => Date.parse(until) - now())
  useEffect(() => {
    const timer = setInterval(() => setLeft(Date.parse(until) - now()), TICK_MS)
    return () => clearInterval(timer)
  }, [until])
  const isOver = left <= 0
  useEffect(() => {
    if (isOver) onEnd()
  }, [isOver, onEnd])
  return (
    <div className={styles.countdown} role="timer" aria-label={label}>
      <span className={styles.countdownLabel}>{label}</span>
      <span className={styles.countdownClock}>{clockOf(left)}</span>
    </div>
  )
}
