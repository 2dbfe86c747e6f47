import { coverageGapsOf, coverageMember, isConclusive } from '../findings/coverage.ts'
import { counted, purposeText, variantsText } from '../findings/describe.ts'
import type { Assessment } from '../findings/judge-detections.ts'
import type { CnsaVerdict, ComplianceGap, Verdict, VerdictFigures } from '../model/assessment.ts'
import { transitionOf } from '../plan/deadlines.ts'
import { targetOf } from '../plan/targets.ts'
import { CNSA_PROFILE } from './cnsa-profile.ts'
import { type GapGroup, type GapGroups, isOpen, mergeDeadlines, variantsOf } from './gap-group.ts'

/**
 * The verdict under CNSA 2.0. Every finding counts, whatever its confidence or place: one that does not comply makes
 * the whole `NonCompliant`. `Indeterminate` where none is left but open questions (with the built-in knowledge: AES
 * keys of unknown size), where not all was read that may hold code, or nothing, and where a library is handed an
 * algorithm that the code does not tell. Otherwise it is `Compliant`, also without findings, then with 0: all was read,
 * and nothing was found that is not allowed. `product` and `test` split it; what was not read counts for both. Where no
 * finding is in test code, `test` has no verdict instead of `Compliant`.
 */
export function cnsaVerdictOf(assessment: Pick<Assessment, 'gapGroups' | 'outcome' | 'parts'>): CnsaVerdict {
  const { gapGroups, parts } = assessment
  return {
    ...figuresOf(gapGroups, isConclusive(assessment)),
    gaps: [...gapsOf(gapGroups.filter(isOpen)), ...coverageGapsOf(assessment)],
    evidence: CNSA_PROFILE,
    product: figuresOf(parts.product.gapGroups, isConclusive(assessment, 'product')),
    test: testFiguresOf(parts.test.gapGroups, isConclusive(assessment, 'test')),
    ...coverageMember(assessment),
  }
}

function figuresOf(gapGroups: readonly GapGroup[], isWhole: boolean): VerdictFigures {
  const count = (verdict: Verdict) =>
    gapGroups.filter(({ judgement }) => judgement.cnsa2 === verdict).reduce((sum, gapGroup) => sum + gapGroup.count, 0)
  const nonCompliant = count('NonCompliant')
  const isSettled = count('Indeterminate') === 0 && isWhole
  return {
    verdict: nonCompliant > 0 ? 'NonCompliant' : isSettled ? 'Compliant' : 'Indeterminate',
    compliant: count('Compliant'),
    nonCompliant,
  }
}

/** Not `Compliant` where nothing was found in test code: there may be none. */
function testFiguresOf(gapGroups: readonly GapGroup[], isWhole: boolean): CnsaVerdict['test'] {
  const { verdict, ...counts } = figuresOf(gapGroups, isWhole)
  return gapGroups.length === 0 && verdict === 'Compliant' ? counts : { verdict, ...counts }
}

/** One gap for each judgement and purpose; firmware has its own, because its target and its date are others. */
function gapsOf(open: readonly GapGroup[]): ComplianceGap[] {
  const isFirmware = ({ deadline }: GapGroup) => deadline === 'firmware'
  return [...mergeDeadlines(open.filter((one) => !isFirmware(one))), ...mergeDeadlines(open.filter(isFirmware))].map(
    gapOf,
  )
}

function gapOf(gapGroups: GapGroups): ComplianceGap {
  const [first] = gapGroups
  const count = gapGroups.reduce((sum, gapGroup) => sum + gapGroup.count, 0)
  const places = gapGroups.flatMap((gapGroup) => gapGroup.places).slice(0, MAX_PLACES)
  const where = `${places.map(endOf).join(', ')}${count > places.length ? ', ...' : ''}`
  return {
    algorithm: first.entry.algorithm,
    gapDescription:
      `${variantsText(variantsOf(gapGroups))} for ${purposeText(first)}: ${counted(count, 'finding')} (${where}). ` +
      first.judgement.reason,
    recommendedAction: `${actionOf(first)} ${dueText(gapGroups)}`,
  }
}

const MAX_PLACES = 3

/**
 * `Exclusively CNSA 2.0 by 2033 (custom applications and legacy equipment).`, with the year from which it is preferred
 * where there is one; of several classes those of the earliest years.
 */
function dueText(gapGroups: GapGroups): string {
  const classes = gapGroups.map(({ deadline }) => transitionOf(deadline))
  const year = Math.min(...classes.map(({ exclusiveBy }) => exclusiveBy))
  const first = classes.filter(({ exclusiveBy }) => exclusiveBy === year)
  const titles = first.map(({ title }) => title.toLowerCase()).join('; ')
  const preferred = first.flatMap(({ preferBy }) => preferBy ?? [])
  const start = preferred.length === 0 ? 'Exclusively' : `Preferred by ${Math.min(...preferred)}, exclusively`
  return `${start} CNSA 2.0 by ${year} (${titles}).`
}
const MAX_PLACE_CHARS = 120

/** The end of a long path says more than its start. */
function endOf(place: string): string {
  return place.length > MAX_PLACE_CHARS ? `...${place.slice(-MAX_PLACE_CHARS)}` : place
}

function actionOf(gapGroup: GapGroup): string {
  const { judgement, entry, purpose } = gapGroup
  if (judgement.action !== undefined) return judgement.action
  if (gapGroup.deadline === 'firmware') return `Sign with ${targetOf(gapGroup)}.`
  const purposes = purpose === undefined ? entry.purposes : [purpose]
  const actions = purposes.flatMap((one) => entry.migration[one]?.action ?? [])
  return purpose === undefined && actions.length > 1
    ? `Find out what it is for. ${actions.join(' ')}`
    : actions.join(' ')
}
