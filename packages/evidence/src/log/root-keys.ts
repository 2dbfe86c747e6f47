import { readVerifierKey } from './note-keys.ts'
import { InvalidNote } from './signed-note.ts'
import type { TrustedKeys } from './verify-checkpoint.ts'

const QUORUM = /^quorum (0|[1-9]\d{0,3})$/
const MAX_KEYS = 64

/**
 * Reads whom an auditor trusts: a verifier key on each line, and a line `quorum N` where that is not to be more than
 * half of the witnesses. The first key names the log; every key of that name is the log's, all others are of witnesses.
 * Empty lines and those that begin with `#` are passed over.
 *
 * @throws {InvalidNote} for any other text; the message names the line.
 */
export function readRootKeys(text: string): TrustedKeys {
  const lines = text.split('\n').map((line, index) => ({ line: line.trim(), number: index + 1 }))
  const told = lines.filter(({ line }) => line !== '' && !line.startsWith('#'))
  const quorums = told.flatMap(({ line }) => QUORUM.exec(line)?.[1] ?? [])
  const keys = told
    .filter(({ line }) => !QUORUM.test(line))
    .map(({ line, number }) => {
      try {
        return { key: readVerifierKey(line), number }
      } catch {
        throw new InvalidNote(`Line ${number} is neither a verifier key nor "quorum N".`)
      }
    })
  const [first] = keys
  if (first === undefined || keys.length > MAX_KEYS) throw new InvalidNote(`There are 1 to ${MAX_KEYS} keys.`)
  const witnesses = keys.filter(({ key }) => key.name !== first.key.name)
  // A signature of a log is no cosignature: it has no time.
  const other = witnesses.find(({ key }) => key.type === 'note')
  if (other) throw new InvalidNote(`Line ${other.number} has the key of a second log.`)
  const names = new Set(witnesses.map(({ key }) => key.name)).size
  const quorum = quorums[0] === undefined ? majorityOf(names) : Number(quorums[0])
  if (quorums.length > 1 || quorum > names) throw new InvalidNote('The quorum is given twice, or above the witnesses.')
  return {
    log: keys.filter(({ key }) => key.name === first.key.name).map(({ key }) => key),
    ...{ witnesses: witnesses.map(({ key }) => key), quorum },
  }
}

function majorityOf(count: number): number {
  return count === 0 ? 0 : Math.floor(count / 2) + 1
}
