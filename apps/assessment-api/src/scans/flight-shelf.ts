import type { Flight } from './flight.ts'

interface FlightShelf {
  /** The flight that new callers may join. */
  current(key: string): Flight | undefined
  /** Makes a new flight the current one of its project. */
  put(flight: Flight): void
  /** Called when a flight has ended and whenever one of its users has left after that. */
  settle(flight: Flight): void
  forget(flight: Flight): void
  forgetAll(): void
}

interface FlightShelfOptions {
  /** How long an ended flight is kept after its last user has left, in milliseconds; 0 is not at all. */
  readonly keepMs: number
  /** Ended flights that nobody uses, at most. */
  readonly maxKept: number
}

/** Keeps the flights: those under way, those in use, and for a short time those that have ended. */
export function createFlightShelf({ keepMs, maxKept }: FlightShelfOptions): FlightShelf {
  const byKey = new Map<string, Flight>()
  const all = new Set<Flight>()

  function isCurrent(flight: Flight): boolean {
    return byKey.get(flight.key) === flight
  }

  function forget(flight: Flight): void {
    clearTimeout(flight.expiry)
    if (isCurrent(flight)) byKey.delete(flight.key)
    if (all.delete(flight) && flight.state.kind === 'done') flight.state.assessed.release()
  }

  function expire(flight: Flight): void {
    delete flight.expiry
    if (isCurrent(flight)) byKey.delete(flight.key)
    if (flight.users === 0) forget(flight)
  }

  return {
    current: (key) => byKey.get(key),
    put(flight) {
      const before = byKey.get(flight.key)
      // Last in the order of the map: the oldest comes first there.
      byKey.delete(flight.key)
      byKey.set(flight.key, flight)
      all.add(flight)
      if (before?.state.kind === 'done' && before.users === 0) forget(before)
    },
    settle(flight) {
      if (flight.users === 0 && (keepMs === 0 || !isCurrent(flight))) forget(flight)
      else if (flight.users === 0) flight.expiry ??= setTimeout(() => expire(flight), keepMs).unref()
      const idle = [...byKey.values()].filter(({ state, users }) => state.kind === 'done' && users === 0)
      for (const oldest of idle.slice(0, Math.max(0, idle.length - maxKept))) forget(oldest)
    },
    forget,
    forgetAll() {
      for (const flight of all) forget(flight)
    },
  }
}
