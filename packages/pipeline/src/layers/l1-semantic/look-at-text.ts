import { loadPromptClassifier, readingsOf } from '@sluice/prompt-classifier'
import { combine, scorePhrases, scoreSuffix } from './score-text.ts'

/** What looking at one text has shown: nothing of the text. */
export interface TextLook {
  /** How probably it is an attack, 0..1, calibrated on texts of families that the model had not seen. */
  readonly confidence: number
  /** What speaks for it, for people: techniques whose phrases stand there, else what the model takes it for. */
  readonly techniques: readonly string[]
}

const NOTHING: TextLook = { confidence: 0, techniques: [] }

/** A sign less sure than this is no reason to name. */
const LEAST_REASON = 0.3
/** How much the known phrases of techniques, at their surest, add to the model's score, in logits: no verdict alone. */
const PHRASES = 4
/** And the look of a suffix that was found by a search over tokens, which has no phrases. */
const SUFFIX = 8

/**
 * Looks at one text in each way to read it: with what is encoded in its place, and with its letters in other orders.
 * The most probable counts. Linear. `isProse`: it may also end in an adversarial suffix.
 */
export function lookAtText(text: string, isProse: boolean): TextLook {
  const suffix = isProse ? scoreSuffix(text) : 0
  let most = NOTHING
  for (const reading of readingsOf(text)) {
    const look = lookAtReading(reading, isProse && reading !== text ? Math.max(suffix, scoreSuffix(reading)) : suffix)
    if (look.confidence <= most.confidence) continue
    most = reading === text ? look : { ...look, techniques: [...new Set([...look.techniques, 'encoded-payload'])] }
  }
  return most
}

function lookAtReading(text: string, suffix: number): TextLook {
  const classifier = loadPromptClassifier()
  const model = classifier.classify(text)
  if (model === undefined) return NOTHING
  const phrases = scorePhrases(text)
  const confidence = classifier.probabilityAt(model.logit + PHRASES * combine(phrases.values()) + SUFFIX * suffix)
  const signs = [...phrases, ['adversarial-suffix', suffix] as const]
  const named = signs.flatMap(([technique, score]) => (score >= LEAST_REASON ? [technique] : []))
  return { confidence, techniques: named.length > 0 ? named : [model.category] }
}
