/**
 * What the request's `cache-control` lets the semantic cache do: `no-store` keeps it out altogether, `no-cache` and
 * `max-age=0` ask for a fresh answer, which may then be remembered (RFC 9111, section 5.2.1).
 */
export function readCacheUse(header: string | undefined): 'full' | 'refresh' | 'none' {
  if (header === undefined) return 'full'
  const directives = header.toLowerCase().split(',', 16)
  const has = (wanted: string) => directives.some((directive) => directive.trim() === wanted)
  if (has('no-store')) return 'none'
  return has('no-cache') || has('max-age=0') ? 'refresh' : 'full'
}
