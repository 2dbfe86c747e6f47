import type { CompletionChunk } from '@sluice/contracts'
import { type AnswerItem, isChunk, isWireEvent } from '../answer/index.ts'

/** A batch of so little text passes at once, as nearly all do: a model writes a few words at a time. */
export const SMALL_BATCH_UNITS = 4_096
/** What it takes to parse an item that comes from the model and to write it to the caller, in milliseconds. */
const ITEM_MS = 0.008
/** The same for each unit of its text. */
const UNIT_MS = 0.000_02
/** What an item costs beside its text, in units of the slice queue. */
const ITEM_UNITS = 32
/** What a choice costs whose text is not plain content: calls of tools, mostly. */
const OTHER_UNITS = 256

/** About what a batch of an answer costs on its way back, in units of the slice queue. */
export function unitsOf(items: readonly AnswerItem[]): number {
  let units = 0
  for (const item of items) {
    units += ITEM_UNITS
    if (isChunk(item)) units += unitsOfChunk(item)
    else if (isWireEvent(item)) units += lengthOfStrings(item)
  }
  return units
}

/** What it takes to parse such a batch and to write it to the caller, in milliseconds; 0 for a small one. */
export function floodCostMs(items: readonly AnswerItem[]): number {
  const units = unitsOf(items)
  return units <= SMALL_BATCH_UNITS ? 0 : items.length * ITEM_MS + units * UNIT_MS
}

function unitsOfChunk({ choices }: CompletionChunk): number {
  let units = 0
  for (const { delta } of choices) units += typeof delta.content === 'string' ? delta.content.length : OTHER_UNITS
  return units
}

/** The length of all strings of a value of JSON, in UTF-16 code units. */
function lengthOfStrings(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 0
  let length = 0
  for (const member of Object.values(value)) length += lengthOfStrings(member)
  return length
}
