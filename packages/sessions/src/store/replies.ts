import { SluiceError } from '@sluice/contracts'

/** Creates the error for a reply that the script cannot give. It does not quote the reply, which may name users. */
export function malformedReply(script: string): SluiceError {
  return new SluiceError('dependency_unavailable', { cause: new Error(`unexpected reply of script ${script}`) })
}

/** Reads an array of texts and whole numbers as texts. Throws `dependency_unavailable`. */
export function readTexts(reply: unknown, script: string): string[] {
  if (!Array.isArray(reply)) throw malformedReply(script)
  return reply.map((item: unknown) => {
    if (typeof item === 'string') return item
    if (Number.isSafeInteger(item)) return String(item)
    throw malformedReply(script)
  })
}

/** Reads a whole number from 0 to 2^53 - 1. Throws `dependency_unavailable`. */
export function readWholeNumber(text: string | undefined, script: string): number {
  const value = text !== undefined && /^[0-9]{1,16}$/.test(text) ? Number(text) : Number.NaN
  if (!Number.isSafeInteger(value)) throw malformedReply(script)
  return value
}
