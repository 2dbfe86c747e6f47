import type { Sighting } from '../../model/file-summary.ts'
import { type Fact, placeCounter, sightingOf, withoutRepeats } from '../fact.ts'
import { describeDer } from './key-structures.ts'
import { describeOpenSshKey } from './open-ssh.ts'
import { describePgp } from './pgp.ts'

/** What every PEM block begins with. */
export const PEM_MARK = '-----BEGIN '
/** The same within base64, as Secrets and configurations of Kubernetes have their certificates and keys. */
export const ENCODED_PEM_MARK = 'LS0tLS1CRUdJTi'
const MAX_BLOCKS = 2_000
const MAX_LABEL = 60
/** Bundles of certificates have many blocks; none alone is so long. */
const MAX_BLOCK = 131_072

const ENCODED = new RegExp(`(?<![A-Za-z0-9+/])${ENCODED_PEM_MARK}[A-Za-z0-9+/]{40,${MAX_BLOCK}}={0,2}`, 'g')

export interface PemBlock {
  readonly label: string
  readonly line: number
  readonly column: number
  /** The lines before the body, such as `DEK-Info: AES-256-CBC,...`. */
  readonly headers: string
  readonly body: Uint8Array
}

/**
 * The PEM blocks (RFC 7468, RFC 1421) in a text, wherever it is: a file of its own, a string of a program with escaped
 * ends of lines, a member of YAML or JSON. A block without its end or with nothing between is none.
 */
export function* pemBlocks(text: string): Generator<PemBlock> {
  const placeOf = placeCounter(text)
  let count = 0
  for (
    let at = text.indexOf(PEM_MARK);
    at >= 0 && count < MAX_BLOCKS;
    at = text.indexOf(PEM_MARK, at + PEM_MARK.length)
  ) {
    count += 1
    const start = at + PEM_MARK.length
    const head = text.slice(start, start + MAX_LABEL)
    const label = head.slice(0, Math.max(0, head.indexOf('-----')))
    if (!/^[A-Z0-9][A-Z0-9. ]+$/.test(label)) continue
    const from = start + label.length + 5
    const inside = text.slice(from, from + MAX_BLOCK)
    const length = inside.indexOf(`-----END ${label}-----`)
    if (length <= 0) continue
    yield { label, ...placeOf(at), ...bodyOf(inside.slice(0, length)) }
  }
}

/** Takes away what programs put around the lines of a body: quotes, escapes, signs that join strings, margins. */
function bodyOf(text: string): { headers: string; body: Uint8Array } {
  const lines = text.replaceAll(/\\[nrt]/g, '\n').split('\n')
  const headers: string[] = []
  const parts: string[] = []
  for (const line of lines) {
    // Headers have a colon, the checksum of armor begins with its sign; a body has neither.
    if (line.includes(':')) headers.push(line.trim())
    else if (!/^[\s"']*=[A-Za-z0-9+/]{4}/.test(line)) parts.push(lettersOf(line))
  }
  return { headers: headers.join('\n'), body: Buffer.from(parts.join(''), 'base64') }
}

/**
 * The base64 in a line. The sign that joins strings in many languages is a letter of it, unless a quote is beside it.
 */
function lettersOf(line: string): string {
  return line.replaceAll(/["'`] {0,40}\+|\+ {0,40}["'`]/g, '').replaceAll(/[^A-Za-z0-9+/=]/g, '')
}

/** What the PEM blocks of a text hold, also of those that stand in it in base64: they are where that begins. */
export function describePem(text: string): readonly Sighting[] {
  const sightings = [...describeBlocks(text)]
  if (!text.includes(ENCODED_PEM_MARK)) return sightings
  const placeOf = placeCounter(text)
  let count = 0
  for (const { 0: encoded, index } of text.matchAll(ENCODED)) {
    if (count >= MAX_BLOCKS) break
    count += 1
    const place = placeOf(index)
    const inside = describeBlocks(Buffer.from(encoded, 'base64').toString('latin1'))
    sightings.push(...inside.map((one) => ({ ...one, place: { ...one.place, ...place } })))
  }
  return sightings
}

function describeBlocks(text: string): readonly Sighting[] {
  const sightings: Sighting[] = []
  for (const block of pemBlocks(text)) {
    const { label, line, column } = block
    const rule = `pem/${label.toLowerCase().replaceAll(' ', '-')}`
    const place = { rule, library: libraryOf(label), line, column, evidence: `${PEM_MARK}${label}-----` }
    for (const fact of withoutRepeats(factsOf(block))) sightings.push(sightingOf(fact, place))
  }
  return sightings
}

function libraryOf(label: string): string {
  if (label.startsWith('PGP')) return 'OpenPGP'
  if (label.startsWith('OPENSSH')) return 'OpenSSH'
  return label.includes('CERTIFICATE') || label.includes('CRL') ? 'X.509' : 'PEM'
}

const OF_LABEL: Readonly<Record<string, string>> = {
  'RSA PRIVATE KEY': 'RSA',
  'EC PRIVATE KEY': 'EC',
  'DSA PRIVATE KEY': 'DSA',
}

function factsOf({ label, headers, body }: PemBlock): readonly Fact[] {
  if (label === 'OPENSSH PRIVATE KEY') return describeOpenSshKey(body)
  if (label.startsWith('PGP ')) return describePgp(body)
  const cipher = /^DEK-Info: *([A-Za-z0-9-]{3,40}),/m.exec(headers)?.[1]
  const algorithm = OF_LABEL[label]
  if (cipher !== undefined && algorithm !== undefined && body.length > 0)
    return [
      { algorithm, role: 'KeyMaterial' },
      { algorithm: cipher, role: 'Encryption' },
    ]
  return describeDer(body, label)
}
