import type { AnswerItem } from '../layer.ts'

/** What an item costs beside its text, in units of the slice queue. */
const ITEM_UNITS = 32
/** What a choice costs whose text is not plain content: calls of tools, mostly. */
const OTHER_UNITS = 256

/** About what a batch of an answer costs on its way back, in units of the slice queue. */
export function unitsOf(items: readonly AnswerItem[]): number {
  let units = 0
  for (const item of items) {
    units += ITEM_UNITS
    if (item.object !== 'chat.completion.chunk') continue
    for (const { delta } of item.choices) {
      units += typeof delta.content === 'string' ? delta.content.length : OTHER_UNITS
    }
  }
  return units
}
