import {
  loadPromptClassifier,
  loadRereader,
  loadSecondStage,
  type Reading,
  readingsOf,
  type TokenSigns,
} from '@sluice/prompt-classifier'
import type { Span } from '@sluice/text-folding'
import { combine, type Sign, scorePhrases, scoreSuffix } from './score-text.ts'

/** One reason, and the part of the text as it was written that shows it: of what is encoded, the whole run. */
interface Reason extends Span {
  /** A technique, or the kind of attack that the model takes the text for. */
  readonly technique: string
}

/** What looking at one text has shown: nothing of the text. */
export interface TextLook {
  /** How probably it is an attack, 0..1, calibrated on texts of families that the model had not seen. */
  readonly confidence: number
  /** What speaks for it, for people: techniques whose phrases stand there, else what the model takes it for. */
  readonly reasons: readonly Reason[]
  /** What of it the second stage is to read, if the first is not sure that it is fine. */
  readonly doubts?: readonly Doubt[]
  /** Nobody has read what the second stage was to read: its confidence is that of an unsure text. */
  readonly isUnread?: boolean
}

/** A window that the first stage does not think fine. */
export interface Doubt {
  /** Its score by the first stage. */
  readonly logit: number
  /** The score of the whole text by the rereader, a logit. */
  readonly again: number
  /** What else speaks for an attack, in logits of the first stage. */
  readonly evidence: number
  /** What the second stage reads of it; undefined for what there are too many before of. */
  readonly signs?: TokenSigns
}

/** Windows of one reading of a text that the second stage is asked about; the next one stays unsure. */
const MAX_DOUBTS = 6

const NOTHING: TextLook = { confidence: 0, reasons: [] }

/** A sign less sure than this is no reason to name. */
const LEAST_REASON = 0.3
/** How much the known phrases of techniques, at their surest, add to the model's score, in logits: no verdict alone. */
const PHRASES = 4
/** The finding of a text that another reading gave away. */
const ENCODED = 'encoded-payload'
/** And the look of a suffix that was found by a search over tokens, which has no phrases. */
const SUFFIX = 8

/**
 * Looks at one text in each way to read it: with what is encoded in its place, and with its letters in other orders.
 * The most probable counts. Linear. `isProse`: it may also end in an adversarial suffix.
 */
export function lookAtText(text: string, isProse: boolean): TextLook {
  const suffix = isProse ? scoreSuffix(text) : undefined
  let most = NOTHING
  const doubts: Doubt[] = []
  for (const reading of readingsOf(text)) {
    const isAsWritten = reading.text === text
    const look = lookAtReading(reading.text, isAsWritten ? suffix : surest(suffix, isProse, reading))
    doubts.push(...(look.doubts ?? []))
    if (look.confidence <= most.confidence) continue
    most = isAsWritten ? look : asWritten(look, reading)
  }
  const { confidence, reasons } = most
  return doubts.length === 0 ? { confidence, reasons } : { confidence, reasons, doubts }
}

/** What a reading has shown, at its places in the text as it was written. */
function asWritten({ confidence, reasons }: TextLook, { spanOf }: Reading): TextLook {
  const placed = reasons.map(({ technique, ...span }) => ({ technique, ...spanOf(span) }))
  if (placed.some(({ technique }) => technique === ENCODED)) return { confidence, reasons: placed }
  const start = Math.min(...placed.map((reason) => reason.start))
  const end = Math.max(...placed.map((reason) => reason.end))
  return { confidence, reasons: [...placed, { technique: ENCODED, start, end }] }
}

/** Of the tail of the text and that of a reading, that which looks more like a suffix. */
function surest(suffix: Sign | undefined, isProse: boolean, { text }: Reading): Sign | undefined {
  const own = isProse ? scoreSuffix(text) : undefined
  return own !== undefined && suffix !== undefined && suffix.score > own.score ? { ...own, score: suffix.score } : own
}

function lookAtReading(text: string, suffix: Sign | undefined): TextLook {
  const classifier = loadPromptClassifier()
  // Before the text is classified: what is loaded tests itself by the same classifier.
  const stage = loadSecondStage()
  const model = classifier.classify(text)
  if (model === undefined) return NOTHING
  const phrases = scorePhrases(text)
  const evidence = PHRASES * combine(phrases.map(({ score }) => score)) + SUFFIX * (suffix?.score ?? 0)
  const signs = suffix === undefined ? phrases : [...phrases, suffix]
  const named = signs.filter(({ score }) => score >= LEAST_REASON)
  const { category, start, end } = model
  const reasons = named.length > 0 ? named.map(reasonOf) : [{ technique: category, start, end }]
  const confidence = classifier.probabilityAt(stage.logOddsOf(model.logit, undefined, evidence))
  if (model.logit + evidence < stage.asksFrom) return { confidence, reasons }
  const { suspects, left } = classifier.suspectsOf(stage.asksFrom - evidence, MAX_DOUBTS)
  const again = loadRereader().classify(text)?.logit ?? model.logit
  const doubts: Doubt[] = suspects.map((suspect) => ({ ...suspect, again, evidence }))
  if (left !== undefined) doubts.push({ logit: left, again, evidence })
  return { confidence, reasons, doubts }
}

function reasonOf({ technique, start, end }: Sign): Reason {
  return { technique, start, end }
}
