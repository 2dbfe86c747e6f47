const MAX_CHARS = 500
/** An address of the web, without a character that would end it in HTML, Markdown or a PDF. */
const TEMPLATE = /^https?:\/\/[^\s<>"'()[\]\\`|]+$/i

/** Whether findings can be linked by it: an http or https address with `{path}` in it, at most 500 characters. */
export function isLinkTemplate(text: string): boolean {
  return text.length <= MAX_CHARS && TEMPLATE.test(text) && text.includes('{path}') && URL.canParse(text)
}

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
