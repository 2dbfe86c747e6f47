import { forEachBounded } from '../for-each-bounded.ts'

/** Few enough for a directory that limits how often it is asked. */
const AT_ONCE = 8

/** Asks for users one by one, and gives those that are there. */
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
