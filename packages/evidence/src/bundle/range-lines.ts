import {
  asDigest,
  count,
  digest,
  InvalidEvidence,
  list,
  type Members,
  name,
  parseMembers,
} from '../evidence/members.ts'
import { toBase64 } from '../log/base64.ts'
import type { Digest } from '../log/hashes.ts'
import { type LeafState, leafMembers, openedMember, readLeaf, readState, type ShownLeaf } from './shown-leaf.ts'

/** The first line of a range: which leaves follow, and what the tree has beside them. */
export interface RangeHead {
  readonly tenant: string
  /** The index of the first leaf that follows, and the one behind the last. */
  readonly from: number
  readonly to: number
  /** The size of the tree. */
  readonly size: number
  /** The signed note. */
  readonly checkpoint: string
  /** The hashes of the complete subtrees up to `from` and from `to` on, from left to right: `subtreesBetween`. */
  readonly left: readonly Digest[]
  readonly right: readonly Digest[]
}

/** A record of the tenant. */
export interface RangeRow extends ShownLeaf {
  readonly state: LeafState
  /** The id of the record of the erasure, where the record was erased and its erasure is named. */
  readonly erasure?: string | undefined
}

export type RangeLine =
  | ({ readonly type: 'head' } & RangeHead)
  | ({ readonly type: 'row' } & RangeRow)
  /** A leaf of the tenant without an evidence part: from before there was any, or taken out of the trail. */
  | { readonly type: 'gone'; readonly position: number; readonly entry: Digest }
  /** A leaf of another tenant. */
  | { readonly type: 'foreign'; readonly entry: Digest }
  /** The last line: how many leaves of the tenant there were. */
  | { readonly type: 'end'; readonly rows: number }

const VERSION = 1
const MAX_SUBTREES = 64
/** In UTF-16 code units: a checkpoint has up to 262,144. */
const MAX_LENGTH = 1_048_576

/** Writes a line of a range, without its line feed, in its only form. The format is in docs/evidence-protocol.md. */
export function writeRangeLine(line: RangeLine): string {
  switch (line.type) {
    case 'head': {
      const { tenant, from, to, size, checkpoint, left, right } = line
      const beside = { left: left.map(toBase64), right: right.map(toBase64) }
      return JSON.stringify({ range: VERSION, tenant, from, to, size, checkpoint, ...beside })
    }
    case 'row': {
      const { state, erasure } = line
      const named = erasure === undefined ? {} : { erasure }
      return JSON.stringify({ ...leafMembers(line), state, ...named, ...openedMember(line) })
    }
    case 'gone':
      return JSON.stringify({ gone: line.position, entry: toBase64(line.entry) })
    case 'foreign':
      return JSON.stringify({ entry: toBase64(line.entry) })
    case 'end':
      return JSON.stringify({ rows: line.rows })
  }
}

/** Reads such a line. Nothing is verified. Throws {@link InvalidEvidence} for any other text. */
export function readRangeLine(text: string): RangeLine {
  if (text.length > MAX_LENGTH) throw new InvalidEvidence('The line is too long.')
  const line = readLine(parseMembers(text, 'line'))
  if (writeRangeLine(line) !== text) throw new InvalidEvidence('The line is not in its only form.')
  return line
}

function readLine(members: Members): RangeLine {
  if ('range' in members) return readHead(members)
  if ('rows' in members) return { type: 'end', rows: count(members, 'rows', 0) }
  if ('evidence' in members) return readRow(members)
  const entry = digest(members, 'entry')
  return 'gone' in members ? { type: 'gone', position: count(members, 'gone', 1), entry } : { type: 'foreign', entry }
}

function readHead(members: Members): RangeLine {
  if (members['range'] !== VERSION) throw new InvalidEvidence('The range has an unknown version.')
  const { checkpoint } = members
  if (typeof checkpoint !== 'string') throw new InvalidEvidence('"checkpoint" is not a text.')
  const hashes = (key: string) => list(members, key, MAX_SUBTREES).map((hash) => asDigest(hash, key))
  return {
    ...{ type: 'head', tenant: name(members, 'tenant'), from: count(members, 'from', 0), to: count(members, 'to', 0) },
    ...{ size: count(members, 'size', 0), checkpoint, left: hashes('left'), right: hashes('right') },
  }
}

function readRow(members: Members): RangeLine {
  const erasure = members['erasure'] === undefined ? {} : { erasure: name(members, 'erasure') }
  return { type: 'row', ...readLeaf(members), state: readState(members), ...erasure }
}
