import { isIPv4, isIPv6 } from 'node:net'

/** An IPv4 address that a socket for both families gives, RFC 4291, section 2.5.5.2. */
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i
const GROUPS = 8
const UNKNOWN = 'unknown'

/**
 * The network of a peer, for records: the first 24 bits of an IPv4 address, the first 48 of an IPv6 address. An address
 * may be a person's, and a person has many of IPv6. `unknown` for what is no address.
 */
export function peerNetwork(address: string | undefined): string {
  const plain = address?.replace(/%.*$/, '') ?? ''
  const four = MAPPED.exec(plain)?.[1] ?? plain
  if (isIPv4(four)) return `${four.split('.').slice(0, 3).join('.')}.0/24`
  return isIPv6(plain) ? `${firstGroups(plain)}::/48` : UNKNOWN
}

/** The first three groups of an IPv6 address, without leading zeros (RFC 5952). */
function firstGroups(address: string): string {
  const [head = '', tail] = address.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const gap = tail === undefined ? 0 : Math.max(0, GROUPS - before.length - after.length)
  const groups = [...before, ...Array<string>(gap).fill('0'), ...after]
  return groups
    .slice(0, 3)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
