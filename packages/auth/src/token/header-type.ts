/** A token's `typ` as types are compared: without case and the prefix `application/` (RFC 7515, section 4.1.9). */
export function comparableType(typ: string): string {
  return typ.toLowerCase().replace(/^application\//, '')
}
