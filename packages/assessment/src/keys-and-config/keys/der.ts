/** A value in DER (ITU-T X.690): its tag and where its content lies. */
export interface DerValue {
  readonly tag: number
  readonly bytes: Uint8Array
}

export const TAG = { integer: 0x02, bits: 0x03, octets: 0x04, oid: 0x06, sequence: 0x30, first: 0xa0 } as const

const MAX_KIDS = 4_096
const MAX_LENGTH_BYTES = 4
const MAX_OID_BYTES = 64

/** The first value in some bytes; undefined where they hold none, or one that goes beyond their end. */
export function readDer(bytes: Uint8Array): DerValue | undefined {
  return valueAt(bytes, 0)?.value
}

/** The values inside a constructed value; none where it holds anything else. */
export function kidsOf({ bytes }: DerValue): readonly DerValue[] {
  const kids: DerValue[] = []
  for (let at = 0; at < bytes.length; ) {
    const next = valueAt(bytes, at)
    if (next === undefined || kids.length >= MAX_KIDS) return []
    kids.push(next.value)
    at = next.end
  }
  return kids
}

function valueAt(bytes: Uint8Array, at: number): { value: DerValue; end: number } | undefined {
  const tag = bytes[at]
  const first = bytes[at + 1]
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f) return undefined
  let start = at + 2
  let length = first
  if (first >= 0x80) {
    const count = first & 0x7f
    if (count === 0 || count > MAX_LENGTH_BYTES) return undefined
    length = 0
    for (let i = 0; i < count; i += 1) length = length * 256 + (bytes[start + i] ?? 0)
    start += count
  }
  const end = start + length
  return end > bytes.length ? undefined : { value: { tag, bytes: bytes.subarray(start, end) }, end }
}

/** The dotted form of an object identifier; undefined for anything else. */
export function oidOf(value: DerValue | undefined): string | undefined {
  if (value?.tag !== TAG.oid || value.bytes.length === 0 || value.bytes.length > MAX_OID_BYTES) return undefined
  const arcs: number[] = []
  let arc = 0
  for (const byte of value.bytes) {
    arc = arc * 128 + (byte & 0x7f)
    if (byte >= 0x80) continue
    const top = arcs.length === 0 ? Math.min(2, Math.floor(arc / 40)) : -1
    arcs.push(...(top < 0 ? [arc] : [top, arc - 40 * top]))
    arc = 0
  }
  return arcs.join('.')
}

/** The length in bits of a positive INTEGER; 0 for anything else. */
export function bitLength(value: DerValue | undefined): number {
  return value?.tag === TAG.integer ? bitsOf(value.bytes) : 0
}

/** The length in bits of a number, most significant byte first. */
export function bitsOf(bytes: Uint8Array): number {
  const start = bytes.findIndex((byte) => byte !== 0)
  return start < 0 ? 0 : (bytes.length - start) * 8 - Math.clz32(bytes[start] ?? 0) + 24
}

/** What a BIT STRING of whole bytes or an OCTET STRING wraps. */
export function wrapped(value: DerValue | undefined): DerValue | undefined {
  if (value?.tag === TAG.bits) return readDer(value.bytes.subarray(1))
  return value?.tag === TAG.octets ? readDer(value.bytes) : undefined
}
