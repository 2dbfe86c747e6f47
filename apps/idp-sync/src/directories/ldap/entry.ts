import { DirectoryFault } from '@sluice/directory-sync'
import type { Entry } from 'ldapts'
import { attributeText, nameText } from '../read-attributes.ts'

/** Attributes of one entry by name, in any case. */
export interface AttributeReader {
  readonly dn: string
  /** Every value as text. */
  all(name: string): readonly string[]
  /** The first value, if it can be kept. Throws {@link DirectoryFault} `malformed`. */
  first(name: string): string | undefined
}

/** Active Directory's identifiers, which are bytes. */
const GUID = 'objectguid'

/**
 * Reads an entry. A value that cannot be stored is a fault of the directory, not a user without it. Throws
 * {@link DirectoryFault}: `malformed`, `size_limit`.
 */
export function readEntry(entry: Entry): AttributeReader {
  const values = new Map<string, readonly string[]>()
  for (const [name, value] of Object.entries(entry)) {
    const key = name.toLowerCase()
    // MS-ADTS, section 3.1.1.3.1.3.3: long lists of values come in ranges, which are not read here.
    if (key.includes(';range=')) {
      throw new DirectoryFault(
        'size_limit',
        `The LDAP server gives ${key.split(';')[0]} in ranges: read memberOf instead.`,
      )
    }
    if (name !== 'dn') values.set(key, texts(key, value))
  }
  const all = (name: string) => values.get(name.toLowerCase()) ?? []
  return {
    dn: entry.dn,
    all,
    first: (name) => {
      const [first] = all(name)
      if (first !== undefined && !attributeText.safeParse(first).success) throw unfit(name)
      return first
    },
  }
}

function unfit(name: string): DirectoryFault {
  return new DirectoryFault('malformed', `An LDAP entry has a value of ${name} that cannot be kept.`)
}

function texts(key: string, value: Entry[string]): string[] {
  const list = Array.isArray(value) ? value : [value]
  return list.map((one) => {
    const text = typeof one === 'string' ? one : key === GUID ? guidText(one) : one.toString('utf8')
    if (nameText.safeParse(text).success) return text
    throw unfit(key)
  })
}

/** MS-DTYP, section 2.3.4.2: the first three fields have their bytes in reverse. */
export function guidText(bytes: Buffer): string {
  const hex = (start: number, end: number) => bytes.toString('hex', start, end)
  const reversed = (start: number, end: number) => Buffer.from(bytes.subarray(start, end)).reverse().toString('hex')
  return `${reversed(0, 4)}-${reversed(4, 6)}-${reversed(6, 8)}-${hex(8, 10)}-${hex(10, 16)}`
}

/** The bytes of such an identifier, escaped for a filter (RFC 4515, section 3). */
export function guidFilterValue(text: string): string {
  const [a = '', b = '', c = '', ...rest] = text.split('-')
  const reversed = [a, b, c].map((part) => Buffer.from(part, 'hex').reverse().toString('hex')).join('')
  return `${reversed}${rest.join('')}`.replaceAll(/../g, (pair) => `\\${pair}`)
}

/** Escapes a text for a filter (RFC 4515, section 3). */
export function filterValue(text: string): string {
  return text.replaceAll(/[\\*()\0]/g, (character) => `\\${character.charCodeAt(0).toString(16).padStart(2, '0')}`)
}
