import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AuditRow, StoredProof } from '@sluice/db'
import { type RangeLine, subtreesBetween, TILE_WIDTH, TileTree, writeRangeLine } from '@sluice/evidence'
import { type EvidenceSources, leafOf, notYet, stateOf } from './make-bundle.ts'

interface RangeOrder {
  readonly tenant: string
  readonly from: Date
  /** The first moment that is not meant any more. */
  readonly to: Date
}

const PAGE = 500
const ENTRY_BYTES = 32
/** An entry of a bundle has its length in two bytes before it. */
const FRAME_BYTES = 2

/**
 * Streams the leaves of the log from the first to the last record of a tenant in a time: its own with their evidence,
 * of others the entry. Undefined where the tenant has no record in that time.
 *
 * @throws SluiceError `conflict` where no checkpoint is published yet, `dependency_unavailable`.
 */
export async function streamRange(order: RangeOrder, sources: EvidenceSources) {
  const published = await sources.checkpoints.find('published')
  if (published === undefined) throw notYet()
  const { size, note: checkpoint } = published
  const filter = { tenant: order.tenant, from: order.from, to: order.to }
  const bounds = await sources.trail.bounds(filter, size)
  if (bounds === undefined) return undefined
  const [from, to] = [bounds.first - 1, bounds.last]
  const tree = new TileTree(size, sources.tiles.read)
  const [left, right] = await Promise.all([
    tree.subtrees(subtreesBetween(0, from)),
    tree.subtrees(subtreesBetween(to, size)),
  ])

  async function* lines(): AsyncGenerator<RangeLine> {
    yield { type: 'head', tenant: order.tenant, from, to, size, checkpoint, left, right }
    const own = new OwnRows(order.tenant, from, sources)
    let rows = 0
    for (let tile = Math.floor(from / TILE_WIDTH); tile * TILE_WIDTH < to; tile += 1) {
      const entries = await entriesOf(tile, size, sources)
      const end = Math.min(to, (tile + 1) * TILE_WIDTH)
      for (let index = Math.max(from, tile * TILE_WIDTH); index < end; index += 1) {
        const line = await own.lineOf(index)
        rows += line === undefined ? 0 : 1
        yield line ?? { type: 'foreign', entry: entries(index % TILE_WIDTH) }
      }
      await nextTurn()
    }
    yield { type: 'end', rows }
  }
  return toBytes(lines())
}

/** The records of the tenant, page by page, in the order of the log. */
class OwnRows {
  readonly #tenant: string
  readonly #sources: EvidenceSources
  #beyond: number
  #page: readonly AuditRow[] = []
  #proofs: ReadonlyMap<number, StoredProof> = new Map()
  #at = 0

  constructor(tenant: string, from: number, sources: EvidenceSources) {
    this.#tenant = tenant
    this.#beyond = from
    this.#sources = sources
  }

  /** Undefined where the leaf is not one of the tenant's. Leaves are asked for in their order. */
  async lineOf(index: number): Promise<RangeLine | undefined> {
    if (this.#at === this.#page.length) await this.#turn()
    const row = this.#page[this.#at]
    if (row?.number !== index + 1) return undefined
    this.#at += 1
    if (row.evidence === undefined || row.recordDigest === undefined) {
      return { type: 'gone', position: row.position, entry: new Uint8Array(row.commitment) }
    }
    const proof = this.#proofs.get(row.number)
    const erasure = row.erasedBy === undefined ? {} : { erasure: row.erasedBy }
    return { type: 'row', ...leafOf(row, proof), state: stateOf(row, proof), ...erasure }
  }

  async #turn(): Promise<void> {
    const { trail, proofs } = this.#sources
    const filter = { tenant: this.#tenant }
    this.#page = await trail.list({ filter, first: 'oldest', beyond: this.#beyond, limit: PAGE })
    this.#at = 0
    this.#beyond = this.#page.at(-1)?.number ?? this.#beyond
    const found = await proofs.find(this.#page.map(({ number }) => number))
    this.#proofs = new Map(found.map((proof) => [proof.number, proof]))
  }
}

/** The entries of a bundle of the log, by their place in it. */
async function entriesOf(tile: number, size: number, { tiles }: EvidenceSources) {
  const width = Math.min(TILE_WIDTH, size - tile * TILE_WIDTH)
  const bundle = await tiles.readBundle(tile, width)
  if (bundle === undefined) throw new Error(`The log has no bundle ${tile} of width ${width}.`)
  return (place: number) => {
    const start = place * (FRAME_BYTES + ENTRY_BYTES) + FRAME_BYTES
    return bundle.slice(start, start + ENTRY_BYTES)
  }
}

/** A stream that errors where the lines do: a cut range is never taken for a whole one. */
function toBytes(lines: AsyncGenerator<RangeLine>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await lines.next()
      if (done === true) controller.close()
      else controller.enqueue(encoder.encode(`${writeRangeLine(value)}\n`))
    },
    cancel: async () => void (await lines.return(undefined)),
  })
}
