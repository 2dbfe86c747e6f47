/** A URL for the console, without its password. */
export function describeUrl(url: string): string {
  const shown = new URL(url)
  shown.password = ''
  return shown.href
}
