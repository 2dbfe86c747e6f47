import { DirectoryFault } from '@sluice/directory-sync'
import { z } from 'zod'

/**
 * OpenID Connect Core, section 2: `sub` has at most 255 characters. Addresses have at most 254 (RFC 5321). PostgreSQL
 * indexes no text of more than about 2,700 bytes.
 */
const MAX_LENGTH = 512
const MAX_NAME_LENGTH = 8_192
const MAX_GROUPS = 10_000

/** A text that may be stored: PostgreSQL takes no NUL, and no name holds a control character. */
export const attributeText = storableText(MAX_LENGTH)

/** A distinguished name is longer, and no index holds it. */
export const nameText = storableText(MAX_NAME_LENGTH)

function storableText(maxLength: number) {
  return (
    z
      .string()
      .max(maxLength)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
      .refine((text) => !/[\u0000-\u001f\u007f]/.test(text) && text.isWellFormed(), {
        error: 'holds control characters',
      })
  )
}

/** An empty text counts as none. */
export function presentText(text: string | null | undefined): string | undefined {
  return text === null || text === undefined || text === '' ? undefined : text
}

/** Groups by member: who is in which, by the directory's id. */
export type Memberships = Map<string, string[]>

/** Adds one member. Throws {@link DirectoryFault} `too_large` for more than 10,000 groups of one user. */
export function addMembership(memberships: Memberships, id: string, group: string): void {
  const groups = memberships.get(id)
  if (groups === undefined) memberships.set(id, [group])
  else if (groups.length >= MAX_GROUPS)
    throw new DirectoryFault('too_large', `A user is in more than ${MAX_GROUPS} groups.`)
  else if (!groups.includes(group)) groups.push(group)
}

/** Throws {@link DirectoryFault} `too_large` beyond the number of users that configuration allows. */
export function checkUserCount(count: number, maxUsers: number): void {
  if (count > maxUsers) throw new DirectoryFault('too_large', `The directory has more than ${maxUsers} users.`)
}
