/** One link of RFC 8288, section 3; no nested repetition, so linear. */
const LINK = /<([^<>]*)>([^<]*)/g
const NEXT = /;\s*rel="?next"?(?:[;,\s]|$)/i

/** The address that `Link` gives for `rel="next"`, whether in one header or several. */
export function nextLink(headers: Readonly<Record<string, string | string[] | undefined>>): string | undefined {
  const { link = '' } = headers
  const text = typeof link === 'string' ? link : link.join(', ')
  for (const [, address, parameters] of text.matchAll(LINK)) {
    if (parameters !== undefined && NEXT.test(parameters)) return address
  }
  return undefined
}
