import { createHash, timingSafeEqual } from 'node:crypto'

/**
 * Makes the check of a token request's secret. Without a configured one every secret is good (specification, section 5,
 * rule 1). Compares hashes, which have one length, in constant time.
 */
export function createSecretCheck(configured: string | undefined): (secret: unknown) => boolean {
  if (configured === undefined) return () => true
  const expected = digest(configured)
  return (secret) => typeof secret === 'string' && timingSafeEqual(digest(secret), expected)
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text, 'utf8').digest()
}
