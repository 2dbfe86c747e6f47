import type { Completion, CompletionChunk, WireEvent } from '@sluice/contracts'
import type { ModelRequestKind } from '../request/index.ts'
import { Collector } from './collect.ts'
import { MessageCollector } from './collect-message.ts'
import type { StreamItem } from './shapes/index.ts'

/** Gathers one answer, item by item. */
export interface AnswerGatherer<Item extends StreamItem> {
  push(item: Item): void
  /** The whole answer; undefined where it has not come to its end. Throws as `collectMessage` rejects. */
  whole(): { readonly completion: Completion } | { readonly event: WireEvent } | undefined
}

/** Gathers an answer in chunks of chat. */
export function gatherChat(): AnswerGatherer<CompletionChunk> {
  const collector = new Collector()
  return {
    push: (chunk) => collector.push(chunk),
    whole() {
      const completion = collector.completion()
      return completion === undefined ? undefined : { completion }
    },
  }
}

/** Gathers an answer in events; undefined where its wire has no calls. */
export function gatherEvents(kind: ModelRequestKind): AnswerGatherer<WireEvent> | undefined {
  if (kind === 'responses') return gatherResponse()
  return kind === 'messages' ? gatherMessage() : undefined
}

function gatherMessage(): AnswerGatherer<WireEvent> {
  const collector = new MessageCollector()
  return { push: (event) => collector.push(event), whole: () => ({ event: collector.message() }) }
}

/** The events after which a response is whole. */
const ENDED: ReadonlySet<string> = new Set(['response.completed', 'response.incomplete'])

/** The last event of a response holds the whole. */
function gatherResponse(): AnswerGatherer<WireEvent> {
  let last: WireEvent | undefined
  return {
    push(event) {
      if (ENDED.has(event.type)) last = event
    },
    whole: () => (last === undefined ? undefined : { event: last }),
  }
}
