const MAX_PAYLOADS = 4
/** Shorter runs are words, and decode to no more than 17 characters. */
const MIN_PAYLOAD = 24

/** What Base64 (RFC 4648) in a text says, where it says something readable; of the first four runs that do. Linear. */
export function decodedPayloads(text: string): string[] {
  const decoded: string[] = []
  if (!hasLongRun(text)) return decoded
  for (const [run] of text.matchAll(/(?<![A-Za-z0-9+/=])[A-Za-z0-9+/]{24,2000}={0,2}(?![A-Za-z0-9+/=])/g)) {
    if (decoded.length >= MAX_PAYLOADS) break
    const plain = Buffer.from(run, 'base64').toString('utf8')
    // A decoded payload has no payload of its own: it is mostly letters and spaces, and shorter.
    if (plain.includes(' ') && /^[\t\n\r -~\p{L}]*$/u.test(plain)) decoded.push(plain)
  }
  return decoded
}

/** Whether a text has 24 of Base64's letters in a row: such a run covers a place that is a multiple of 24. Linear. */
export function hasLongRun(text: string): boolean {
  for (let at = MIN_PAYLOAD - 1; at < text.length; at += MIN_PAYLOAD) {
    let end = at
    while (end < text.length && isBase64(text.charCodeAt(end))) end += 1
    let start = at
    while (end > at && start > 0 && end - start < MIN_PAYLOAD && isBase64(text.charCodeAt(start - 1))) start -= 1
    if (end - start >= MIN_PAYLOAD) return true
  }
  return false
}

function isBase64(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || (code >= 0x2f && code <= 0x39) || code === 0x2b
  )
}
