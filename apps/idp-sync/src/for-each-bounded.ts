/** Works through all of them, at most `limit` at once, and throws the first failure once all were tried. */
export async function forEachBounded<T>(
  all: readonly T[],
  limit: number,
  work: (one: T) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = []
  const remaining = all[Symbol.iterator]()
  const worker = async () => {
    for (const one of remaining) {
      await work(one).catch((error: unknown) => {
        if (failures.length === 0) failures.push(error)
      })
    }
  }
  await Promise.all(Array.from({ length: Math.min(limit, all.length) }, worker))
  if (failures.length > 0) throw failures[0]
}
