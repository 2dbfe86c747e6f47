import type { KnownSentences } from '@sluice/name-tagger'
import type { TextPosition } from '../../request/index.ts'
import { MAX_STEP_UNITS, type SlicedWork } from '../../run/slice-queue.ts'
import { windowsOf } from '../../run/windows.ts'
import { traitReader } from './quasi-identifiers.ts'
import type { SessionLooks, TextLook } from './scan-memo.ts'
import { scanSteps } from './scan-text.ts'
import type { Detection } from './tenant-recognizers.ts'
import { WeakFindings } from './weak-findings.ts'

/** No phrase that names a trait is longer, in UTF-16 code units. */
const LONGEST_TRAIT = 64
/** A shorter text costs less to read than to remember, in UTF-16 code units. */
const SHORTEST_REMEMBERED = 32
/** Digesting a text costs less than recognizing what it holds, by this factor. */
const CHEAPER = 64

/** A text of a request, with the question that it may answer. */
interface AskedPosition extends TextPosition {
  readonly question?: string
}

/**
 * Looks at one text for sensitive data. What the session has shown before is not looked at again.
 *
 * @param sentences of the request. It takes in those that are read.
 */
export function* readTextSteps(
  position: AskedPosition,
  detection: Detection,
  known: SessionLooks | undefined,
  sentences: KnownSentences,
): SlicedWork<TextLook> {
  const look = () => lookSteps(position, detection, sentences)
  return yield* rememberedSteps(position, 'first', detection, known, look)
}

/**
 * What `look` shows of a text, or has shown this session. `pass` and the detection say what is looked for, the position
 * how the text is read.
 */
export function* rememberedSteps(
  { text, kind, label, question }: AskedPosition,
  pass: string,
  { id }: Detection,
  known: SessionLooks | undefined,
  look: () => SlicedWork<TextLook>,
): SlicedWork<TextLook> {
  // Digests are of UTF-8, in which all halves of characters are one.
  if (known === undefined || text.length < SHORTEST_REMEMBERED || !text.isWellFormed()) return yield* look()
  yield Math.min(text.length / CHEAPER, MAX_STEP_UNITS)
  const name = known.nameOf(JSON.stringify([pass, id, kind, label, question]), text)
  const remembered = known.find(name)
  if (remembered !== undefined) return remembered
  const looked = yield* look()
  known.remember(name, looked)
  return looked
}

function* lookSteps(
  position: AskedPosition,
  { recognizers }: Detection,
  sentences: KnownSentences,
): SlicedWork<TextLook> {
  const weak = new WeakFindings()
  const spans = yield* scanSteps(position.text, { ...position, weak, sentences }, recognizers)
  const traits = new Set<string>()
  if (position.kind !== 'identifier') yield* traitSteps(position.text, traits)
  return { spans, weak: weak.counts(), traits: [...traits] }
}

function* traitSteps(text: string, traits: Set<string>): SlicedWork<void> {
  let isFirst = true
  for (const window of windowsOf(text, LONGEST_TRAIT)) {
    // The first window was paid for by the scan.
    if (!isFirst) yield window.length / 4
    isFirst = false
    traitReader.addTraits(window, traits)
  }
}
