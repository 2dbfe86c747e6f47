import { counted, purposeText, variantsText } from '../findings/describe.ts'
import type { Assessment } from '../findings/judge-detections.ts'
import { type MigrationItem, type MigrationPlan, type PlanFigures, URGENCIES } from '../model/assessment.ts'
import { FEDERAL_DATES } from '../verdict/cnsa-profile.ts'
import { variantsOf } from '../verdict/gap-group.ts'
import { type Effort, effortOf } from './effort.ts'
import { dueOf } from './targets.ts'
import { type UrgencyWithGrounds, urgencyOf } from './urgency.ts'
import { type WorkKind, type WorkPackage, workPackagesOf } from './work-package.ts'

/** One item for each piece of work that leads to CNSA 2.0: the most urgent first, then the largest. */
export function migrationPlanOf(assessment: Pick<Assessment, 'gapGroups' | 'parts'>): MigrationPlan {
  const { product, test } = assessment.parts
  const items = workPackagesOf(assessment).map(itemOf).sort(byUrgency)
  return { ...figuresOf(items), items, product: partFiguresOf(product), test: partFiguresOf(test) }
}

/** What the work on one part alone takes: what is done once counts in both, so they may add up to more than all. */
function partFiguresOf(part: Pick<Assessment, 'gapGroups'>): PlanFigures {
  return figuresOf(workPackagesOf(part).map(itemOf))
}

function figuresOf(items: readonly MigrationItem[]): PlanFigures {
  return { totalEffortDays: items.reduce((sum, { effortDays }) => sum + effortDays, 0), itemCount: items.length }
}

function itemOf(work: WorkPackage): MigrationItem {
  const urgency = urgencyOf(work)
  const effort = effortOf(work)
  return {
    urgency: urgency.urgency,
    algorithm: work.algorithm,
    target: work.target,
    effortDays: effort.totalDays,
    rationale: rationaleOf(work, urgency, effort),
    exclusiveBy: Number(dueOf(work.gapGroups)),
  }
}

function rationaleOf(work: WorkPackage, { grounds }: UrgencyWithGrounds, effort: Effort): string {
  const said = [...grounds, ...federalDates(work)].join(' ')
  const parts = `${counted(effort.setupDays, 'day')} once, ${effort.fileDays} for ${counted(effort.files, 'file')}`
  return `${variantsText(variantsOf(work.gapGroups))}${useText(work)}. ${said} Effort: ${parts}.`
}

const FEDERAL_KINDS: Readonly<Partial<Record<WorkKind, readonly (keyof typeof FEDERAL_DATES)[]>>> = {
  keyEstablishment: ['keyEstablishment'],
  signature: ['signature'],
  certificate: ['signature'],
  firmware: ['signature'],
  undetermined: ['keyEstablishment', 'signature'],
}

/** What binds federal systems beside CNSA 2.0, which binds national security systems. */
function federalDates({ kind }: WorkPackage): readonly string[] {
  const dates = FEDERAL_KINDS[kind]?.map((purpose) => FEDERAL_DATES[purpose]) ?? []
  if (dates.length === 0) return []
  const names = dates.length === 1 ? dates.join() : `${dates.join(' (key establishment) or ')} (signatures)`
  return [`Federal high-value assets and high-impact systems: by ${names} (Executive Order 14412).`]
}

function useText({ kind, gapGroups: [first] }: WorkPackage): string {
  if (kind === 'certificate') return ' in certificates'
  if (kind === 'firmware') return ' for signing software and firmware'
  return first === undefined ? '' : ` for ${purposeText(first)}`
}

function byUrgency(a: MigrationItem, b: MigrationItem): number {
  return (
    URGENCIES.indexOf(a.urgency) - URGENCIES.indexOf(b.urgency) ||
    b.effortDays - a.effortDays ||
    (a.algorithm < b.algorithm ? -1 : 1)
  )
}
