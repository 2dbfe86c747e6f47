interface KeySummary {
  readonly log: string | undefined
  readonly witnesses: readonly string[]
  /** Undefined where the text does not say. */
  readonly quorum: number | undefined
}

const KEY = /^([^\s+]+)\+[0-9a-f]{8}\+[A-Za-z0-9+/=]+$/
const QUORUM = /^quorum (\d{1,4})$/

/** Names whose keys a text of verifier keys has, for the reader. The verifier reads it strictly. */
export function summarizeKeys(text: string): KeySummary {
  const lines = text.split('\n').map((line) => line.trim())
  const names = [...new Set(lines.flatMap((line) => KEY.exec(line)?.[1] ?? []))]
  const quorum = lines.flatMap((line) => QUORUM.exec(line)?.[1] ?? [])[0]
  return { log: names[0], witnesses: names.slice(1), quorum: quorum === undefined ? undefined : Number(quorum) }
}
