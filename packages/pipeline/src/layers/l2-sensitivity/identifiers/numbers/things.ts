import { createHash } from 'node:crypto'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { phrases } from '../../phrases.ts'
import { anywhere, beside, type Identifier, inCapitals } from '../identifier.ts'

/** Numbers of accounts, machines and vehicles in any country. */
export const THINGS: readonly Identifier[] = [
  {
    entity: 'CRYPTO',
    // Bitcoin, Litecoin and Cardano.
    source: 'https://github.com/bitcoin/bips/blob/master/bip-0173.mediawiki and bip-0350.mediawiki',
    forms: [anywhere('a26-64', '(?:bc|tb|ltc|addr)1[ac-hj-np-z02-9]{11,100}')],
    words: [],
    checks: [passesBech32],
  },
  {
    entity: 'CRYPTO',
    // Bitcoin, Litecoin, Dogecoin, Dash and Tron begin with these.
    source: 'https://en.bitcoin.it/wiki/Base58Check_encoding',
    forms: [anywhere('d26-35 a26-35', '[13LMDX79AT][a-km-zA-HJ-NP-Z1-9]{25,34}')],
    words: [],
    checks: [(_value, written) => passesBase58(written)],
  },
  {
    entity: 'CRYPTO',
    source: 'https://eips.ethereum.org/EIPS/eip-55',
    forms: [anywhere('d42', '0x[0-9a-f]{40}')],
    words: [],
    checks: [(value) => /[1-9]/.test(value.slice(2)), (_value, written) => passesEip55(written)],
  },
  {
    entity: 'GUID',
    source: 'https://www.rfc-editor.org/rfc/rfc9562',
    forms: [anywhere('d8 a8', '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}')],
    words: phrases('guid | uuid | object id | user id | customer id | account id'),
    // Neither nil nor max: section 5.9 and 5.10.
    checks: [(value) => !/^(?:0+|F+)$/.test(value)],
  },
  {
    entity: 'MAC_ADDRESS',
    source: 'https://standards.ieee.org/wp-content/uploads/import/documents/tutorials/macgrp.pdf',
    forms: [
      // The end of a longer run is one of a fingerprint.
      anywhere('d2 a2', '(?<![0-9a-f]{2}[:-])[0-9a-f]{2}([:-])(?:[0-9a-f]{2}\\1){4}[0-9a-f]{2}'),
      anywhere('d4 a4', '[0-9a-f]{4}\\.[0-9a-f]{4}\\.[0-9a-f]{4}'),
    ],
    words: phrases('mac | mac address'),
    checks: [(value) => value.length === 12 && !/^(?:0+|F+)$/.test(value)],
  },
  {
    entity: 'VIN',
    source: 'https://www.ecfr.gov/current/title-49/part-565 (ISO 3779)',
    forms: [inCapitals('a17 d17', '[A-HJ-NPR-Z\\d]{17}')],
    words: phrases('vin | vehicle identification | chassis | chassis number | fahrgestellnummer | fin'),
    checks: [(value) => /[A-Z].*[A-Z]/.test(value) && /\d{3}$/.test(value), passesVin],
  },
  {
    entity: 'VIN',
    source: 'https://www.iso.org/standard/52200.html (ISO 3779)',
    forms: [beside('a17 d17', '[A-HJ-NPR-Z\\d]{17}')],
    words: phrases('vin | vehicle identification | chassis | chassis number | fahrgestellnummer | fin'),
    checks: [],
  },
  {
    entity: 'ZIP_CODE',
    source: 'https://www.upu.int/en/postal-solutions/programmes-services/addressing-solutions',
    forms: [beside('d2-6', '\\d{5}-\\d{3,4}|\\d{3} \\d{2}|\\d{2}-\\d{3}|\\d{4} [A-Z]{2}|\\d{4}-\\d{3}|\\d{4,6}')],
    words: phrases(`
      zip | zip code | zipcode | postal code | postcode | post code | postal | plz | postleitzahl | code postal |
      codigo postal | cap | cep`),
    checks: [],
  },
]

const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]
/** What is left by Bech32 and by Bech32m. */
const BECH32_RESTS = new Set([1, 0x2bc830a3])

function passesBech32(value: string, written: string): boolean {
  if (written !== written.toLowerCase() && written !== written.toUpperCase()) return false
  const lower = value.toLowerCase()
  const separator = lower.indexOf('1')
  const prefix = Array.from(lower.slice(0, separator), (letter) => letter.charCodeAt(0))
  const data = Array.from(lower.slice(separator + 1), (letter) => BECH32.indexOf(letter))
  let rest = 1
  for (const part of [...prefix.map((code) => code >> 5), 0, ...prefix.map((code) => code & 31), ...data]) {
    const top = rest >>> 25
    rest = ((rest & 0x1ffffff) << 5) ^ part
    for (const [at, generator] of GENERATOR.entries()) if ((top >>> at) & 1) rest ^= generator
  }
  return BECH32_RESTS.has(rest)
}

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

function passesBase58(written: string): boolean {
  let number = 0n
  for (const letter of written) number = number * 58n + BigInt(BASE58.indexOf(letter))
  const bytes = Buffer.from(number.toString(16).padStart(50, '0'), 'hex')
  if (bytes.length !== 25) return false
  const once = createHash('sha256').update(bytes.subarray(0, 21)).digest()
  return createHash('sha256').update(once).digest().subarray(0, 4).equals(bytes.subarray(21))
}

/** A letter is a capital where the Keccak-256 of the address has 8 or more; an address in one case says nothing. */
function passesEip55(written: string): boolean {
  const address = written.slice(2)
  const lower = address.toLowerCase()
  if (address === lower || address === address.toUpperCase()) return true
  const digest = Buffer.from(keccak_256(Buffer.from(lower))).toString('hex')
  return Array.from(address).every((letter, at) => {
    const isHigh = Number.parseInt(digest.charAt(at), 16) >= 8
    return !/[a-f]/i.test(letter) || (letter === letter.toUpperCase()) === isHigh
  })
}

const VIN_VALUES = '0123456789.ABCDEFGH..JKLMN.P.R..STUVWXYZ'
const VIN_WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]

/** The ninth character is the rest by 11, X for ten: 49 CFR 565.15(c). */
function passesVin(value: string): boolean {
  const sum = Array.from(value).reduce(
    (total, character, at) => total + (VIN_VALUES.indexOf(character) % 10) * (VIN_WEIGHTS[at] ?? 0),
    0,
  )
  return '0123456789X'[sum % 11] === value[8]
}
