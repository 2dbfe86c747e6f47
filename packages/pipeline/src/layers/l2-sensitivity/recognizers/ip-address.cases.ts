import type { CaseTable } from './table.cases.ts'

/** Addresses for documentation: RFC 5737, RFC 3849. */
export const IP_ADDRESS_CASES: CaseTable = {
  matches: [
    ['host 192.0.2.1 is down', '192.0.2.1'],
    ['http://10.1.2.3:8080/', '10.1.2.3'],
    ['203[.]0[.]113[.]7', '203[.]0[.]113[.]7'],
    ['203.0.113[.]7', '203.0.113[.]7'],
    ['2001:db8::8a2e:370:7334', '2001:db8::8a2e:370:7334'],
    ['[2001:db8:0:0:0:0:2:1]:443', '2001:db8:0:0:0:0:2:1'],
    ['::ffff:192.0.2.128', '::ffff:192.0.2.128'],
    ['fe80::1%eth0', 'fe80::1%eth0'],
    ['dead:beef:cafe::face', 'dead:beef:cafe::face'],
  ],
  nearMisses: [
    '256[.]0[.]113[.]7',
    '1.2.3.4.5',
    'v1.2.3.4',
    'version 1.2.3.4',
    'versions 1.2.3.4',
    'release 1.2.3.4',
    'build: 1.2.3.4',
    'firmware=1.2.3.4',
    'v 1.2.3.4',
    '256.1.1.1',
    '127.0.0.1',
    '0.0.0.0',
    '::1',
    '::',
    '12:30:45',
    'std::vector and Ab::Cd',
  ],
}
