import { openAnswer } from '@sluice/approvals'
import {
  type Completion,
  completionSchema,
  type ServiceMetadata,
  SluiceError,
  serviceMetadataSchema,
} from '@sluice/contracts'
import type { Approval } from '@sluice/db'
import type { KeyRing } from '@sluice/token-vault'
import { z } from 'zod'

/** The answer to an approved request as it is kept: with its tokens, and what its run had to say. */
interface KeptAnswer {
  readonly completion: Completion
  readonly metadata: ServiceMetadata
}

const keptAnswerSchema = z.strictObject({ completion: completionSchema, metadata: serviceMetadataSchema })

type Owner = Pick<Approval, 'id' | 'tenant' | 'sub' | 'sessionId'>

/** Opens a kept answer. Throws `layer_failed`. */
export function openKeptAnswer(keyRing: KeyRing, owner: Owner, sealed: string): KeptAnswer {
  const kept = keptAnswerSchema.safeParse(JSON.parse(openAnswer(keyRing, owner, sealed)))
  if (kept.success) return kept.data
  throw new SluiceError('layer_failed', {
    cause: new Error('A kept answer has another form than this version writes.'),
  })
}
