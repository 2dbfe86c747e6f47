import { readCheckpoint } from './checkpoint.ts'
import { sameBytes } from './hashes.ts'
import type { TreeHead } from './merkle-proofs.ts'
import { signersOf, type VerifierKey } from './note-keys.ts'
import { readNote } from './signed-note.ts'
import { type ReadTile, TileTree } from './tile-tree.ts'

/** A log as it is served: its newest checkpoint and its tiles. */
interface ServedLog {
  /** The signed note. */
  readonly checkpoint: string
  readonly readTile: ReadTile
}

/**
 * How a tree stands to a log that is served: `same` where the log began as that tree, `forked` where it did not,
 * `smaller` where the log has fewer leaves than the tree, `unsigned` where no known key has signed its checkpoint.
 *
 * @throws {InvalidNote} where the checkpoint is none or has a false signature, `MissingTile` where tiles are missing.
 */
export async function compareWithLog(
  { size, root }: TreeHead,
  { checkpoint, readTile }: ServedLog,
  keys: readonly VerifierKey[],
): Promise<'same' | 'forked' | 'smaller' | 'unsigned'> {
  const note = readNote(checkpoint)
  const served = readCheckpoint(note.text)
  if (signersOf(note, keys).length === 0) return 'unsigned'
  if (served.size < size) return 'smaller'
  const tree = new TileTree(served.size, readTile)
  const isWhole = sameBytes(await tree.root(), served.root)
  return isWhole && sameBytes(await tree.root(size), root) ? 'same' : 'forked'
}
