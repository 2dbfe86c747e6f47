import { type Clock, detectionSchema, embeddingsRequestSchema, REASON_MAX_LENGTH, SluiceError } from '@sluice/contracts'
import { HeldBody } from '../body-work.ts'
import type { CodenameSnapshot } from '../ports/codename-registry.ts'

interface MaskOptions {
  /** Whose codenames are looked for. */
  readonly tenant: string
  /** The subject of who wrote the text: its work takes turns with that of others. */
  readonly sub: string
  readonly codenames: CodenameSnapshot
  readonly clock: Clock
}

/** A text holds nothing but text. */
const AS_SHIPPED = {
  unreadableLevels: { image: 0, audio: 0, file: 0, readFile: 0 },
  detection: detectionSchema.parse({}),
  continuesPersonal: false,
  residualAction: 'mask',
  readsTraits: false,
} as const

/**
 * Gives a text that a person wrote as it may be recorded: each value that L2 finds is replaced by the name of its type,
 * as in a text to embed. At most 1,000 UTF-16 code units are left. What no recognizer knows is not found.
 *
 * Rejects as the layers' own work does; then the text may not be kept.
 */
export async function maskText(text: string, { tenant, sub, codenames, clock }: MaskOptions): Promise<string> {
  const owner = { user: `${tenant}\n${sub}`, clock, isStopped: false, stopReason: undefined }
  const body = new HeldBody({ kind: 'embeddings', body: { model: '', input: text } }, owner)
  await body.L2({ tenant, codenames, ...AS_SHIPPED, session: JSON.stringify([tenant, sub, 'texts']) })
  const { masked } = await body.L3(undefined)
  return inputOf(masked).slice(0, REASON_MAX_LENGTH).toWellFormed()
}

function inputOf(masked: Uint8Array): string {
  const { input } = embeddingsRequestSchema.pick({ input: true }).parse(JSON.parse(Buffer.from(masked).toString()))
  if (typeof input !== 'string') throw new SluiceError('internal_error')
  return input
}
