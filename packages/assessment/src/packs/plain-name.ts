/** A name without what writers vary: case and punctuation. `SHA-256`, `sha256` and `SHA_256` are one. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}
