/** Nothing longer is a version, or a list of features. */
const LONGEST_VALUE = 1_024
/** What such values are made of. */
const VALUE = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/

/**
 * The headers of a request that go on to an endpoint of the same wire, as they came. One that is too long, or holds
 * anything but printable ASCII, stays behind.
 *
 * @param header reads one request header.
 * @param names in small letters.
 */
export function readPassedHeaders(
  header: (name: string) => string | undefined,
  names: readonly string[] = [],
): { readonly headers?: Readonly<Record<string, string>> } {
  const passed: Record<string, string> = {}
  for (const name of names) {
    const value = header(name)
    if (value !== undefined && value.length <= LONGEST_VALUE && VALUE.test(value)) passed[name] = value
  }
  return Object.keys(passed).length === 0 ? {} : { headers: passed }
}
