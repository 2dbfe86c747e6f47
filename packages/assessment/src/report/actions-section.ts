import { coverageGapsOf } from '../findings/coverage.ts'
import { counted, purposeText, variantsText } from '../findings/describe.ts'
import type { Assessment } from '../findings/judge-detections.ts'
import { dueOf, targetOf } from '../plan/targets.ts'
import { sumOf, type WorkPackage, workPackagesOf } from '../plan/work-package.ts'
import { CNSA_PROFILE } from '../verdict/cnsa-profile.ts'
import { type GapGroup, isOpen, variantsOf } from '../verdict/gap-group.ts'
import { readablePath, readableText } from './readable-text.ts'
import type { Block, Cell, Section } from './report.ts'
import { type Assignment, assignmentOf, type ReportNames } from './report-names.ts'
import { numberText } from './tallies.ts'

/** So many fit on one page of paper. */
const MAX_ACTIONS = 14

/**
 * One page to hand on: what is to be done, by whom and until when. A scan knows no people: the column of owners is
 * there where at least one was named.
 */
export function actionsSection(assessment: Assessment, assignments: ReportNames['assignments']): Section {
  const title = 'Actions'
  const works = workPackagesOf(assessment).toSorted((a, b) => Number(dueOf(a.gapGroups)) - Number(dueOf(b.gapGroups)))
  const gaps = coverageGapsOf(assessment)
  const hasOwners = Object.values(assignments ?? {}).some(({ owner }) => owner !== undefined)
  const rowOf = (action: string, due: string, findings: string, { owner, due: own }: Assignment): Cell[] => [
    { text: action },
    ...(hasOwners ? [{ text: readableText(owner ?? 'not named', 60) }] : []),
    { text: own ?? due },
    { text: findings },
  ]
  const rows = [
    ...works.slice(0, MAX_ACTIONS).map((work) => {
      const findings = numberText(sumOf(work, ({ count }) => count))
      return rowOf(actionText(work), dueOf(work.gapGroups), findings, assignmentOf(assignments, work.algorithm))
    }),
    ...gaps.map(({ gapDescription, recommendedAction }) => {
      const { owner } = assignmentOf(assignments)
      const action = readableText(`${recommendedAction} ${gapDescription}`, 600)
      return rowOf(action, 'now', '-', { owner })
    }),
  ]
  if (rows.length === 0)
    return { id: 'actions', title, blocks: [{ kind: 'paragraph', text: 'Nothing is to be done.' }] }
  const columns = [
    { title: 'Action', share: hasOwners ? 0.54 : 0.72 },
    ...(hasOwners ? [{ title: 'Owner', share: 0.18 }] : []),
    { title: 'Due', share: 0.14 },
    { title: 'Findings', share: 0.14, isNumber: true },
  ]
  const blocks: Block[] = [{ kind: 'table', columns, rows }]
  const more = works.length - MAX_ACTIONS
  if (more > 0) blocks.push({ kind: 'paragraph', text: `${counted(more, 'more action')}: see Migration plan.` })
  return { id: 'actions', title, blocks }
}

function actionText({ algorithm, kind, target, gapGroups }: WorkPackage): string {
  const name = readableText(algorithm, 40)
  if (kind === 'investigate') return `Find out how ${name} is used; where it does not comply, replace it by ${target}`
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
  { title: 'Algorithm (uses)', share: 0.22 },
  { title: 'For', share: 0.16 },
  { title: 'Findings', share: 0.1, isNumber: true },
  { title: 'Where, for example', share: 0.28 },
  { title: 'Replace by', share: 0.14 },
  { title: 'Deadline', share: 0.1 },
]
/** Of a row; the list of findings has the others. */
const MAX_PLACES = 2

/** Each row differs from the others in what it is for, or in what becomes of it. */
function gapRows(groups: readonly GapGroup[]): Cell[][] {
  const useOf = (group: GapGroup) => (group.isCertificate ? 'certificates' : purposeText(group))
  const rows = Map.groupBy(groups, (group) =>
    [group.entry.algorithm, useOf(group), targetOf(group), dueOf([group])].join('\n'),
  )
  return [...rows.values()]
    .flatMap(([first, ...others]) => (first === undefined ? [] : [{ first, all: [first, ...others] }]))
    .map(({ first, all }) => ({ first, all, count: all.reduce((sum, { count }) => sum + count, 0) }))
    .sort((a, b) => b.count - a.count)
    .map(({ first, all, count }) => [
      { text: readableText(variantsText(variantsOf(all))) },
      { text: useOf(first) },
      { text: numberText(count) },
      { text: placesText(all, count), isCode: true },
      { text: targetOf(first) },
      { text: dueOf(all) },
    ])
}

function placesText(groups: readonly GapGroup[], count: number): string {
  const places = groups.flatMap((group) => group.places).slice(0, MAX_PLACES)
  return `${places.map(readablePath).join(', ')}${count > places.length ? ', ...' : ''}`
}
