import type { OidcUser } from '@sluice/testkit/local'

export interface SampleUser extends OidcUser {
  readonly email: string
  readonly groups: readonly string[]
  /** What the summary says about the user. */
  readonly title: string
}

const user = (sub: string, title: string, ...groups: string[]): SampleUser => ({
  sub,
  preferredUsername: sub,
  email: `${sub}@sluice.example`,
  groups,
  title,
})

/** The people of the local stack. */
export const SAMPLE_USERS: readonly SampleUser[] = [
  user('alice', 'Employee, finance', 'dept:finance', 'role:employee'),
  user('bob', 'Employee, engineering; may make API keys', 'dept:engineering', 'role:employee', 'role:key-holder'),
  user('carol', 'CISO', 'dept:security', 'role:employee', 'role:ciso'),
  user('dave', 'SOC Analyst', 'dept:security', 'role:employee', 'role:soc-analyst'),
  user('erin', 'AIGO', 'dept:governance', 'role:employee', 'role:aigo'),
  user('frank', 'Legal Counsel', 'dept:legal', 'role:employee', 'role:legal-counsel'),
  user('grace', 'Auditor', 'dept:audit', 'role:employee', 'role:auditor'),
  user('heidi', 'Dept Admin, finance', 'dept:finance', 'role:employee', 'role:dept-admin'),
]

/**
 * What each group may see restored, by level 0 to 7: payment cards are level 5, so engineering keeps tokens for them.
 */
export const SAMPLE_CLEARANCES: Readonly<Record<string, { readonly level: number }>> = {
  'role:employee': { level: 4 },
  'dept:finance': { level: 5 },
  'role:legal-counsel': { level: 6 },
  'role:ciso': { level: 7 },
}

/** A codename to try, which the local stack lets no model see: finance may see it, engineering keeps a token. */
export const SAMPLE_CODENAMES: readonly { readonly term: string; readonly level: number }[] = [
  { term: 'Nightfall', level: 5 },
]
