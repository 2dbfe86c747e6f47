import { openAnswer, sealAnswer } from '@sluice/approvals'
import {
  type Completion,
  completionSchema,
  type ServiceMetadata,
  SluiceError,
  serviceMetadataSchema,
  type WireEvent,
} from '@sluice/contracts'
import type { Approval } from '@sluice/db'
import type { KeyRing } from '@sluice/token-vault'
import { z } from 'zod'

/**
 * The answer to an approved request as it is kept: with its tokens, and what its run had to say. That to a chat request
 * is a completion, that to another one is the event which holds the whole.
 */
type KeptAnswer = {
  readonly metadata: ServiceMetadata
  /** Dates that were shifted when they were sent, each with its name in the mapping of the session. */
  readonly shifted?: [date: string, name: string][] | undefined
} & ({ readonly completion: Completion } | { readonly event: WireEvent })

const about = { metadata: serviceMetadataSchema, shifted: z.array(z.tuple([z.string(), z.string()])).optional() }

const keptAnswerSchema = z.union([
  z.strictObject({ completion: completionSchema, ...about }),
  z.strictObject({ event: z.looseObject({ type: z.string() }), ...about }),
])

type Owner = Pick<Approval, 'id' | 'tenant' | 'sub' | 'sessionId'>

/** Seals an answer. Throws `answer_too_large` beyond `maxBytes` of UTF-8. */
export function sealKeptAnswer(keyRing: KeyRing, owner: Owner, answer: KeptAnswer, maxBytes: number): string {
  return sealAnswer(keyRing, owner, writeKeptAnswer(answer, maxBytes))
}

/** An answer as it is sealed. Throws `answer_too_large` beyond `maxBytes` of UTF-8. */
export function writeKeptAnswer(answer: KeptAnswer, maxBytes: number): string {
  const text = JSON.stringify(answer)
  if (Buffer.byteLength(text) > maxBytes) throw new SluiceError('answer_too_large')
  return text
}

/** Opens what `sealKeptAnswer` sealed. Throws `layer_failed`. */
export function openKeptAnswer(keyRing: KeyRing, owner: Owner, sealed: string): KeptAnswer {
  const kept = keptAnswerSchema.safeParse(JSON.parse(openAnswer(keyRing, owner, sealed)))
  if (kept.success) return kept.data
  throw new SluiceError('layer_failed', {
    cause: new Error('A kept answer has another form than this version writes.'),
  })
}
