import { coverageGapsOf } from '../findings/coverage.ts'
import { counted, purposeText } from '../findings/describe.ts'
import type { Assessment } from '../findings/judge-detections.ts'
import { dueOf, targetOf } from '../plan/targets.ts'
import { sumOf, type WorkPackage, workPackagesOf } from '../plan/work-package.ts'
import { CNSA_PROFILE } from '../verdict/cnsa-profile.ts'
import { type GapGroup, isOpen } from '../verdict/gap-group.ts'
import { readablePath, readableText } from './readable-text.ts'
import type { Block, Cell, Section } from './report.ts'
import { numberText } from './tallies.ts'

/** So many fit on one page of paper. */
const MAX_ACTIONS = 14

/** One page to hand on: what is to be done, by whom and until when. A scan knows no people: owners are to be named. */
export function actionsSection(assessment: Assessment): Section {
  const title = 'Actions'
  const works = workPackagesOf(assessment).toSorted((a, b) => Number(dueOf(a.gapGroups)) - Number(dueOf(b.gapGroups)))
  const gaps = coverageGapsOf(assessment)
  const rows = [
    ...works
      .slice(0, MAX_ACTIONS)
      .map((work): Cell[] => [
        { text: actionText(work) },
        { text: 'to be named' },
        { text: dueOf(work.gapGroups) },
        { text: numberText(sumOf(work, ({ count }) => count)) },
      ]),
    ...gaps.map(({ gapDescription, recommendedAction }): Cell[] => [
      { text: readableText(`${recommendedAction} ${gapDescription}`, 600) },
      { text: 'to be named' },
      { text: 'now' },
      { text: '-' },
    ]),
  ]
  if (rows.length === 0)
    return { id: 'actions', title, blocks: [{ kind: 'paragraph', text: 'Nothing is to be done.' }] }
  const columns = [
    { title: 'Action', share: 0.58 },
    { title: 'Owner', share: 0.17 },
    { title: 'Due', share: 0.1 },
    { title: 'Findings', share: 0.15, isNumber: true },
  ]
  const blocks: Block[] = [{ kind: 'table', columns, rows }]
  const more = works.length - MAX_ACTIONS
  if (more > 0) blocks.push({ kind: 'paragraph', text: `${counted(more, 'more action')}: see Migration plan.` })
  return { id: 'actions', title, blocks }
}

function actionText({ algorithm, kind, target, gapGroups }: WorkPackage): string {
  const name = readableText(algorithm, 40)
  if (kind === 'settle') return `Find out how ${name} is used; where it does not comply, replace it by ${target}`
  const [first] = gapGroups
  const use = kind === 'certificate' ? 'certificates' : first === undefined ? '' : purposeText(first)
  return `Replace ${name} by ${target}: ${kind === 'firmware' ? 'signing of software and firmware' : use}`
}

/** What does not comply: each reason once, and below it what it holds for. */
export function gapsSection(assessment: Assessment): Section {
  const title = `Gaps under ${CNSA_PROFILE.profileName}`
  const reasons = Map.groupBy(assessment.gapGroups.filter(isOpen), ({ judgement }) => judgement.reason)
  const blocks: Block[] = [...reasons].flatMap(([reason, groups]): Block[] => [
    { kind: 'paragraph', text: readableText(reason, 900) },
    { kind: 'table', columns: GAP_COLUMNS, rows: gapRows(groups) },
  ])
  const unread = coverageGapsOf(assessment).map(({ gapDescription }) => readableText(gapDescription, 900))
  if (unread.length > 0)
    blocks.push({ kind: 'paragraph', text: 'What the scan cannot speak of:' }, { kind: 'list', items: unread })
  return {
    id: 'gaps',
    title,
    blocks: blocks.length === 0 ? [{ kind: 'paragraph', text: 'There are no gaps.' }] : blocks,
  }
}

const GAP_COLUMNS = [
  { title: 'Algorithm', share: 0.24 },
  { title: 'Findings', share: 0.1, isNumber: true },
  { title: 'Where, for example', share: 0.32 },
  { title: 'Replace by', share: 0.22 },
  { title: 'Deadline', share: 0.12 },
]

function gapRows(groups: readonly GapGroup[]): Cell[][] {
  return groups
    .toSorted((a, b) => b.count - a.count)
    .map((group) => [
      { text: readableText(`${group.entry.algorithm}, ${purposeText(group)}`) },
      { text: numberText(group.count) },
      { text: readablePath(group.places[0] ?? ''), isCode: true },
      { text: targetOf(group) },
      { text: dueOf([group]) },
    ])
}
