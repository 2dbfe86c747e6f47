/**
 * The name of a member as a server takes it that looks at no letter case: Go's `encoding/json` matches names by simple
 * case folding, in which the long s and the sign for kelvin are letters, too.
 */
export function foldedName(name: string): string {
  return name.toLowerCase().toUpperCase()
}
