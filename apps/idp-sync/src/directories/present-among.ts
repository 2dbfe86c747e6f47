import { forEachBounded } from '../for-each-bounded.ts'

/** Few enough at once for a directory with a rate limit. */
const AT_ONCE = 8

/** Looks users up one by one and returns the ids of those that exist. */
export async function presentAmong(
  ids: readonly string[],
  isPresent: (id: string) => Promise<boolean>,
): Promise<string[]> {
  const present: string[] = []
  await forEachBounded(ids, AT_ONCE, async (id) => {
    if (await isPresent(id)) present.push(id)
  })
  return present
}
