import type { WireEvent } from '@sluice/contracts'
import { isObject, type ResponseObject, responseOf } from './response-object.ts'

type Item = Readonly<Record<string, unknown>>

/**
 * The events that a stream would have had for a whole response, for an endpoint that did not stream and for what the
 * gateway says itself: each item and part is added before its text, which comes as one delta. The event itself is the
 * last.
 *
 * Source: https://platform.openai.com/docs/api-reference/responses-streaming
 */
export function* replayResponse(terminal: WireEvent): Generator<WireEvent> {
  const response = responseOf(terminal)
  const begun = { ...response, status: 'in_progress', incomplete_details: null, output: [], usage: null }
  yield { type: 'response.created', response: begun }
  yield { type: 'response.in_progress', response: begun }
  for (const [index, item] of outputOf(response).entries()) yield* replayItem(item, index)
  yield terminal
}

function outputOf({ output }: ResponseObject): readonly Item[] {
  return Array.isArray(output) ? output.filter(isObject) : []
}

/** Members of items whose text comes in deltas. */
const CALLS: ReadonlyMap<unknown, { readonly member: string; readonly stem: string }> = new Map([
  ['function_call', { member: 'arguments', stem: 'response.function_call_arguments' }],
  ['custom_tool_call', { member: 'input', stem: 'response.custom_tool_call_input' }],
])

/** Texts of parts that come in deltas. */
const PARTS: ReadonlyMap<unknown, { readonly member: string; readonly stem: string }> = new Map([
  ['output_text', { member: 'text', stem: 'response.output_text' }],
  ['refusal', { member: 'refusal', stem: 'response.refusal' }],
])

/** The events that a stream would have had for one item of the output. */
export function* replayItem(item: Item, output_index: number): Generator<WireEvent> {
  const about = { item_id: item.id, output_index }
  const call = CALLS.get(item.type)
  const added = (empty: Item): WireEvent => ({
    type: 'response.output_item.added',
    output_index,
    item: { ...item, ...empty, ...('status' in item ? { status: 'in_progress' } : {}) },
  })
  if (call !== undefined) {
    yield added({ [call.member]: '' })
    yield* replayText(call, about, item[call.member])
  } else if (item.type === 'message' && Array.isArray(item.content)) {
    yield added({ content: [] })
    for (const [content_index, part] of item.content.entries()) {
      if (isObject(part)) yield* replayPart(part, { ...about, content_index })
    }
  } else {
    yield added({})
  }
  yield { type: 'response.output_item.done', output_index, item }
}

function* replayPart(part: Item, about: Item): Generator<WireEvent> {
  const text = PARTS.get(part.type)
  if (text === undefined) {
    yield { type: 'response.content_part.added', ...about, part }
  } else {
    const empty = { ...part, [text.member]: '', ...('annotations' in part ? { annotations: [] } : {}) }
    yield { type: 'response.content_part.added', ...about, part: empty }
    yield* replayText(text, about, part[text.member])
    const annotations: readonly unknown[] = Array.isArray(part.annotations) ? part.annotations : []
    for (const [annotation_index, annotation] of annotations.entries()) {
      yield { type: 'response.output_text.annotation.added', ...about, annotation_index, annotation }
    }
  }
  yield { type: 'response.content_part.done', ...about, part }
}

function* replayText(
  { member, stem }: { readonly member: string; readonly stem: string },
  about: Item,
  text: unknown,
): Generator<WireEvent> {
  const logprobs = stem === 'response.output_text' ? { logprobs: [] } : {}
  if (text !== '') yield { type: `${stem}.delta`, ...about, delta: text, ...logprobs }
  yield { type: `${stem}.done`, ...about, [member]: text, ...logprobs }
}
