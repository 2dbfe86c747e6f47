/** Every digest here is the SHA-256 of something, in base64url: 43 letters. So are encoded points and scalars. */
type Text32 = string

/** Where a record stands, and what it is called. */
export interface RecordPlace {
  readonly tenant: string
  /** Its number among the records of its tenant, from 1, without a gap. */
  readonly position: number
  readonly id: string
  /** Milliseconds since the Unix epoch. */
  readonly time: number
  readonly inSession?: SessionPlace | undefined
}

/** Where a record stands among the events of its session: the next record has `sequence + events`. */
export interface SessionPlace {
  readonly session: number
  /** The number of the record's first event, from 1. */
  readonly sequence: number
  /** How many events it becomes. */
  readonly events: number
}

/** What gave a caller its clearance, and the commitment to it. Members stand in this order. */
export interface ClearanceBasis {
  /** That of the record. */
  readonly id: string
  readonly policies: Text32
  readonly schema: Text32
  readonly registry: Text32
  readonly entities: Text32
  /** Salted: of the caller's claims. */
  readonly claims: Text32
  readonly masked: Text32
  readonly shift: Text32
  readonly opening: Text32
}

/** Where a request went: the name of an endpoint, and the highest level of data that it may get, 0 to 7. */
export type EndpointLevel = readonly [name: string, permittedLevel: number]

/** How an answer ended that began to leave. */
export const ANSWERED_DECISIONS = ['answered', 'failed', 'aborted'] as const
/** How a request ended of whose answer nothing left. */
export const REFUSED_DECISIONS = ['denied', 'held', 'failed', 'aborted'] as const

interface RequestFields {
  /** In the order in which they were first asked, each once. */
  readonly endpoints: readonly EndpointLevel[]
  /** The lowest of their levels; null where there is none. */
  readonly permitted: number | null
  readonly prompt: Text32
  readonly restored: Text32
  /** What the second pass of L2 still found; null where there was none. */
  readonly residual: number | null
  readonly masked: Text32
  readonly shift: Text32
  readonly opening: Text32
  /** One for each layer event, in the order recorded. */
  readonly layers: readonly Text32[]
}

export interface AnsweredEvidence extends RecordPlace, RequestFields {
  readonly kind: 'answered'
  readonly decision: (typeof ANSWERED_DECISIONS)[number]
  /** The digest of the basis in the session's clearance record. */
  readonly basis: Text32
}

export interface RefusedEvidence extends RecordPlace, RequestFields {
  readonly kind: 'refused'
  readonly decision: (typeof REFUSED_DECISIONS)[number]
  readonly basis: Text32 | null
}

export interface ClearanceEvidence extends RecordPlace {
  readonly kind: 'clearance'
  readonly basis: ClearanceBasis
}

/** No request: an act of the control plane, an alert, a count of refusals. */
interface OtherEvidence extends RecordPlace {
  readonly kind: 'other'
}

/** A request or a clearance that could not be opened, so that nothing of it is proved. */
interface UnopenedEvidence extends RecordPlace {
  readonly kind: 'unopened'
}

export type BareEvidence = OtherEvidence | UnopenedEvidence

/** The public part of a record, to which its entry in the log commits apart from the record itself. */
export type EvidencePart = AnsweredEvidence | RefusedEvidence | ClearanceEvidence | BareEvidence

/** Writes an evidence part in its only form. The format is in docs/evidence-protocol.md. */
export function writeEvidence(part: EvidencePart): string {
  const { kind, tenant, position, id, time, inSession } = part
  const place = { v: 1, kind, tenant, position, id, time, ...(inSession === undefined ? {} : ordered(inSession)) }
  switch (part.kind) {
    case 'answered':
    case 'refused': {
      const { decision, basis, endpoints, permitted, prompt, restored, residual, masked, shift, opening, layers } = part
      const facts = {
        decision,
        basis,
        endpoints,
        permitted,
        prompt,
        restored,
        residual,
        masked,
        shift,
        opening,
        layers,
      }
      return JSON.stringify({ ...place, ...facts })
    }
    case 'clearance':
      return JSON.stringify({ ...place, basis: orderedBasis(part.basis) })
    case 'other':
    case 'unopened':
      return JSON.stringify(place)
  }
}

/** Writes what gave a clearance in its only form. */
export function writeBasis(basis: ClearanceBasis): string {
  return JSON.stringify(orderedBasis(basis))
}

function ordered({ session, sequence, events }: SessionPlace): SessionPlace {
  return { session, sequence, events }
}

function orderedBasis(basis: ClearanceBasis): ClearanceBasis {
  const { id, policies, schema, registry, entities, claims, masked, shift, opening } = basis
  return { id, policies, schema, registry, entities, claims, masked, shift, opening }
}
