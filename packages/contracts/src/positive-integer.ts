/** A positive integer in decimal digits without a sign or leading zeros, as session ids are written. */
export const POSITIVE_INTEGER = /^[1-9][0-9]{0,15}$/

/**
 * Reads a positive integer from 1 to 2^53 - 1, written in decimal without leading zeros; undefined for any other text.
 */
export function parsePositiveInteger(text: string): number | undefined {
  const value = POSITIVE_INTEGER.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(value) ? value : undefined
}
