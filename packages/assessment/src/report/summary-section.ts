import { isConclusive } from '../findings/coverage.ts'
import { complyText, counted, doNotText } from '../findings/describe.ts'
import type { Assessment } from '../findings/judge-detections.ts'
import type { CnsaVerdict, MigrationPlan, Score, Verdict } from '../model/assessment.ts'
import { isOpen } from '../verdict/gap-group.ts'
import type { RiskCounts } from './charts.ts'
import { coverageText } from './coverage-text.ts'
import { partsText } from './parts-text.ts'
import type { Block, Section, Tone } from './report.ts'
import { scoreText } from './score-text.ts'
import { numberText } from './tallies.ts'

export interface Results {
  readonly assessment: Assessment
  readonly score: Score
  readonly verdict: CnsaVerdict
  readonly plan: MigrationPlan
  readonly counts: RiskCounts
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

/** The page that everyone reads: the verdict, some figures, and what to do first. */
export function summarySection(results: Results): Section {
  const { assessment, score, verdict, plan, counts } = results
  const blocks: Block[] = [
    { kind: 'notice', tone: tones[verdict.verdict], title: titles[verdict.verdict], text: verdictText(results) },
    {
      kind: 'figures',
      items: [
        { label: 'System score (0 safe, 1 broken)', value: score.systemScore.toFixed(2) },
        { label: 'Findings in the product', value: numberText(score.product.findingCount) },
        { label: 'Findings in tests', value: numberText(score.test.findingCount) },
        { label: 'Algorithms', value: numberText(score.componentCount) },
        { label: 'Quantum-broken', value: numberText(counts.QuantumBroken) },
        { label: 'Days of effort, estimated', value: numberText(plan.totalEffortDays) },
      ],
    },
    { kind: 'paragraph', text: scoreText(score) },
    ...firstSteps(plan),
  ]
  if (assessment.outcome.status === 'incomplete') {
    blocks.unshift({
      kind: 'notice',
      tone: 'vulnerable',
      title: 'The scan did not complete',
      text: 'It reached its limit of time or findings. What is not listed here may still be there.',
    })
  }
  return { id: 'summary', title: 'Summary', blocks }
}

/** The figures, and what they do not speak of. */
function verdictText(results: Results): string {
  const { assessment, verdict } = results
  const parts = [partsText(assessment), countsText(results)].filter((text) => text !== '')
  if (verdict.verdict !== 'NonCompliant' && !isConclusive(assessment)) {
    parts.push('Not all of the project was read, so that no more can be said of it.')
  }
  return [...parts, coverageText(assessment)].join(' ').trimEnd()
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

function firstSteps({ items }: MigrationPlan): Block[] {
  const [first] = items
  if (first === undefined) return []
  const urgent = items.filter(({ urgency }) => urgency === first.urgency)
  const steps = urgent.map(({ algorithm, target, effortDays }) => {
    return `${algorithm} to ${target} (${counted(effortDays, 'day')})`
  })
  return [{ kind: 'paragraph', text: `First, with urgency ${first.urgency.toLowerCase()}: ${steps.join('; ')}.` }]
}
