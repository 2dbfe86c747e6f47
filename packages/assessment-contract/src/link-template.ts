const MAX_CHARS = 500
/** An address of the web, without a character that would end it in HTML, Markdown or a PDF. */
const TEMPLATE = /^https?:\/\/[^\s<>"'()[\]\\`|]+$/i

/** Whether findings can be linked by it: an http or https address with `{path}` in it, at most 500 characters. */
export function isLinkTemplate(text: string): boolean {
  return text.length <= MAX_CHARS && TEMPLATE.test(text) && text.includes('{path}') && URL.canParse(text)
}
