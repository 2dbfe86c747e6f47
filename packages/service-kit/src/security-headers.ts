/**
 * Headers of every answer whose route says nothing else. `nosniff` (WHATWG Fetch, section 3.7): a browser takes no
 * answer for another type. `no-store` (RFC 9111, section 5.2.2.5): no cache between here and the caller keeps one.
 */
export const SECURITY_HEADERS = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' } as const
