import type { Bench, BenchReport } from '../bench.ts'
import { wholeNumber } from '../command-line.ts'
import { type Cost, measureProofs, type ProofMeasurement } from './measure-proofs.ts'
import { measureRecord } from './measure-record.ts'

/** What proofs of hidden levels cost: the workers that make them, those who verify them, and a request's commitment. */
export const evidenceBench: Bench = {
  summary: 'time and size of proofs about hidden levels, and what a request does for them',
  flags: {
    rounds: { type: 'string', default: '5', value: 'N', summary: 'Rounds that are measured.' },
    proofs: { type: 'string', default: '20', value: 'N', summary: 'Proofs in a round.' },
  },
  run: async (flags, progress) => {
    progress.start(2)
    progress.step('proofs')
    const settings = { rounds: wholeNumber(flags, 'rounds'), proofs: wholeNumber(flags, 'proofs', { max: 10_000 }) }
    const proofs = await measureProofs(settings)
    progress.step('records')
    return report(proofs, await measureRecord(settings.rounds))
  },
}

const MAX_PROOF_BYTES = 2_048

function report(
  { costs, proofBytes, refused }: ProofMeasurement,
  record: Awaited<ReturnType<typeof measureRecord>>,
): BenchReport {
  const { cpuMs: proveMs } = costs.get('prove') ?? { cpuMs: Number.NaN }
  const rows = [
    ['', 'CPU', 'elapsed', 'target'],
    rowOf('prove', costs.get('prove'), 'ms', 20),
    rowOf('verify, libsodium', costs.get('verify'), 'ms', 20),
    rowOf('verify, @noble/curves', costs.get('verifyInBrowser'), 'ms', 80),
    rowOf('make a mask', costs.get('mask'), 'ms'),
    rowOf('make a shift', costs.get('shift'), 'us', 1),
    ['a request takes a mask', `${(record.commitMs * 1_000).toFixed(2)} us`, '', ''],
    ['a request leaves a record', `${(record.recordMs * 1_000).toFixed(2)} us`, '', 'under 15 us with its append'],
    ['proofs per second and core', (1_000 / proveMs).toFixed(0), '', ''],
    ['bytes of a proof', proofBytes.join(', '), '', `under ${MAX_PROOF_BYTES}`],
  ]
  const lines = rows.map(([what = '', ...cells]) => what.padEnd(28) + cells.map((cell) => cell.padStart(14)).join(''))
  const faults = [
    ...(refused === 0 ? [] : [`${refused} proofs do not verify.`]),
    ...(proofBytes.length === 1 ? [] : ['Proofs of one form differ in length.']),
  ]
  return { text: lines.join('\n'), data: { ...Object.fromEntries(costs), ...record, proofBytes, refused }, faults }
}

function rowOf(what: string, cost: Cost | undefined, unit: 'ms' | 'us', target?: number): readonly string[] {
  const show = (ms = Number.NaN) => `${(unit === 'ms' ? ms : ms * 1_000).toFixed(2)} ${unit}`
  return [what, show(cost?.cpuMs), show(cost?.elapsedMs), target === undefined ? '' : `under ${target} ${unit}`]
}
