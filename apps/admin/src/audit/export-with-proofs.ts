import { setImmediate as nextTurn } from 'node:timers/promises'
import { SluiceError } from '@sluice/contracts'
import type { AuditFilter, AuditRow, AuditTrail, LogCheckpoints, LogTiles } from '@sluice/db'
import { TileTree, writeExportLine, writeLogProof } from '@sluice/evidence'

/** The trail and the log that commits to it. */
export interface ProvenTrail {
  readonly trail: Pick<AuditTrail, 'list'>
  readonly tiles: Pick<LogTiles, 'read'>
  readonly checkpoints: Pick<LogCheckpoints, 'find'>
}

const PAGE = 500
/** A proof costs up to half a millisecond. */
const ROWS_PER_TURN = 10

/**
 * Streams every record that a filter finds and that the published checkpoint has, the oldest first, each with its
 * proof: `npm run audit -- verify` needs nothing else. Each line says what the log has committed to, and no more.
 *
 * @param shownFilter the conditions as the caller wrote them; without any, no record of the tenant is left out.
 * @throws SluiceError `conflict` where no checkpoint is published yet, `dependency_unavailable`.
 */
export async function exportWithProofs(
  trail: ProvenTrail,
  filter: AuditFilter,
  shownFilter: Readonly<Record<string, unknown>>,
): Promise<ReadableStream<Uint8Array>> {
  return streamOf(await linesWithProofs(trail, filter, shownFilter))
}

/** The lines of such an export, without their line feeds. */
export async function linesWithProofs(
  { trail, tiles, checkpoints }: ProvenTrail,
  filter: AuditFilter,
  shownFilter: Readonly<Record<string, unknown>>,
): Promise<AsyncGenerator<string>> {
  const published = await publishedOf(checkpoints)
  const tree = new TileTree(published.size, tiles.read)

  async function* lines(): AsyncGenerator<string> {
    yield writeExportLine({ type: 'head', tenant: filter.tenant, filter: shownFilter, checkpoint: published.note })
    let [rows, lastPosition, beyond]: [number, number, number | undefined] = [0, 0, undefined]
    for (let isLast = false; !isLast; ) {
      const page: readonly AuditRow[] = await trail.list({ filter, first: 'oldest', beyond, limit: PAGE })
      const proven = page.filter(({ number }) => number <= published.size)
      for (const row of proven) {
        yield await lineOf(row, tree)
        rows += 1
        lastPosition = row.position
        if (rows % ROWS_PER_TURN === 0) await nextTurn()
      }
      beyond = page.at(-1)?.number
      isLast = page.length < PAGE || proven.length < page.length
    }
    yield writeExportLine({ type: 'end', rows, lastPosition })
  }
  return lines()
}

/**
 * The `.tlog-proof` file of a record.
 *
 * @throws SluiceError `not_found` where the tenant has no such record, `conflict` where no published checkpoint has it
 * yet, `dependency_unavailable`.
 */
export async function proofOfRecord(
  { trail, tiles, checkpoints }: ProvenTrail,
  tenant: string,
  id: string,
): Promise<string> {
  const [row] = await trail.list({ filter: { tenant, id }, first: 'oldest', limit: 1 })
  if (row === undefined) throw new SluiceError('not_found')
  const { size, note } = await publishedOf(checkpoints)
  if (row.number > size) throw notYet()
  const index = row.number - 1
  return writeLogProof({ index, path: await new TileTree(size, tiles.read).inclusionProof(index), checkpoint: note })
}

async function publishedOf(checkpoints: ProvenTrail['checkpoints']) {
  const published = await checkpoints.find('published')
  if (published === undefined) throw notYet()
  return published
}

function notYet(): SluiceError {
  const message = 'No published checkpoint has that yet. Ask again in some seconds.'
  return new SluiceError({ code: 'conflict', message })
}

async function lineOf({ number, position, sequence, evidence, salt, record, commitment }: AuditRow, tree: TileTree) {
  const content =
    salt === undefined || record === null
      ? ({ type: 'erased', entry: commitment } as const)
      : ({ type: 'record', salt: new Uint8Array(salt), record } as const)
  const proof = await tree.inclusionProof(number - 1)
  // What is left of an erased record is its entry.
  const shown = content.type === 'erased' ? undefined : evidence
  return writeExportLine({ type: 'record', number, position, sequence, evidence: shown, content, proof })
}

/** A stream that errors where the lines do: a cut export is never taken for a whole one. */
function streamOf(lines: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await lines.next()
      if (done === true) controller.close()
      else controller.enqueue(encoder.encode(`${value}\n`))
    },
    cancel: async () => void (await lines.return(undefined)),
  })
}
