import type { CompletionChunk, WireEvent } from '@sluice/contracts'
import { AnswerFault, brokenOff } from '../answer-fault.ts'

/** Writes the items of one wire as those of another. */
interface ItemWriter<From, To> {
  take(item: From): readonly To[]
  /** What stands behind the last item. Throws `AnswerFault` where the answer did not end. */
  end?(): readonly To[]
}

/**
 * The items of an answer in the words of another wire, those of one batch together. Throws as the source does, and a
 * `SluiceError` where the writer finds the answer incomplete.
 */
export async function* writeAnswer<From extends CompletionChunk | WireEvent, To>(
  source: AsyncIterable<readonly From[]>,
  writer: ItemWriter<From, To>,
): AsyncGenerator<readonly To[], void, undefined> {
  try {
    for await (const batch of source) {
      const items = batch.flatMap((item) => writer.take(item))
      if (items.length > 0) yield items
    }
    const rest = writer.end?.() ?? []
    if (rest.length > 0) yield rest
  } catch (error) {
    throw error instanceof AnswerFault ? brokenOff(error) : error
  }
}

/** Only the last item of an answer: it tells the whole, where no stream was asked for. */
export async function* lastItem<Item>(
  source: AsyncIterable<readonly Item[]>,
): AsyncGenerator<readonly Item[], void, undefined> {
  let last: Item | undefined
  for await (const batch of source) last = batch.at(-1) ?? last
  if (last !== undefined) yield [last]
}
