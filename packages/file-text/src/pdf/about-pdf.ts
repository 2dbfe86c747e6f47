/** Annotations that show nothing but their text, or that mark text which stands on the page. */
const OF_TEXT: ReadonlySet<unknown> = new Set([
  ...['Text', 'Link', 'Popup', 'Widget', 'FreeText', 'Highlight', 'Underline', 'Squiggly', 'StrikeOut', 'Caret'],
])
const DEEPEST = 64

/** What the annotations of a page say, and whether one shows something else. */
export function annotationTexts(annotations: readonly object[]): {
  readonly texts: readonly string[]
  readonly hasDrawing: boolean
} {
  const hasDrawing = annotations.some((annotation) => !('subtype' in annotation && OF_TEXT.has(annotation.subtype)))
  const texts = annotations.flatMap((annotation) => {
    const name = 'fieldName' in annotation && typeof annotation.fieldName === 'string' ? annotation.fieldName : ''
    const value = 'fieldValue' in annotation ? textsIn(annotation.fieldValue) : []
    return [...value.map((text) => (name === '' ? text : `${name}: ${text}`)), ...textsIn(annotation)]
  })
  return { texts, hasDrawing }
}

/** Every string in a value, however deep. */
export function textsIn(value: unknown, depth = 0): readonly string[] {
  if (typeof value === 'string') return value === '' ? [] : [value]
  if (typeof value !== 'object' || value === null || depth > DEEPEST || ArrayBuffer.isView(value)) return []
  return Object.values(value).flatMap((inner) => textsIn(inner, depth + 1))
}
