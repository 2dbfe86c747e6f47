import type { EntityFinding } from '@sluice/contracts'
import { datesIn, isWholeDate, KnownDates } from '../../dates/index.ts'
import { type LocalRequest, positionsOf, type SentItems, type TextPosition } from '../../request/index.ts'
import { MAX_STEP_UNITS, type SlicedWork } from '../../run/slice-queue.ts'
import type { ChangedValues } from './changed-values.ts'
import { DatesOfRequest } from './dates-of-request.ts'
import { generalizeValue } from './generalize-value.ts'

/** What one finding costs, in units of sliced work, and how many are looked at in one step. */
const FINDING_COST = 16
const FINDINGS_PER_STEP = 256
/** Looking for dates that are known costs less than recognizing values, by this factor. */
const CHEAPER = 4

/**
 * The findings, each with what takes its place for certain. One that cannot be shifted or generalized gets a token: a
 * date whose day is not clear, that is spread over several texts, that is written in escapes, or that would become a
 * date which stands in the request as it is. Of what is shifted only the date is left of the finding: its time of day
 * stays. What the model was sent before in the form that it has is left as it is.
 */
export function* findingsToChange(
  request: LocalRequest,
  findings: readonly EntityFinding[],
  changed: Pick<ChangedValues, 'shift'>,
  sentItems: SentItems,
): SlicedWork<readonly EntityFinding[]> {
  if (!findings.some(({ replace }) => replace !== undefined)) return findings
  const positions = positionsOf(request)
  const texts = new Map(positions.map((position) => [position.path, position.text]))
  const known = new DatesOfRequest(changed)
  yield findings.length
  for (const { replace, position, start, end } of findings) {
    const date = replace === 'shift' ? dateOf((texts.get(position) ?? '').slice(start, end)) : undefined
    if (date !== undefined && !wasSentBefore(position, sentItems)) known.note(position, date)
  }
  const ready: EntityFinding[] = []
  /** Those of `ready` that are to be shifted, as they were found. */
  const dates: { readonly at: number; readonly later: string; readonly finding: EntityFinding }[] = []
  for (const [at, finding] of findings.entries()) {
    if (at % FINDINGS_PER_STEP === 0) yield Math.min(FINDINGS_PER_STEP, findings.length - at) * FINDING_COST
    const { replace, start, position } = finding
    const text = texts.get(position) ?? ''
    const isSpread = finding.continues === true || findings[at + 1]?.continues === true
    if (replace === undefined) ready.push(finding)
    else if (isSpread) ready.push(withToken(finding))
    else if (wasSentBefore(position, sentItems) || isGeneral(text, finding)) continue
    else if (replace === 'generalize') ready.push(isGeneralizable(text, finding) ? finding : withToken(finding))
    else {
      const date = dateOf(text.slice(start, finding.end))
      const later = date === undefined ? undefined : known.laterOf(position, date)
      if (date === undefined || later === undefined) ready.push(withToken(finding))
      else dates.push({ at: ready.push({ ...finding, end: start + date.length }) - 1, later, finding })
    }
  }
  if (dates.length === 0) return ready
  const standing = yield* standingDates(positions, new Set(known.shifted.values()), ready, sentItems)
  for (const { at, later, finding } of dates) if (standing.has(later)) ready[at] = withToken(finding)
  return ready
}

/** The whole value gets a token. */
export function withToken({ replace: _, ...finding }: EntityFinding): EntityFinding {
  return finding
}

const INPUT_ITEM = /^\/input\/(\d+)(?:\/|$)/

/** Whether a text stands in an item that the model was sent before. */
export function wasSentBefore(path: string, { count, others }: SentItems): boolean {
  const item = INPUT_ITEM.exec(path)?.[1]
  return item !== undefined && (Number(item) < count || others.includes(Number(item)))
}

/** The date that a value is, without its time of day; undefined where it is more than that. */
function dateOf(written: string): string | undefined {
  const [date, ...others] = datesIn(written)
  if (date === undefined || others.length > 0 || date.start > 0 || date.end < written.length) return undefined
  return written.slice(0, date.dayEnd)
}

function isGeneralizable(text: string, { entity, start, end }: EntityFinding): boolean {
  return generalizeValue(entity, text.slice(start, end)) !== undefined
}

/** Whether a value was generalized already, as in what a model has written after it. */
function isGeneral(text: string, { entity, replace, start, end }: EntityFinding): boolean {
  if (replace !== 'generalize') return false
  if (entity === 'AGE') return text.charAt(end) === '+'
  const written = text.slice(start, end)
  return (
    entity === 'AMOUNT' && text.endsWith('about ', start) && generalizeValue(entity, written) === `about ${written}`
  )
}

/** Those of some dates that stand in texts of the request and are not replaced there. */
function* standingDates(
  positions: readonly TextPosition[],
  dates: ReadonlySet<string>,
  findings: readonly EntityFinding[],
  sentItems: SentItems,
): SlicedWork<ReadonlySet<string>> {
  const known = new KnownDates(dates)
  const replaced = Map.groupBy(
    findings.toSorted((a, b) => a.start - b.start),
    ({ position }) => position,
  )
  const standing = new Set<string>()
  for (const { path, text, role } of positions) {
    // What the model has written speaks of the dates that it was given.
    if (role === 'assistant' || wasSentBefore(path, sentItems)) continue
    yield Math.min(text.length / CHEAPER, MAX_STEP_UNITS)
    const here = replaced.get(path) ?? []
    let next = 0
    for (let start = known.nextPlace(text, 0); start < text.length; start = known.nextPlace(text, start + 1)) {
      const date = known.at(text, start)
      if (date === undefined || !isWholeDate(text, start, start + date.length)) continue
      while ((here[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next += 1
      const { start: from = Number.POSITIVE_INFINITY, end = 0 } = here[next] ?? {}
      if (from > start || end < start + date.length) standing.add(date)
    }
  }
  return standing
}
