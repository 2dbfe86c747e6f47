import { hash } from 'node:crypto'
import { SluiceError } from '@sluice/contracts'
import { type ClaimStore, withClaim } from '../claim-store.ts'
import { type SoarAnswer, soarAnswerSchema } from './answer.ts'
import { type Command, idempotencyKeySchema } from './command.ts'

/**
 * Chooses the idempotency key of a command: the member `idempotency_key` or the header, quoted as the draft of the IETF
 * has it (draft-ietf-httpapi-idempotency-key-header, section 2.1) or bare. Undefined where there is none.
 * Throws `invalid_request` for one that is malformed, or for two that differ.
 */
export function readIdempotencyKey(command: Command, header: string | undefined): string | undefined {
  if (header === undefined) return command.idempotency_key
  const bare = /^"(.*)"$/.exec(header)?.[1] ?? header
  if (!idempotencyKeySchema.safeParse(bare).success) throw invalid('must be 1 to 255 visible ASCII characters')
  if (command.idempotency_key !== undefined && command.idempotency_key !== bare) {
    throw invalid('differs from the member idempotency_key')
  }
  return bare
}

interface Repeatable {
  readonly caller: string
  readonly key: string
  readonly command: Command
}

export interface Repeated {
  readonly answer: SoarAnswer
  /** True where the answer is that of an earlier request under the same key. */
  readonly replayed: boolean
}

/**
 * Executes a command once per caller and key, and answers it the same when it comes again. Only success is kept.
 * Throws `idempotency_key_reused` for another command under the key, `in_flight` while the first is being executed,
 * `dependency_unavailable`, and what the work throws.
 */
export async function executeRepeatably(
  answers: ClaimStore,
  { caller, key, command }: Repeatable,
  work: () => Promise<SoarAnswer>,
  onError: (error: unknown) => void,
): Promise<Repeated> {
  const fingerprint = fingerprintOf(command)
  const claim = await answers.claim([caller, key], fingerprint)
  if (claim.state !== 'new' && claim.fingerprint !== fingerprint) throw new SluiceError('idempotency_key_reused')
  if (claim.state === 'claimed') throw new SluiceError({ code: 'in_flight', retryAfterSeconds: 1 })
  if (claim.state === 'done') return { answer: soarAnswerSchema.parse(JSON.parse(claim.result)), replayed: true }
  return { answer: await withClaim(claim, work, (answer) => JSON.stringify(answer), onError), replayed: false }
}

/** The schema puts members into its own order, so equal commands give equal texts. */
function fingerprintOf({ idempotency_key: _, ...command }: Command): string {
  return hash('sha256', JSON.stringify(command), 'base64url')
}

function invalid(fault: string): SluiceError {
  return new SluiceError({
    code: 'invalid_request',
    message: `The header idempotency-key ${fault}.`,
    param: 'idempotency-key',
  })
}
