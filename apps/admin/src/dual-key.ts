/** The two roles of a dual-key act. Each turns its key in the person of somebody else. */
export type KeyRoles = readonly [string, string]

/** Those of a person's roles that hold a key. */
export function keysOf(pair: KeyRoles, roles: readonly string[]): string[] {
  return pair.filter((role) => roles.includes(role))
}

/** Tells whether two persons hold both keys, one each. Somebody with both roles turns one of them. */
export function areBothKeys(pair: KeyRoles, first: readonly string[], second: readonly string[]): boolean {
  const [one, other] = pair
  return (first.includes(one) && second.includes(other)) || (first.includes(other) && second.includes(one))
}
