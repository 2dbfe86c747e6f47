import {
  ANSWERED_DECISIONS,
  type ClearanceBasis,
  type EndpointLevel,
  type EvidencePart,
  REFUSED_DECISIONS,
  type RecordPlace,
  type SessionPlace,
  writeEvidence,
} from './evidence-part.ts'
import {
  asMembers,
  asText32,
  count,
  InvalidEvidence,
  isCount,
  isName,
  list,
  type Members,
  name,
  oneOf,
  parseMembers,
  text32,
} from './members.ts'

/** In UTF-16 code units. A part of 64 layers and 64 endpoints of usual names has 8,000. */
const MAX_EVIDENCE_LENGTH = 65_536
const MAX_ENDPOINTS = 64
const MAX_LAYERS = 256
const HIGHEST_LEVEL = 7
const VERSION = 1

/**
 * Reads an evidence part.
 *
 * @throws {InvalidEvidence} for any other text, also for one that is not the only one for what it says: another order
 *   of members, a member more or twice, blanks.
 */
export function readEvidence(text: string): EvidencePart {
  if (text.length > MAX_EVIDENCE_LENGTH) throw new InvalidEvidence('The evidence part is too long.')
  const part = readPart(parseMembers(text, 'evidence part'))
  if (writeEvidence(part) !== text) throw new InvalidEvidence('The evidence part is not in its only form.')
  return part
}

function readPart(members: Members): EvidencePart {
  if (members['v'] !== VERSION) throw new InvalidEvidence('The evidence part has an unknown version.')
  const place = readPlace(members)
  const kind = oneOf(members, 'kind', ['answered', 'refused', 'clearance', 'other', 'unopened'])
  switch (kind) {
    case 'answered':
      return {
        ...{ ...place, kind, decision: oneOf(members, 'decision', ANSWERED_DECISIONS) },
        ...{ basis: text32(members, 'basis'), ...readRequest(members) },
      }
    case 'refused':
      return {
        ...{ ...place, kind, decision: oneOf(members, 'decision', REFUSED_DECISIONS) },
        ...{ basis: members['basis'] === null ? null : text32(members, 'basis'), ...readRequest(members) },
      }
    case 'clearance': {
      const basis = readBasis(members['basis'])
      if (basis.id !== place.id) throw new InvalidEvidence('"basis.id" is not the id of the record.')
      return { ...place, kind, basis }
    }
    case 'other':
    case 'unopened':
      return { ...place, kind }
  }
}

function readPlace(members: Members): RecordPlace {
  const place = {
    ...{ tenant: name(members, 'tenant'), position: count(members, 'position', 1), id: name(members, 'id') },
    time: count(members, 'time', 0),
  }
  return members['session'] === undefined ? place : { ...place, inSession: readSession(members) }
}

function readSession(members: Members): SessionPlace {
  const place = {
    ...{ session: count(members, 'session', 0), sequence: count(members, 'sequence', 1) },
    events: count(members, 'events', 1),
  }
  if (!Number.isSafeInteger(place.sequence + place.events)) throw new InvalidEvidence('"sequence" is not a count.')
  return place
}

function readRequest(members: Members) {
  const endpoints = list(members, 'endpoints', MAX_ENDPOINTS).map(readEndpoint)
  if (new Set(endpoints.map(([endpoint]) => endpoint)).size < endpoints.length) {
    throw new InvalidEvidence('"endpoints" has one twice.')
  }
  const permitted = lowestLevelOf(endpoints)
  if (members['permitted'] !== permitted) {
    throw new InvalidEvidence('"permitted" is not the lowest level of the endpoints.')
  }
  return {
    ...{ endpoints, permitted, prompt: text32(members, 'prompt'), restored: text32(members, 'restored') },
    residual: members['residual'] === null ? null : count(members, 'residual', 0),
    ...{ masked: text32(members, 'masked'), shift: text32(members, 'shift'), opening: text32(members, 'opening') },
    layers: list(members, 'layers', MAX_LAYERS).map((layer) => asText32(layer, 'layers')),
  }
}

/** The lowest level of the endpoints of a request; null where it went to none. */
export function lowestLevelOf(endpoints: readonly EndpointLevel[]): number | null {
  return endpoints.length === 0 ? null : Math.min(...endpoints.map(([, level]) => level))
}

function readEndpoint(value: unknown): EndpointLevel {
  const [endpoint, level, ...rest]: readonly unknown[] = Array.isArray(value) ? value : []
  if (!isName(endpoint) || !isCount(level, 0) || level > HIGHEST_LEVEL || rest.length > 0) {
    throw new InvalidEvidence('"endpoints" has something else than names with their levels.')
  }
  return [endpoint, level]
}

function readBasis(value: unknown): ClearanceBasis {
  const members = asMembers(value)
  if (members === undefined) throw new InvalidEvidence('"basis" is not an object.')
  return {
    ...{ id: name(members, 'id'), policies: text32(members, 'policies'), schema: text32(members, 'schema') },
    ...{ registry: text32(members, 'registry'), entities: text32(members, 'entities') },
    ...{ claims: text32(members, 'claims'), masked: text32(members, 'masked'), shift: text32(members, 'shift') },
    opening: text32(members, 'opening'),
  }
}
