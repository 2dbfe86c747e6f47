/** Annotations that show nothing but their text, or that mark text which stands on the page. */
const OF_TEXT: ReadonlySet<unknown> = new Set([
  ...['Text', 'Link', 'Popup', 'Widget', 'FreeText', 'Highlight', 'Underline', 'Squiggly', 'StrikeOut', 'Caret'],
])
const DEEPEST = 64

/** Members of what PDF.js says of a file that somebody reads: texts of notes and fields, of bookmarks and pictures. */
const TOLD: ReadonlySet<string> = new Set([
  ...['str', 'title', 'alt', 'actualText', 'fieldValue', 'defaultFieldValue', 'alternativeText', 'displayValue'],
  ...['exportValue', 'url', 'unsafeUrl', 'textContent', 'overlaidText', 'value'],
])

/** What is said in a part of a PDF file: what somebody reads, and names. */
interface Said {
  readonly told: readonly string[]
  readonly names: readonly string[]
}

/** What the annotations of a page say, and whether one shows something else. */
export function annotationTexts(annotations: readonly object[]): Said & { readonly hasDrawing: boolean } {
  const hasDrawing = annotations.some((annotation) => !('subtype' in annotation && OF_TEXT.has(annotation.subtype)))
  const fields = annotations.flatMap((annotation) => {
    const name = 'fieldName' in annotation && typeof annotation.fieldName === 'string' ? annotation.fieldName : ''
    const { told, names } = textsIn('fieldValue' in annotation ? annotation.fieldValue : undefined)
    return name === '' ? [] : [...told, ...names].map((text) => `${name}: ${text}`)
  })
  const { told, names } = textsIn(annotations)
  return { told: [...fields, ...told], names, hasDrawing }
}

/** Every string in a value, however deep. */
export function textsIn(value: unknown): Said {
  const said = { told: [] as string[], names: [] as string[] }
  gather(value, said, false, 0)
  return said
}

function gather(value: unknown, said: { told: string[]; names: string[] }, isTold: boolean, depth: number): void {
  if (typeof value === 'string') (isTold ? said.told : said.names).push(value)
  if (typeof value !== 'object' || value === null || depth > DEEPEST || ArrayBuffer.isView(value)) return
  for (const [name, inner] of Object.entries(value)) {
    gather(inner, said, Array.isArray(value) ? isTold : TOLD.has(name), depth + 1)
  }
}
