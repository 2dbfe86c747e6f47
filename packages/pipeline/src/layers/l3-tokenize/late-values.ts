import type { EarlierTexts } from '@sluice/contracts'
import { type LocalRequest, positionsOf, rewrite, type TextPosition } from '../../request/index.ts'
import type { SlicedWork } from '../../run/slice-queue.ts'
import type { AsBefore, SentBefore, SessionTexts } from '../../sent/index.ts'
import type { Occurrence } from './find-occurrences.ts'

/** A text with values in it that were found elsewhere, and after the first request of the session. */
export interface LateText {
  readonly path: string
  readonly text: string
  readonly occurrences: readonly Occurrence[]
  /** The text with its own values masked, and of those that were found elsewhere only these. */
  readonly maskedWith: (occurrences: readonly Occurrence[]) => SlicedWork<string>
}

interface MaskedTexts {
  /** As it came. */
  readonly request: LocalRequest
  readonly masked: LocalRequest
  readonly positions: readonly TextPosition[]
  /** What took the place of texts, by path. */
  readonly replacements: ReadonlyMap<string, string>
  readonly late: readonly LateText[]
}

/** What sessions have sent, and what becomes of it. */
export interface SentEarlier {
  readonly texts: SessionTexts
  readonly setting: EarlierTexts
}

/**
 * What is known of the texts of a request that its session has sent before. A value that was first found in a later
 * request than the one with which a text first went to an endpoint stood in that text in the clear: the endpoint gets
 * it so again, byte for byte, because it has seen it, and its prompt cache knows those bytes. Any other endpoint, and
 * any other text, gets the token; so does this one with the setting `mask`, and then the change is counted once.
 */
export function sentBeforeOf(
  { request, masked, positions, replacements, late }: MaskedTexts,
  { texts: sent, setting }: SentEarlier,
  { request: number, knownSince }: ReturnType<SessionTexts['begin']>,
): SentBefore {
  return {
    asBefore(endpoint, asked): AsBefore | undefined {
      if (asked !== masked || late.length === 0) return undefined
      const written = new Map(replacements)
      let values = 0
      for (const { path, text, occurrences, maskedWith } of late) {
        const sentIn = sent.sentIn(endpoint, text) ?? number
        const known = occurrences.filter(({ value }) => (knownSince.get(value) ?? 0) <= sentIn)
        if (known.length === occurrences.length) continue
        values += occurrences.length - known.length
        written.set(path, resultOf(maskedWith(known)))
      }
      if (values === 0) return undefined
      const isMasked = setting === 'mask'
      return { request: isMasked ? masked : rewrite(request, written), values, isMasked }
    },
    goesTo(endpoint) {
      sent.goesTo(endpoint, textsOf(positions), number, setting === 'mask')
    },
  }
}

/** What is known of a request in which no value was found. */
export function withoutValues(request: LocalRequest, earlier: SentEarlier | undefined): SentBefore | undefined {
  if (earlier === undefined) return undefined
  const { texts: sent } = earlier
  const { request: number } = sent.begin([])
  return {
    asBefore: () => undefined,
    goesTo(endpoint) {
      sent.goesTo(endpoint, textsOf(positionsOf(request)), number, false)
    },
  }
}

function textsOf(positions: readonly TextPosition[]): readonly string[] {
  return positions.filter(({ isFixed }) => isFixed !== true).map(({ text }) => text)
}

/** Bodies that are masked here are short: longer ones are masked in threads of their own. */
function resultOf<T>(work: SlicedWork<T>): T {
  for (let step = work.next(); ; step = work.next()) if (step.done === true) return step.value
}
