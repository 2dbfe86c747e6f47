import { isIPv6 } from 'node:net'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { peerNetwork } from './peer-network.ts'

describe('the network of a peer', () => {
  it.each([
    ['192.0.2.77', '192.0.2.0/24'],
    ['::ffff:192.0.2.77', '192.0.2.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:0db8::1', '2001:db8:0::/48'],
    ['::1', '0:0:0::/48'],
    ['fe80::1%eth0', 'fe80:0:0::/48'],
    ['', 'unknown'],
    [undefined, 'unknown'],
    ['alice', 'unknown'],
  ])('of %s is %s', (address, network) => {
    expect(peerNetwork(address)).toBe(network)
  })

  it('is an address again, the same for all of the network', () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        const network = peerNetwork(address)
        expect(peerNetwork(network.replace(/\/\d+$/, ''))).toBe(network)
        expect(network.length).toBeLessThanOrEqual(64)
        if (network.endsWith('/48')) expect(isIPv6(network.replace('/48', ''))).toBe(true)
      }),
    )
  })
})
