import { InvalidNote, readVerifierKey, writeVerifierKey } from '@sluice/evidence'
import { SEED_BYTES } from '@sluice/evidence/node'
import { boolean, durationMs, integer, json, url } from '@sluice/service-kit/environment'
import { z } from 'zod'

const seed = z
  .string()
  .regex(/^[A-Za-z0-9+/]{43}=$/, `must be ${SEED_BYTES} bytes in base64`)
  .transform((text) => new Uint8Array(Buffer.from(text, 'base64')))

const verifierKey = z.string().transform((text, context) => {
  try {
    return readVerifierKey(text)
  } catch (error) {
    if (!(error instanceof InvalidNote)) throw error
    context.addIssue('must be a verifier key: NAME+ID+KEY')
    return z.NEVER
  }
})

const witness = z.strictObject({ url: url(['https', 'http']), keys: z.array(verifierKey).min(1).max(4) })

/** Two entries with one key would count twice towards the quorum. */
function haveOwnKeys(witnesses: readonly z.output<typeof witness>[]): boolean {
  const keys = witnesses.flatMap((one) => one.keys.map(writeVerifierKey))
  return new Set(keys).size === keys.length
}

/** The variables of the log that commits to the audit trail. Spread them into the service's schema. */
export const logConfigShape = {
  TLOG_KEY: seed
    .optional()
    .describe(
      '32 random bytes in base64, of which the keys of the log are made (Ed25519 and ML-DSA-44). They sign its checkpoints. ' +
        'Unset: the log commits to every record and signs nothing.',
    ),
  TLOG_ORIGIN: z
    .string()
    .regex(/^[^\s+]{1,255}$/u, 'must have neither spaces nor +')
    .default('sluice.invalid/tlog')
    .describe('Names the log in its checkpoints: its address without the scheme. It must never change.'),
  TLOG_CHECKPOINT_MS: durationMs({ min: 100, max: 60_000 })
    .default(2_000)
    .describe('How often a checkpoint is signed where the log has grown.'),
  TLOG_WITNESSES: json(z.array(witness).max(32).refine(haveOwnKeys, 'must have keys of its own at each witness'))
    .default([])
    .describe(
      'JSON list of {url, keys}: the witnesses that are asked to cosign each checkpoint (C2SP tlog-witness), each with its ' +
        'verifier keys.',
    ),
  TLOG_QUORUM: integer({ min: 0, max: 32 })
    .optional()
    .describe(
      'How many witnesses must have cosigned a checkpoint before it is published; all, where there are fewer. More than half ' +
        'of them if unset: then no two forks can both be published.',
    ),
  TLOG_PUBLIC: boolean()
    .default(true)
    .describe('Whether the log is served at `/tlog/`, to everybody: it shows commitments and tells nothing.'),
}

export type WitnessConfig = z.output<typeof witness>
