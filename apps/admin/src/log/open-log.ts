import { setTimeout as sleep } from 'node:timers/promises'
import { createLogCheckpoints, createLogTiles, type Database } from '@sluice/db'
import { type VerifierKey, writeVerifierKey } from '@sluice/evidence'
import { createNoteSigner } from '@sluice/evidence/node'
import type { BuildContext } from '@sluice/service-kit'
import type { AdminConfig } from '../config.ts'
import { Witness } from './ask-witness.ts'
import { CheckpointSigner } from './sign-checkpoints.ts'

/** Whom a reader of the log has to trust, and how many of the witnesses. */
export interface LogTrust {
  readonly log: readonly VerifierKey[]
  /** The keys of each witness. */
  readonly witnesses: readonly (readonly VerifierKey[])[]
  /** How many witnesses have cosigned what is published; more than there are stands for all. */
  readonly quorum: number
}

/** Opens the log that commits to the audit trail, and signs its checkpoints while this service runs. */
export function openLog(context: BuildContext<AdminConfig>, database: Database) {
  const { config, clock, logger, metrics, onClose } = context
  const { TLOG_KEY: seed, TLOG_ORIGIN: origin } = config
  const tiles = createLogTiles(database)
  const checkpoints = createLogCheckpoints(database)
  const entries = metrics.gauge({ name: 'sluice_tlog_entries', help: 'Entries of the log.' })
  const unpublished = metrics.gauge({
    name: 'sluice_tlog_unpublished_entries',
    help: 'Entries of the log that no published checkpoint has.',
  })
  const missing = metrics.counter({
    name: 'sluice_tlog_missing_cosignatures_total',
    help: 'Times that a witness gave no cosignature.',
  })
  if (seed === undefined) {
    logger.warn('TLOG_KEY is not set: the log of the audit trail is not signed')
    return { tiles, checkpoints, keys: undefined, trust: undefined }
  }

  const { TLOG_WITNESSES: configured, TLOG_QUORUM: quorum = Math.floor(configured.length / 2) + 1 } = config
  const signers = [createNoteSigner(origin, 'note', seed), createNoteSigner(origin, 'cosignature-ml-dsa-44', seed)]
  logger.info({ origin, keys: signers.map(({ key }) => writeVerifierKey(key)) }, 'the log of the audit trail is signed')
  const signer = new CheckpointSigner({
    ...{ origin, signers, checkpoints, tiles, clock, quorum },
    witnesses: configured.map((witness) => new Witness(witness)),
    onMissing: (witness, err) => {
      missing.inc()
      logger.warn({ witness, err }, 'a witness gave no cosignature')
    },
  })
  const closing = new AbortController()
  const pause = (ms: number) => sleep(ms, undefined, { signal: closing.signal }).catch(() => undefined)

  async function run(): Promise<void> {
    let hasFailed = false
    while (!closing.signal.aborted) {
      try {
        const { size, publishedSize } = await signer.tick(closing.signal)
        entries.set(size)
        unpublished.set(size - publishedSize)
        hasFailed = false
      } catch (err) {
        if (!hasFailed) logger.error({ err }, 'the log of the audit trail is not being signed')
        hasFailed = true
      }
      await pause(config.TLOG_CHECKPOINT_MS)
    }
  }

  const running = run()
  onClose('log of the audit trail', async () => {
    closing.abort()
    await running
  })
  const keys = signers.map(({ key }) => key)
  const trust: LogTrust = { log: keys, witnesses: configured.map((witness) => witness.keys), quorum }
  return { tiles, checkpoints, keys, trust }
}
