import type { Bench, BenchReport } from '../bench.ts'
import { alignColumns, wholeNumber } from '../command-line.ts'
import { endingWhatWasStarted } from '../services.ts'
import { alignRows } from '../table.ts'
import { balanceFaults } from './balance.ts'
import { type ProofCounts, playSoak, type SoakResult } from './play-soak.ts'

/** MB of 2^20 a minute that a process may grow by once it is warm. */
const STEEPEST = 1

/** Whether services take more and more, or lose anything, while they are used in every way for a long time. */
export const soakBench: Bench = {
  summary: 'memory, event loops, errors, and every record that was due, over minutes of mixed load',
  flags: {
    minutes: { type: 'string', default: '20', value: 'N', summary: 'Length of the load.' },
    'warm-up': { type: 'string', default: '25', value: 'N', summary: 'Percent of it that no slope is taken of.' },
    clients: { type: 'string', default: '3', value: 'N', summary: 'Clients for each kind of request.' },
    source: { type: 'boolean', default: false, summary: 'Run the services from their sources, not as built.' },
  },
  run: async (flags, progress) => {
    const minutes = wholeNumber(flags, 'minutes', { max: 1_440 })
    const settings = {
      minutes,
      warmUpSeconds: (minutes * 60 * wholeNumber(flags, 'warm-up', { min: 0, max: 90 })) / 100,
      clients: wholeNumber(flags, 'clients', { max: 100 }),
      fromSource: flags.source === true,
    }
    return report(await endingWhatWasStarted((keep) => playSoak(settings, keep, progress)))
  },
}

function report(result: SoakResult): BenchReport {
  const { settings, slopes, deeds, balance, proofs, approvals, freezeMs } = result
  const processes = slopes.map(({ name, firstMegabytes, lastMegabytes, memory, heap, fifths, lagMs }) => [
    name,
    firstMegabytes.toFixed(0),
    lastMegabytes.toFixed(0),
    memory.toFixed(2),
    Number.isNaN(heap) ? '-' : heap.toFixed(2),
    fifths.map((megabytes) => megabytes.toFixed(0)).join(' '),
    name === 'redis' ? '-' : lagMs.p99.toFixed(0),
    name === 'redis' ? '-' : lagMs.max.toFixed(0),
  ])
  const kinds = deeds.map(({ name, answered, left, refused, errors }) => [
    name,
    String(answered),
    String(left),
    String(Object.values(refused).reduce((sum, one) => sum + one, 0)),
    Object.entries(errors)
      .map(([what, count]) => `${what} x${count}`)
      .join(', ') || '-',
  ])
  return {
    text: [
      `${settings.minutes} minutes, ${settings.clients} clients a kind; slopes behind the first ${settings.warmUpSeconds} s`,
      '',
      ...alignRows([
        ['process', 'MB', 'at the end', 'MB/min', 'heap MB/min', 'MB by fifths', 'loop p99 ms', 'longest'],
        ...processes,
      ]),
      '',
      ...alignRows([['requests', 'answered', 'left', 'refused', 'errors'], ...kinds]),
      '',
      alignColumns([
        ['answered', `${balance.answered}: ${balance.lost} lost, ${balance.doubled} twice in the trail`],
        ['refused', `${balance.refused}: ${balance.refusedKept} told or counted in the trail`],
        ['without a known end', String(balance.uncertain)],
        ['freezes', `${balance.freezes}: ${balance.freezesKept} in the trail; the slowest ${freezeMs.toFixed(0)} ms`],
        ['approvals', `${approvals.held} held, ${approvals.done} carried out`],
        ['left in the outbox', String(result.leftInOutbox)],
        ['tree of the log', `${result.tree.size} leaves, root ${result.tree.isRootRight ? 'right' : 'WRONG'}`],
        ['proofs', `${proofs.due} due: ${proofs.proved} there, ${waitingIn(proofs)} wait, ${proofs.failed} failed`],
      ]),
    ].join('\n'),
    data: { ...result },
    faults: faultsOf(result),
  }
}

/** Each proof takes many times what its request took: on two cores they are made behind the load. */
function waitingIn({ due, proved, failed }: ProofCounts): number {
  return due - proved - failed
}

function faultsOf({ slopes, deeds, balance, proofs, approvals, leftInOutbox, treeFaults }: SoakResult): string[] {
  const steep = slopes.filter(({ memory }) => !(memory <= STEEPEST))
  return [
    ...steep.map(({ name, memory }) => `${name} grows by ${memory.toFixed(2)} MB a minute, more than ${STEEPEST}`),
    ...deeds.flatMap(({ name, answered, refused, left, errors }) => [
      ...(answered + left + Object.keys(refused).length > 0 ? [] : [`${name}: none was right`]),
      ...Object.entries(errors).map(([what, count]) => `${name}: ${what} x${count}`),
    ]),
    ...balanceFaults(balance),
    ...(leftInOutbox > 0 ? [`${leftInOutbox} records are still in the outbox`] : []),
    ...treeFaults,
    ...(proofs.failed > 0 ? [`${proofs.failed} due proofs could not be made`] : []),
    ...(approvals.held > 0 && approvals.done === approvals.held
      ? []
      : [`${approvals.done} of ${approvals.held} approved requests were carried out`]),
  ]
}
