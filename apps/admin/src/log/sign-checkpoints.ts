import type { Clock } from '@sluice/contracts'
import type { LogCheckpoints, LogTiles, StoredCheckpoint } from '@sluice/db'
import { readNote, TileTree, writeCheckpoint, writeNote } from '@sluice/evidence'
import type { NoteSigner } from '@sluice/evidence/node'
import type { Witness } from './ask-witness.ts'

interface CheckpointOptions {
  readonly origin: string
  readonly signers: readonly NoteSigner[]
  readonly witnesses: readonly Pick<Witness, 'cosign' | 'name'>[]
  /** How many of them must have cosigned before a checkpoint is published. */
  readonly quorum: number
  readonly checkpoints: LogCheckpoints
  readonly tiles: LogTiles
  readonly clock: Pick<Clock, 'nowMs'>
  /** Called with each witness that gave no cosignature. */
  readonly onMissing: (witness: string, error: unknown) => void
  /** How long the others are waited for once enough have cosigned, in milliseconds; 1,000 by default. */
  readonly graceMs?: number
}

/** How far the log and its publication are. */
interface LogState {
  readonly size: number
  /** The size of the newest checkpoint that was published, 0 for none. */
  readonly publishedSize: number
}

type Cosignatures = Awaited<ReturnType<Witness['cosign']>>

const GRACE_MS = 1_000

/** Enough others have cosigned, and this witness has not. */
class Late extends Error {
  override readonly name = 'Late'

  constructor() {
    super('The witness did not answer while others did.')
  }
}

/** Signs the checkpoints of the log, and publishes what enough witnesses have cosigned. */
export class CheckpointSigner {
  readonly #options: CheckpointOptions

  constructor(options: CheckpointOptions) {
    this.#options = options
  }

  /**
   * Signs a checkpoint where the log has grown, and publishes the newest one that was signed. Of several processes one
   * at a time signs. Throws `dependency_unavailable`.
   */
  async tick(signal: AbortSignal): Promise<LogState> {
    const { checkpoints } = this.#options
    await checkpoints.takeTurn(() => this.#sign())
    const [signed, published, size] = await Promise.all([
      checkpoints.find('signed'),
      checkpoints.find('published'),
      checkpoints.size(),
    ])
    const publishedSize = published?.size ?? 0
    if (signed === undefined || signed.size <= publishedSize) return { size, publishedSize }
    const isPublished = await this.#publish(signed, signal)
    return { size, publishedSize: isPublished ? signed.size : publishedSize }
  }

  async #sign(): Promise<StoredCheckpoint | undefined> {
    const { origin, signers, checkpoints, tiles, clock } = this.#options
    const [size, last] = [await checkpoints.size(), await checkpoints.find('signed')]
    if (last !== undefined && size < last.size)
      throw new Error('The log is smaller than a checkpoint that it has signed.')
    if (size === (last?.size ?? 0)) return undefined
    const nowMs = clock.nowMs()
    const text = writeCheckpoint({ origin, size, root: await new TileTree(size, tiles.read).root() })
    const signatures = signers.map((signer) => signer.sign(text, nowMs))
    return { size, note: writeNote({ text, signatures }), signedAt: new Date(nowMs) }
  }

  async #publish(signed: StoredCheckpoint, signal: AbortSignal): Promise<boolean> {
    const { witnesses, quorum, checkpoints } = this.#options
    const given = await this.#cosignatures(signed.note, signed.size, signal)
    if (given.length < Math.min(quorum, witnesses.length)) return false
    const { text, signatures } = readNote(signed.note)
    await checkpoints.publish({ ...signed, note: writeNote({ text, signatures: [...signatures, ...given.flat()] }) })
    return true
  }

  /** Asks all witnesses. One that does not answer holds up nothing for longer than the grace, once enough have. */
  async #cosignatures(note: string, size: number, signal: AbortSignal) {
    const { witnesses, quorum, tiles, onMissing, graceMs = GRACE_MS } = this.#options
    const tree = new TileTree(size, tiles.read)
    const late = new AbortController()
    const given: Cosignatures[] = []
    let grace: ReturnType<typeof setTimeout> | undefined
    const ask = async (witness: Pick<Witness, 'cosign' | 'name'>) => {
      try {
        given.push(await witness.cosign(note, tree, AbortSignal.any([signal, late.signal])))
        if (given.length === quorum) grace = setTimeout(() => late.abort(new Late()), graceMs)
      } catch (error) {
        onMissing(witness.name, error)
      }
    }
    await Promise.all(witnesses.map(ask))
    clearTimeout(grace)
    return given
  }
}
