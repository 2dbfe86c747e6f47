/** The latest records of one kind, in memory. */
export interface RecentRecords<Item> {
  /** Adds one; the oldest leaves when there are more than the bound. */
  add(record: Item): void
  /** The latest first. */
  list(): Item[]
  find(matches: (record: Item) => boolean): Item | undefined
}

/** Keeps the latest records up to a bound. Nothing of them outlives the process (specification, section 1, rule 3). */
export function createRecentRecords<Item>({ maxRecords }: { readonly maxRecords: number }): RecentRecords<Item> {
  const ring: Item[] = []
  /** Where the next one goes once the ring is full: the place of the oldest. */
  let oldest = 0
  return {
    add(record) {
      if (ring.length < maxRecords) ring.push(record)
      else {
        ring[oldest] = record
        oldest = (oldest + 1) % maxRecords
      }
    },
    list: () => [...ring.slice(oldest), ...ring.slice(0, oldest)].reverse(),
    find: (matches) => ring.find(matches),
  }
}
