import type { ThreatFinding } from '@sluice/contracts'
import { type Excerpt, type LocalRequest, positionsOf, type TextPosition } from '../../request/index.ts'

/** What guards are shown of one request, in UTF-16 code units. */
const MAX_LENGTH = 16_384
const SEPARATOR = '\n\n'

/**
 * What a guard is shown of a request: the texts with signs and the last one of the user, whole where there is room. Of
 * a longer text with signs it is the part around the surest one, of another text the end, where orders stand mostly.
 * Undefined where there is no such text.
 *
 * @param request as it was written, or with tokens in the place of values.
 * @param threats the surest first, at their places in `written`.
 * @param written the request as it was written.
 */
export function excerptOf(
  request: LocalRequest,
  threats: readonly ThreatFinding[],
  written: LocalRequest = request,
): Excerpt | undefined {
  const surest = new Map(threats.toReversed().map((threat) => [threat.position, threat]))
  const positions = positionsOf(request)
  const last = positions.findLast(({ role }) => role === 'user')
  const chosen = positions.filter((position) => surest.has(position.path) || position === last)
  if (chosen.length === 0) return undefined
  const original = new Map(positionsOf(written).map(({ path, text }) => [path, text]))
  const rooms = shareOut(
    MAX_LENGTH - SEPARATOR.length * (chosen.length - 1),
    chosen.map(({ text }) => text.length),
  )
  const parts = chosen.map((position, at) =>
    partOf(position, rooms[at] ?? 0, surest.get(position.path), original.get(position.path)),
  )
  const shown = parts.reduce((sum, part) => sum + part.length, 0)
  const whole = chosen.reduce((sum, { text }) => sum + text.length, 0)
  return { text: parts.join(SEPARATOR), omitted: whole - shown }
}

/** Room for each of some lengths: what short ones leave is for the others, alike. */
function shareOut(room: number, lengths: readonly number[]): readonly number[] {
  const shares = lengths.map(() => 0)
  const order = lengths.map((_, at) => at).toSorted((one, other) => (lengths[one] ?? 0) - (lengths[other] ?? 0))
  let left = room
  for (const [taken, at] of order.entries()) {
    const share = Math.min(lengths[at] ?? 0, Math.floor(left / (order.length - taken)))
    shares[at] = share
    left -= share
  }
  return shares
}

function partOf({ text }: TextPosition, room: number, threat: ThreatFinding | undefined, written = text): string {
  if (text.length <= room) return text
  if (threat === undefined) return text.slice(text.length - room)
  const before = Math.max(0, Math.floor((room - (threat.end - threat.start)) / 2))
  const from = Math.min(text.length - room, Math.max(0, placeIn(text, written, threat) - before))
  return text.slice(from, from + room)
}

/** So much of a sign is looked for in a text whose values have been replaced. */
const ANCHOR = 32

/** Where a sign begins in a text that has tokens in the place of some values of the written one. */
function placeIn(text: string, written: string, { start, end }: ThreatFinding): number {
  if (text === written) return start
  const near = Math.round((start / Math.max(1, written.length)) * text.length)
  const anchor = written.slice(start, Math.min(end, start + ANCHOR))
  const [before, behind] = [text.lastIndexOf(anchor, near), text.indexOf(anchor, near)]
  const found = [before, behind].filter((at) => at !== -1)
  return found.toSorted((one, other) => Math.abs(one - near) - Math.abs(other - near))[0] ?? near
}
