type Defined<Members> = {
  [Name in keyof Members as undefined extends Members[Name] ? never : Name]: Members[Name]
} & {
  [Name in keyof Members as undefined extends Members[Name] ? Name : never]?: Exclude<Members[Name], undefined>
}

/**
 * Copies the members that are not undefined: `exactOptionalPropertyTypes` distinguishes a missing member from an
 * undefined one.
 */
export function defined<Members extends object>(members: Members): Defined<Members>
export function defined(members: object): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
}
