import { isConclusive } from '../findings/coverage.ts'
import { complyText, counted, doNotText } from '../findings/describe.ts'
import type { Assessment } from '../findings/judge-detections.ts'
import type { CnsaVerdict, MigrationPlan, Score, Verdict } from '../model/assessment.ts'
import { dueOf, targetOf } from '../plan/targets.ts'
import { type GapGroup, isOpen } from '../verdict/gap-group.ts'
import { coverageText } from './coverage-text.ts'
import { partsText } from './parts-text.ts'
import { readableText } from './readable-text.ts'
import type { Block, Cell, Section, Tone } from './report.ts'
import { scoreText } from './score-text.ts'
import { numberText } from './tallies.ts'

export interface Results {
  readonly assessment: Assessment
  readonly score: Score
  readonly verdict: CnsaVerdict
  readonly plan: MigrationPlan
}

const tones: Readonly<Record<Verdict, Tone>> = {
  Compliant: 'safe',
  NonCompliant: 'broken',
  Indeterminate: 'vulnerable',
}

const titles: Readonly<Record<Verdict, string>> = {
  Compliant: 'Compliant with CNSA 2.0',
  NonCompliant: 'Not compliant with CNSA 2.0',
  Indeterminate: 'Not yet determined under CNSA 2.0',
}

/** What a reader sees first: the verdict, how far it reaches, what is to be replaced, and what changed. */
export function summarySection(results: Results): Section {
  const { assessment, score, verdict, plan } = results
  const { statistics, status } = assessment.outcome
  const blocks: Block[] = [
    { kind: 'notice', tone: tones[verdict.verdict], title: titles[verdict.verdict], text: verdictText(results) },
    {
      kind: 'figures',
      items: [
        { label: 'Findings in the product', value: numberText(score.product.findingCount) },
        { label: 'Findings in tests', value: numberText(score.test.findingCount) },
        { label: 'Score (0 best, 1 worst)', value: score.systemScore.toFixed(2) },
        changeOf(score),
        { label: 'Files read', value: numberText(statistics.filesRead) },
        { label: 'Days of effort, estimated', value: numberText(plan.totalEffortDays) },
      ],
    },
    ...algorithmBlocks(assessment),
    { kind: 'paragraph', text: `Coverage. ${reachText(assessment)}` },
    { kind: 'paragraph', text: scoreText(score) },
  ]
  if (status === 'incomplete') {
    blocks.unshift({
      kind: 'notice',
      tone: 'vulnerable',
      title: 'The scan did not complete',
      text: 'It reached its limit of time or findings. What is not listed here may still be there.',
    })
  }
  return { id: 'summary', title: 'Summary', blocks }
}

function changeOf({ change }: Score): { readonly label: string; readonly value: string } {
  if (change === undefined) return { label: 'Change (no earlier scan)', value: '-' }
  const { difference } = change
  const sign = difference === 0 ? '' : difference > 0 ? '+' : '-'
  return { label: 'Change since the last scan', value: `${sign}${Math.abs(difference).toFixed(2)}` }
}

function reachText(assessment: Assessment): string {
  const { filesSeen, filesRead } = assessment.outcome.statistics
  const reach = `Files read: ${numberText(filesRead)} of ${numberText(filesSeen)} seen.`
  const unread = coverageText(assessment)
  return unread === '' ? `${reach} No source was passed over.` : `${reach} ${unread}`
}

/** The figures, and what they do not speak of. */
function verdictText(results: Results): string {
  const { assessment, verdict } = results
  const parts = [partsText(assessment), countsText(results)].filter((text) => text !== '')
  if (verdict.verdict !== 'NonCompliant' && !isConclusive(assessment)) {
    parts.push('Not all of the project was read and understood, so that no more can be said of it.')
  }
  return parts.join(' ')
}

function countsText({ assessment, score, verdict }: Results): string {
  const open = assessment.gapGroups.filter(isOpen).reduce((sum, { count }) => sum + count, 0) - verdict.nonCompliant
  const outside = score.findingCount - verdict.compliant - verdict.nonCompliant - open
  if (score.findingCount === 0) return 'No use of an algorithm that the knowledge base describes was found.'
  const parts = [
    `Of ${counted(score.findingCount, 'finding')}, ${complyText(verdict.compliant)}`,
    doNotText(verdict.nonCompliant),
  ]
  if (open > 0) parts.push(`${numberText(open)} cannot be told`)
  if (outside > 0) parts.push(`of ${numberText(outside)} CNSA 2.0 does not speak`)
  return `${parts.join(', ')}.`
}

/** So many rows leave room on the first page of paper for all else that belongs there. */
const MAX_ALGORITHMS = 8

/** Each algorithm once: how often it is in the product, and what is to become of it. */
function algorithmBlocks({ gapGroups, parts }: Assessment): Block[] {
  if (gapGroups.length === 0) return []
  const inProduct = countsByAlgorithm(parts.product.gapGroups)
  const inTests = countsByAlgorithm(parts.test.gapGroups)
  const byAlgorithm = [...Map.groupBy(gapGroups, ({ entry }) => entry.algorithm)]
  const sorted = byAlgorithm.toSorted(
    ([a, m], [b, n]) =>
      Number(n.some(isOpen)) - Number(m.some(isOpen)) || (inProduct.get(b) ?? 0) - (inProduct.get(a) ?? 0),
  )
  const rows = sorted.slice(0, MAX_ALGORITHMS).map(([algorithm, groups]): Cell[] => {
    const open = groups.filter(isOpen)
    const targets = [...new Set(open.flatMap((group) => targetOf(group).split(' or ')))]
    return [
      { text: readableText(algorithm, 40) },
      { text: numberText(inProduct.get(algorithm) ?? 0) },
      { text: numberText(inTests.get(algorithm) ?? 0) },
      open.length === 0 ? { text: 'keep', tone: 'safe' } : { text: targets.join(' or ') },
      { text: open.length === 0 ? '-' : dueOf(open) },
    ]
  })
  const table: Block = {
    kind: 'table',
    columns: [
      { title: 'Algorithm', share: 0.18 },
      { title: 'In the product', share: 0.14, isNumber: true },
      { title: 'In tests', share: 0.12, isNumber: true },
      { title: 'Replace by', share: 0.42 },
      { title: 'Deadline', share: 0.14 },
    ],
    rows,
  }
  const more = byAlgorithm.length - rows.length
  return more <= 0
    ? [table]
    : [table, { kind: 'paragraph', text: `${counted(more, 'more algorithm')}: see Algorithms.` }]
}

function countsByAlgorithm(gapGroups: readonly GapGroup[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { entry, count } of gapGroups) counts.set(entry.algorithm, (counts.get(entry.algorithm) ?? 0) + count)
  return counts
}
