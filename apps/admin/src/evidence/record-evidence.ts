import {
  canonicalJson,
  countEvents,
  type RequestOpening,
  type RequestRecord,
  readOpening,
  type TrailRecord,
} from '@sluice/contracts'
import { layerTextsOf, makeRequestEvidence, type RecordPlace, writeEvidence } from '@sluice/evidence'
import { NODE_HASHES } from '@sluice/evidence/node'
import type { KeyRing } from '@sluice/token-vault'

/** What the audit writer enters beside a record. */
interface RecordEvidence {
  /** Writes the public part of the record, once its number among those of its tenant is known. */
  readonly evidenceAt: (position: number) => string
  /** Of what the proof would be: undefined where there is nothing to prove. */
  readonly proves?: 'request' | 'clearance'
}

/**
 * Makes the public parts of records. That of a request takes what the gateway sealed.
 *
 * @param keyRing without it, no request can be opened.
 * @param onUnopened is told of each request whose opening cannot be opened: it has no evidence, and nothing is proved.
 */
export function createRecordEvidence(
  keyRing: Pick<KeyRing, 'open'> | undefined,
  onUnopened: (id: string, error?: unknown) => void,
) {
  function open({ id, tenant, sealed_opening }: RequestRecord): RequestOpening | undefined {
    try {
      const text = keyRing?.open({ purpose: 'evidence', tenant }, sealed_opening, id)
      const opening = text === undefined ? undefined : readOpening(text)
      if (isOfRequest(opening)) return opening
      onUnopened(id)
    } catch (error) {
      onUnopened(id, error)
    }
    return undefined
  }

  /** @param tenant that of the trail's row, which an unreadable record need not have. */
  return (record: TrailRecord, tenant: string, sequence: number | undefined): RecordEvidence => {
    const place = placeOf(record, tenant, sequence)
    switch (record.kind) {
      case 'request': {
        const opening = record.evidence === undefined ? undefined : open(record)
        if (record.evidence === undefined || opening === undefined) {
          return { evidenceAt: (position) => writeEvidence({ kind: 'unopened', ...place(position) }) }
        }
        const { evidence } = record
        const secrets = secretsOf(opening)
        const facts = { ...evidence, ...{ decision: record.outcome } } as Parameters<typeof makeRequestEvidence>[1]
        const texts = layerTextsOf(record.layers, record.violations, canonicalJson)
        const evidenceAt = (position: number) =>
          writeEvidence(makeRequestEvidence(place(position), facts, secrets, texts, NODE_HASHES))
        return { evidenceAt, proves: 'request' }
      }
      case 'clearance': {
        const { basis } = record
        const evidenceAt = (position: number) => writeEvidence({ kind: 'clearance', ...place(position), basis })
        return { evidenceAt, proves: 'clearance' }
      }
      default:
        return { evidenceAt: (position) => writeEvidence({ kind: 'other', ...place(position) }) }
    }
  }
}

function isOfRequest(opening: ReturnType<typeof readOpening>): opening is RequestOpening {
  return opening !== undefined && 'delivered' in opening
}

function placeOf(record: TrailRecord, tenant: string, sequence: number | undefined) {
  const { id, time_ms: time } = record
  const session = 'session_id' in record ? record.session_id : undefined
  const events = record.kind === 'request' ? countEvents(record.layers) : 1
  const inSession = session === undefined || sequence === undefined ? undefined : { session, sequence, events }
  return (position: number): RecordPlace => ({ tenant, position, id, time, inSession })
}

function secretsOf({ key, value, blinding, prompt, restored }: RequestOpening) {
  const bytes = (text: string) => Buffer.from(text, 'base64url')
  return { k: bytes(key), a: bytes(value), t: bytes(blinding), prompt: bytes(prompt), restored: bytes(restored) }
}
