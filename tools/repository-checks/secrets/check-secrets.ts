import type { Fault } from '../fault.ts'
import { findSecrets } from './find-secrets.ts'
import type { TrackedFile } from './read-tracked-files.ts'

/** A file with places that look like a secret and are none. */
export interface SecretException {
  /** Path from the repository's root. */
  readonly path: string
  /** How many such places the file has: one more is a fault. */
  readonly count: number
  readonly reason: string
}

const TABLE = 'tools/repository-checks/secrets/secret-exceptions.ts'
const ADVICE = `take it out and revoke it, or, where it is none, say so in ${TABLE}`

/**
 * Finds what looks like a secret in the files, and exceptions that count another number of places. Where there is no
 * file, that is a fault: nothing was looked at. No message holds the secret.
 */
export async function checkSecrets(
  files: AsyncIterable<TrackedFile> | Iterable<TrackedFile>,
  exceptions: readonly SecretException[],
): Promise<Fault[]> {
  const faults: Fault[] = []
  const left = new Map(exceptions.map((one) => [one.path, one]))
  let read = 0
  for await (const { path, text } of files) {
    read += 1
    const found = findSecrets(text)
    if (left.get(path)?.count === found.length) left.delete(path)
    else faults.push(...found.map(({ line, form }) => fault(path, `has ${form}: ${ADVICE}`, line)))
  }
  if (read === 0) return [fault('.', 'no file was found to look for secrets in')]
  const stale = Array.from(left.values(), ({ path, count }) =>
    fault(TABLE, `${path} is excepted with ${count} places, which it does not have`),
  )
  return [...faults, ...stale]
}

function fault(path: string, message: string, line?: number): Fault {
  return { path, rule: 'secret', message, ...(line === undefined ? {} : { line }) }
}
