import type { Bench, BenchReport } from '../bench.ts'
import { wholeNumber } from '../command-line.ts'
import { type Cost, measureProofs, type ProofCosts } from './measure-proofs.ts'

/** What proofs of hidden levels cost: the workers that make them, those who verify them, and a request's commitment. */
export const evidenceBench: Bench = {
  summary: 'time and size of proofs about hidden levels, and what a request does for them',
  flags: {
    rounds: { type: 'string', default: '5', value: 'N', summary: 'Rounds that are measured.' },
    proofs: { type: 'string', default: '20', value: 'N', summary: 'Proofs in a round.' },
  },
  run: async (flags, progress) => {
    progress.start(1)
    progress.step('proofs')
    const settings = { rounds: wholeNumber(flags, 'rounds'), proofs: wholeNumber(flags, 'proofs', { max: 10_000 }) }
    return report(await measureProofs(settings))
  },
}

function report(costs: ProofCosts): BenchReport {
  const { mask, shift, prove, verify, proofBytes, refused } = costs
  const rows = [
    rowOf('prove', prove, 'ms', 20),
    rowOf('verify, @noble/curves', verify, 'ms', 80),
    rowOf('make a mask', mask, 'ms'),
    rowOf('make a shift', shift, 'us', 1),
    ['proofs per second and core', (1_000 / prove.medianMs).toFixed(0), '', ''],
    ['bytes of a proof', proofBytes.join(', '), '', 'under 2048'],
  ]
  const widths = [28, 16, 20, 16]
  const lines = [['', 'median', 'slowest', 'target'], ...rows].map((row) =>
    row
      .map((text, column) => (column === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[column] ?? 0)))
      .join(''),
  )
  const faults = [
    ...(refused === 0 ? [] : [`${refused} proofs do not verify.`]),
    ...(proofBytes.length === 1 ? [] : ['Proofs of one form differ in length.']),
  ]
  return { text: lines.join('\n'), data: { ...costs }, faults }
}

function rowOf(what: string, { medianMs, slowestMs }: Cost, unit: 'ms' | 'us', target?: number): readonly string[] {
  const show = (ms: number) => `${(unit === 'ms' ? ms : ms * 1_000).toFixed(2)} ${unit}`
  return [what, show(medianMs), show(slowestMs), target === undefined ? '' : `under ${target} ${unit}`]
}
