import type { EarlierTexts } from '@sluice/contracts'
import { type LocalRequest, positionsOf, rewrite, type TextPosition } from '../../request/index.ts'
import type { SlicedWork } from '../../run/slice-queue.ts'
import type { AsBefore, SentBefore, SessionTexts } from '../../sent/index.ts'

/** A text with values in it that were found elsewhere, and after the first request of the session. */
export interface LateText {
  readonly path: string
  readonly text: string
  /** Those values. */
  readonly values: ReadonlySet<string>
  /** The text with its own values masked, and of those that were found elsewhere only what is known. */
  readonly maskedWith: (isKnown: (value: string) => boolean) => SlicedWork<string>
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
 * request than the one with which an endpoint first got a text stood in that text in the clear: the endpoint gets the
 * text so again, because it has seen it, and its prompt cache knows those bytes. It gets those very bytes or the masked
 * ones, and nothing between: what is written now is compared with what was written then. Any other endpoint, and any
 * other text, gets the token; so does this one with the setting `mask`, and then the change is counted once.
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
      let count = 0
      for (const { path, text, values, maskedWith } of late) {
        const sentIn = sent.sentIn(endpoint, text)
        if (sentIn === undefined) continue
        const isKnown = (value: string) => (knownSince.get(value) ?? number) <= sentIn
        const before = resultOf(maskedWith(isKnown))
        if (before === (replacements.get(path) ?? text)) continue
        if (!sent.wasWritten(endpoint, { text, written: before })) continue
        written.set(path, before)
        count += [...values].filter((value) => !isKnown(value)).length
      }
      if (count === 0) return undefined
      if (setting === 'mask') return { request: masked, values: count, isMasked: true, written: replacements }
      return { request: rewrite(request, written), values: count, isMasked: false, written }
    },
    wentTo(endpoint, asBefore) {
      const written = asBefore?.written ?? replacements
      sent.wentTo(endpoint, textsOf(positions, written), number, setting === 'mask')
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
    wentTo(endpoint) {
      sent.wentTo(endpoint, textsOf(positionsOf(request), NOTHING), number, false)
    },
  }
}

const NOTHING: ReadonlyMap<string, string> = new Map()

/**
 * The texts of a request that are known to be sent by every wire, with what was written for each. What a model has
 * written may be left out for another one: thoughts that only their maker can read.
 */
function* textsOf(positions: readonly TextPosition[], written: ReadonlyMap<string, string>) {
  for (const { path, text, kind, role, isFixed } of positions) {
    if (isFixed === true || kind !== 'prose' || role === undefined || role === 'assistant') continue
    yield { path, text, written: written.get(path) ?? text }
  }
}

/** Bodies that are masked here are short: longer ones are masked in threads of their own. */
function resultOf<T>(work: SlicedWork<T>): T {
  for (let step = work.next(); ; step = work.next()) if (step.done === true) return step.value
}
