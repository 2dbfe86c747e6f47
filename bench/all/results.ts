import type { BenchReport } from '../bench.ts'
import { PARTS, TARGETS, type Target } from './parts.ts'

/** What one part of a run has given: its report, or why there is none. */
export interface PartResult {
  readonly name: string
  readonly seconds: number
  readonly report?: BenchReport
  readonly failure?: string
}

interface Run {
  readonly date: string
  readonly commit: string
  readonly machine: readonly (readonly [string, string])[]
  readonly results: readonly PartResult[]
}

/** The document of a run: the machine, what was asked against what was measured, and the table of each bench. */
export function renderResults({ date, commit, machine, results }: Run): string {
  const lines = [
    '# Results of all benches',
    '',
    `Written by \`npm run bench -- all\` on ${date} for commit \`${commit}\`. Load generators and model servers share the machine with what is measured: compare figures of one`,
    'run with each other, and not with those of another machine.',
    '',
    ...notRun(results),
    '| | |',
    '| --- | --- |',
    ...machine.map(([name, value]) => `| ${name} | ${value} |`),
    '',
    '## What was asked for',
    '',
    '| bench | figure | asked | measured | holds |',
    '| --- | --- | --- | --- | --- |',
    ...TARGETS.flatMap((target) => rowOf(target, results)),
    '',
    ...results.flatMap(sectionOf),
  ]
  return `${lines.join('\n').trimEnd()}\n`
}

/** Who runs some of the benches only must not look like one who has run all. */
function notRun(results: readonly PartResult[]): string[] {
  const left = PARTS.map(({ name }) => name).filter((name) => !results.some((result) => result.name === name))
  return left.length === 0 ? [] : [`**Not run:** ${left.join(', ')}.`, '']
}

function rowOf(target: Target, results: readonly PartResult[]): string[] {
  const result = results.find(({ name }) => name === target.part)
  if (result === undefined) return []
  const figure = result.report === undefined ? Number.NaN : target.read(result.report.data)
  const measured = Number.isNaN(figure) ? 'not measured' : target.show(figure)
  return [
    `| ${target.part} | ${target.what} | ${target.asked} | ${measured} | ${target.holds(figure) ? 'yes' : '**no**'} |`,
  ]
}

function sectionOf({ name, seconds, report, failure }: PartResult): string[] {
  const faults = report?.faults ?? []
  return [
    `## \`npm run bench -- ${name}\``,
    '',
    `${seconds.toFixed(0)} s.${faults.length > 0 ? ' **Its figures do not hold:**' : ''}`,
    ...faults.map((fault) => `- ${fault.replaceAll('\n', ' ')}`),
    '',
    '```text',
    (report?.text ?? `It failed: ${failure}`).trimEnd(),
    '```',
    '',
  ]
}
