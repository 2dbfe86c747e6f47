import { URGENCIES, type Urgency } from '../model/assessment.ts'
import type { GapGroup } from '../verdict/gap-group.ts'
import { transitionOf } from './deadlines.ts'
import { sumOf, type WorkPackage } from './work-package.ts'

/** The urgency of one piece of work and the sentences that give its grounds. */
export interface UrgencyWithGrounds {
  readonly urgency: Urgency
  readonly grounds: readonly string[]
}

interface Step {
  readonly applies: boolean
  readonly levels: number
  readonly ground: string
}

/** Years up to which a date of CNSA 2.0 raises the urgency by one: the nearest dates that it sets for exclusive use. */
const NEAR_DEADLINE_YEAR = 2030

/**
 * From use, deadline and exposure: what has to stay secret starts highest, because it can be recorded now and decrypted
 * later (CNSA 2.0 FAQ); a near deadline and weakness today raise, tests, code of others and doubt lower.
 */
export function urgencyOf(work: WorkPackage): UrgencyWithGrounds {
  const base = baseOf(work)
  const steps = stepsOf(work).filter(({ applies }) => applies)
  const level = steps.reduce((sum, { levels }) => sum + levels, base.levels)
  const bounded = Math.max(0, Math.min(URGENCIES.length - 1, level))
  return {
    urgency: URGENCIES[URGENCIES.length - 1 - bounded] ?? 'Low',
    grounds: [base.ground, ...steps.map(({ ground }) => ground)],
  }
}

/** 3 Critical, 2 High, 1 Medium, 0 Low. */
function baseOf({ kind, gapGroups }: WorkPackage): Omit<Step, 'applies'> {
  switch (kind) {
    case 'keyEstablishment':
      return { levels: 3, ground: 'What is exchanged today can be recorded and decrypted later, so waiting does harm.' }
    case 'signature':
    case 'firmware':
    case 'certificate':
      return { levels: 2, ground: 'Signatures can be forged once a large quantum computer exists.' }
    case 'undetermined':
      return {
        levels: 2,
        ground: 'The code does not tell what the keys are for; if they protect secrets, it is critical.',
      }
    case 'investigate':
      return { levels: 1, ground: 'Small work that settles an open question.' }
    case 'parameter':
      return someWeak(gapGroups)
        ? { levels: 2, ground: 'Broken or withdrawn without any quantum computer.' }
        : { levels: 0, ground: 'No attack is in sight; CNSA 2.0 does not allow it.' }
  }
}

function stepsOf(work: WorkPackage): readonly Step[] {
  const { gapGroups, kind } = work
  const total = sumOf(work, ({ count }) => count)
  const tests = sumOf(work, ({ bySetting }) => bySetting.test)
  const outside = tests + sumOf(work, ({ bySetting }) => bySetting.vendored)
  const years = gapGroups.map(({ deadline }) => transitionOf(deadline).exclusiveBy)
  return [
    {
      applies: Math.min(...years) <= NEAR_DEADLINE_YEAR,
      levels: 1,
      ground: `CNSA 2.0 is exclusive here by ${Math.min(...years)}.`,
    },
    { applies: kind !== 'parameter' && someWeak(gapGroups), levels: 1, ground: 'Some keys are too short already.' },
    { applies: tests === total, levels: -2, ground: 'Found in tests only.' },
    {
      applies: tests < total && outside === total,
      levels: -1,
      ground: 'Found only in code that comes from others (and tests): take their new version.',
    },
    {
      applies: sumOf(work, ({ byConfidence }) => byConfidence.Low) === total,
      levels: -1,
      ground: 'All findings are of low confidence: confirm them first.',
    },
  ]
}

function someWeak(gapGroups: readonly GapGroup[]): boolean {
  return gapGroups.some(({ judgement }) => judgement.weakToday === true)
}
