import { z } from 'zod'
import { type Threat, threatSchema } from './finding.ts'

const { threat, position, start, end, confidence } = threatSchema.shape

/** A threat as a stored record has it: technique, position, start, end, confidence to the hundredth. */
export const storedThreatSchema = z.tuple([threat, position, start, end, confidence])

type StoredThreat = z.infer<typeof storedThreatSchema>

export function storedThreat(found: Threat): StoredThreat {
  return [found.threat, found.position, found.start, found.end, Math.round(found.confidence * 100) / 100]
}

export function readThreat([threat, position, start, end, confidence]: StoredThreat): Threat {
  return { threat, position, start, end, confidence }
}
