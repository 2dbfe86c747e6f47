import type { LoadResult } from '../gateway/load.ts'
import { targetOf } from './faults.ts'
import type { MachineUse } from './machine-use.ts'
import { type Distribution, distribution, type Summary } from './summary.ts'

interface Measured {
  readonly how: string
  readonly summary: Summary
  readonly background: LoadResult
  readonly machine: MachineUse
  /** How the hostile requests at the first gateway ended, where there were any. */
  readonly neighbours: Readonly<Record<string, number>> | undefined
}

/** The report for a person. */
export function render({ how, summary, background, machine, neighbours }: Measured): string {
  const target = targetOf(neighbours !== undefined)
  const { textBytes, sweep } = summary
  const rows: [string, Distribution][] = [
    ['last stream byte, of the last stream of any gateway', summary.lastStreamByte],
    ['first refused request, at the gateway that refused last', summary.firstRefusal],
    ['last byte of model text, of any stream', summary.lastText],
    ['end of the last stream, with a frame or cut off', summary.lastStreamOver],
    ['last stream byte, every stream counted', summary.everyStream],
    ['acknowledgement read', summary.acknowledged],
    ['elapsed_ms in the answer', summary.elapsed],
  ]
  const count = (counts: Readonly<Record<string, number>>) =>
    Object.entries(counts)
      .map(([name, number]) => `${name} ${number}`)
      .join(', ')
  const latency = distribution(background.latenciesMs)
  const share = (value: number) => `${Math.round(value * 100)} %`
  const uses = Object.entries(machine.processes).map(([name, value]) => `${name} ${share(value)}`)
  return [
    how,
    '',
    renderRows(['ms since just before the command was sent', 'p50', 'p99', 'max'], rows),
    `Target for the first two: p99 under ${target.p99}, max under ${target.max}.`,
    '',
    `Model text after the acknowledgement: ${textBytes.after} bytes (${textBytes.before} before, ${textBytes.inSweep} in the sweep).`,
    'One process reads the streams and the acknowledgement in one event loop. Bytes that it read before the head of the',
    'acknowledgement count as before. Then the loop polls once more and reads every socket empty (the sweep): bytes read in',
    `it may have arrived before or after. It lasted ${ms(sweep.p50)} ms, at most ${ms(sweep.max)}. All later bytes count as after.`,
    '',
    `Acknowledged by every living gateway: ${summary.complete} of ${summary.freezes} freezes.`,
    `Streams ended with: ${count(summary.ends)}.`,
    `Requests sent after the acknowledgement: ${count(summary.afterwards)}.`,
    `Background: ${background.requests} right answers (${(background.requests / (background.elapsedMs / 1000)).toFixed(0)}/s), ` +
      `${background.errors} errors, p50 ${ms(latency.p50)} ms, p99 ${ms(latency.p99)} ms.`,
    ...(neighbours === undefined ? [] : [`Hostile requests at the first gateway: ${count(neighbours)}.`]),
    `CPU in shares of a core, of ${machine.cores}: ${uses.join(', ')}; processes outside the bench ${share(machine.others)}.`,
    `The reader itself was late by up to ${ms(summary.readerDelay.p99)} ms (p99; max ${ms(summary.readerDelay.max)}), which the figures include.`,
  ].join('\n')
}

function renderRows(header: readonly string[], rows: readonly [string, Distribution][]): string {
  const cells = [header, ...rows.map(([name, { p50, p99, max }]) => [name, ms(p50), ms(p99), ms(max)])]
  const widths = header.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  return cells
    .map((row) =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  '),
    )
    .join('\n')
}

function ms(value: number): string {
  return value.toFixed(1)
}
