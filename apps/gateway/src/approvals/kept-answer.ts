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
type KeptAnswer = { readonly metadata: ServiceMetadata } & (
  | { readonly completion: Completion }
  | { readonly event: WireEvent }
)

const keptAnswerSchema = z.union([
  z.strictObject({ completion: completionSchema, metadata: serviceMetadataSchema }),
  z.strictObject({ event: z.looseObject({ type: z.string() }), metadata: serviceMetadataSchema }),
])

type Owner = Pick<Approval, 'id' | 'tenant' | 'sub' | 'sessionId'>

/** Seals an answer. Throws `answer_too_large` beyond `maxBytes` of UTF-8. */
export function sealKeptAnswer(keyRing: KeyRing, owner: Owner, answer: KeptAnswer, maxBytes: number): string {
  const text = JSON.stringify(answer)
  if (Buffer.byteLength(text) > maxBytes) throw new SluiceError('answer_too_large')
  return sealAnswer(keyRing, owner, text)
}

/** Opens what `sealKeptAnswer` sealed. Throws `layer_failed`. */
export function openKeptAnswer(keyRing: KeyRing, owner: Owner, sealed: string): KeptAnswer {
  const kept = keptAnswerSchema.safeParse(JSON.parse(openAnswer(keyRing, owner, sealed)))
  if (kept.success) return kept.data
  throw new SluiceError('layer_failed', {
    cause: new Error('A kept answer has another form than this version writes.'),
  })
}
