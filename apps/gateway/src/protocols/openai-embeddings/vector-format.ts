/** How a vector is written: as JSON numbers, or as base64 of little-endian 32-bit floats. */
type VectorFormat = 'float' | 'base64'

const FLOAT_BYTES = 4

/** A vector in the format asked for, whichever it came in. */
export function inFormat(vector: readonly number[] | string, format: VectorFormat): number[] | string {
  if (typeof vector === 'string') return format === 'base64' ? vector : toNumbers(vector)
  return format === 'float' ? [...vector] : toBase64(vector)
}

function toNumbers(base64: string): number[] {
  const bytes = Buffer.from(base64, 'base64')
  const numbers: number[] = []
  for (let at = 0; at + FLOAT_BYTES <= bytes.length; at += FLOAT_BYTES) numbers.push(bytes.readFloatLE(at))
  return numbers
}

function toBase64(vector: readonly number[]): string {
  const bytes = Buffer.alloc(vector.length * FLOAT_BYTES)
  for (const [place, component] of vector.entries()) bytes.writeFloatLE(component, place * FLOAT_BYTES)
  return bytes.toString('base64')
}
