/**
 * Lets callers with the same key share one run of their work. Every caller gets its result or its error. Nothing is
 * kept after a run has ended.
 */
export function singleFlight<Key, Value>(): (key: Key, work: () => Promise<Value>) => Promise<Value> {
  const flights = new Map<Key, Promise<Value>>()

  async function run(key: Key, work: () => Promise<Value>): Promise<Value> {
    try {
      return await work()
    } finally {
      flights.delete(key)
    }
  }

  return (key, work) => {
    const current = flights.get(key)
    if (current !== undefined) return current
    const flight = run(key, work)
    flights.set(key, flight)
    return flight
  }
}
