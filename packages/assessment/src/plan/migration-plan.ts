import type { Assessment } from '../findings/assess.ts'
import { counted, purposeText, variantsText } from '../findings/describe.ts'
import { type MigrationItem, type MigrationPlan, URGENCIES } from '../model/assessment.ts'
import { variantsOf } from '../verdict/gap-group.ts'
import { type Effort, effortOf } from './effort.ts'
import { type UrgencyWithGrounds, urgencyOf } from './urgency.ts'
import { type WorkPackage, workPackagesOf } from './work-package.ts'

/** One item for each piece of work that leads to CNSA 2.0: the most urgent first, then the largest. */
export function migrationPlanOf(assessment: Pick<Assessment, 'concerns'>): MigrationPlan {
  const items = workPackagesOf(assessment).map(itemOf).sort(byUrgency)
  return {
    totalEffortDays: items.reduce((sum, { effortDays }) => sum + effortDays, 0),
    itemCount: items.length,
    items,
  }
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
  }
}

function rationaleOf(work: WorkPackage, { grounds }: UrgencyWithGrounds, effort: Effort): string {
  const parts = `${counted(effort.setupDays, 'day')} once, ${effort.fileDays} for ${counted(effort.files, 'file')}`
  return `${variantsText(variantsOf(work.concerns))}${useText(work)}. ${grounds.join(' ')} Effort: ${parts}.`
}

function useText({ kind, concerns: [first] }: WorkPackage): string {
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
