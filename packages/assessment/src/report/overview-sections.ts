import { counted, purposeText, variantsText } from '../findings/describe.ts'
import type { Assessment } from '../findings/judge-detections.ts'
import { type MigrationPlan, RISK_LEVELS, type RiskLevel, type Urgency } from '../model/assessment.ts'
import { MILESTONES, TRANSITION_CLASSES } from '../verdict/cnsa-profile.ts'
import { isOpen, mergeDeadlines, variantsOf } from '../verdict/gap-group.ts'
import {
  algorithmsChart,
  RISK_TITLES,
  RISK_TONES,
  type RiskCounts,
  riskDistributionChart,
  timelineChart,
} from './charts.ts'
import { readableText } from './readable-text.ts'
import type { Block, Cell, Section, Tone } from './report.ts'
import { countsOf, numberText } from './tallies.ts'

const meanings: Readonly<Record<RiskLevel, string>> = {
  QuantumBroken: "Falls to Shor's algorithm at any size, or will be replaced for that reason.",
  QuantumVulnerable: 'Weak already, or withdrawn, without any quantum computer.',
  Mitigable: "Grover's algorithm lowers the margin; larger keys restore it.",
  QuantumSafe: 'No quantum attack comes near it.',
}

/** How the findings divide by risk. */
export function riskSection(counts: RiskCounts): Section {
  const total = RISK_LEVELS.reduce((sum, level) => sum + counts[level], 0)
  const rows = RISK_LEVELS.map((level): Cell[] => [
    { text: RISK_TITLES[level], tone: RISK_TONES[level] },
    { text: numberText(counts[level]) },
    { text: total === 0 ? '-' : `${Math.round((counts[level] / total) * 100)} %` },
    { text: meanings[level] },
  ])
  return {
    id: 'risk',
    title: 'Risk distribution',
    blocks: [
      { kind: 'chart', drawing: riskDistributionChart(counts) },
      {
        kind: 'table',
        columns: [
          { title: 'Risk', share: 0.24 },
          { title: 'Findings', share: 0.12, isNumber: true },
          { title: 'Share', share: 0.1, isNumber: true },
          { title: 'What it means', share: 0.54 },
        ],
        rows,
      },
    ],
  }
}

/** Which algorithms are there, for what, and how often. */
export function algorithmsSection({ gapGroups }: Assessment): Section {
  const title = 'Algorithms'
  if (gapGroups.length === 0) return { id: 'algorithms', title, blocks: [nothing('No algorithm was found.')] }
  const algorithms = Map.groupBy(gapGroups, ({ entry }) => entry.algorithm)
  const bars = [...algorithms].map(([algorithm, members]) => ({ algorithm, counts: countsOf(members) }))
  const rows = mergeDeadlines(gapGroups).map(([first, ...others]): Cell[] => [
    { text: readableText(variantsText(variantsOf([first, ...others]))) },
    { text: purposeText(first) },
    { text: numberText(others.reduce((sum, { count }) => sum + count, first.count)) },
    { text: RISK_TITLES[first.judgement.risk], tone: RISK_TONES[first.judgement.risk] },
    { text: complianceWords[first.judgement.cnsa2], tone: complianceTones[first.judgement.cnsa2] },
  ])
  return {
    id: 'algorithms',
    title,
    blocks: [
      { kind: 'chart', drawing: algorithmsChart(bars) },
      {
        kind: 'table',
        columns: [
          { title: 'Algorithm (uses)', share: 0.3 },
          { title: 'Used for', share: 0.2 },
          { title: 'Findings', share: 0.1, isNumber: true },
          { title: 'Risk', share: 0.22 },
          { title: 'CNSA 2.0', share: 0.18 },
        ],
        rows,
      },
    ],
  }
}

const complianceWords = {
  Compliant: 'complies',
  NonCompliant: 'does not comply',
  Indeterminate: 'cannot be told',
  OutOfScope: 'not covered',
} as const

const complianceTones = {
  Compliant: 'safe',
  NonCompliant: 'broken',
  Indeterminate: 'vulnerable',
  OutOfScope: 'plain',
} as const

const urgencyTones: Readonly<Record<Urgency, Tone>> = {
  Critical: 'broken',
  High: 'vulnerable',
  Medium: 'mitigable',
  Low: 'plain',
}

/** The pieces of work, the most urgent first. */
export function planSection({ items, totalEffortDays }: MigrationPlan): Section {
  const title = 'Migration plan'
  if (items.length === 0) return { id: 'plan', title, blocks: [nothing('There is nothing to migrate.')] }
  const rows = items.map(({ urgency, algorithm, target, effortDays, rationale }): Cell[] => [
    { text: urgency, tone: urgencyTones[urgency] },
    { text: readableText(algorithm) },
    { text: target },
    { text: numberText(effortDays) },
    { text: readableText(rationale, 900) },
  ])
  return {
    id: 'plan',
    title,
    blocks: [
      {
        kind: 'paragraph',
        text: `${counted(totalEffortDays, 'day')} in all, as estimated by the effort model of this assessment.`,
      },
      {
        kind: 'table',
        columns: [
          { title: 'Urgency', share: 0.11 },
          { title: 'From', share: 0.11 },
          { title: 'To', share: 0.16 },
          { title: 'Days', share: 0.08, isNumber: true },
          { title: 'Rationale', share: 0.54 },
        ],
        rows,
      },
    ],
  }
}

/** The dates of CNSA 2.0 and what of the findings is bound for which. */
export function timelineSection({ gapGroups }: Assessment, generatedAt: Date): Section {
  const open = new Map<string, number>()
  for (const { deadline, count } of gapGroups.filter(isOpen)) open.set(deadline, (open.get(deadline) ?? 0) + count)
  const rows = TRANSITION_CLASSES.map(({ id, title, preferBy, exclusiveBy }): Cell[] => [
    { text: title },
    { text: preferBy === null ? '-' : String(preferBy) },
    { text: String(exclusiveBy) },
    { text: numberText(open.get(id) ?? 0) },
  ])
  const columns = [
    { title: 'Class', share: 0.52 },
    { title: 'Preferred by', share: 0.16, isNumber: true },
    { title: 'Exclusive by', share: 0.16, isNumber: true },
    { title: 'Open findings', share: 0.16, isNumber: true },
  ]
  return {
    id: 'timeline',
    title: 'Timeline',
    blocks: [
      { kind: 'chart', drawing: timelineChart(generatedAt, open) },
      { kind: 'table', columns, rows },
      { kind: 'list', items: MILESTONES.map(({ date, title, source }) => `${date}: ${title} (${source}).`) },
    ],
  }
}

function nothing(text: string): Block {
  return { kind: 'paragraph', text }
}
