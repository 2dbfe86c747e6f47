/** The address of a line: `{path}` and `{line}` of the template are filled in, the path's names percent-encoded. */
export function linkTo(template: string, path: string, line: number): string {
  const encoded = path.toWellFormed().split('/').map(encodedName).join('/')
  return template.replaceAll('{line}', String(line)).replaceAll('{path}', () => encoded)
}

/** `encodeURIComponent` leaves characters that would end a link in Markdown or an attribute (RFC 3986, 2.2). */
function encodedName(name: string): string {
  return encodeURIComponent(name).replace(
    /[!'()*_~]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
