import type { WireEvent } from '@sluice/contracts'
import type { MoveOffset } from './answer-shape.ts'
import { indexIn, isObject } from './members.ts'

/** Moves the offsets into one text. */
type Move = (offset: number, edge: 'start' | 'end') => number

/** Members of annotations that point into the text, with the edge that each is. */
const OFFSETS = [
  ['start_index', 'start'],
  ['end_index', 'end'],
] as const

/**
 * An event of Responses with the annotations of its texts where they point now: an annotation that is added, and those
 * that a part, an item or the whole response repeats.
 *
 * Source: https://platform.openai.com/docs/api-reference/responses-streaming/response/output_text_annotation/added
 */
export function moveOffsets(event: WireEvent, move: MoveOffset): WireEvent {
  const part = indexIn(event, 'output_index')
  const content = indexIn(event, 'content_index')
  if (isObject(event.annotation)) {
    return replaced(event, 'annotation', moveAnnotation(event.annotation, moveIn(part, content, move)))
  }
  if (isObject(event.part)) return replaced(event, 'part', movePart(event.part, moveIn(part, content, move)))
  if (isObject(event.item)) return replaced(event, 'item', moveItem(event.item, part, move))
  if (!isObject(event.response) || !('output' in event.response)) return event
  const output = mapped(event.response.output, (item, at) => (isObject(item) ? moveItem(item, at, move) : item))
  return output === event.response.output ? event : { ...event, response: { ...event.response, output } }
}

function moveIn(part: number, content: number, move: MoveOffset): Move {
  return (offset, edge) => move(part, `/content/${content}/text`, offset, edge)
}

function moveItem(item: object, part: number, move: MoveOffset): object {
  if (!('content' in item)) return item
  const content = mapped(item.content, (each, at) => (isObject(each) ? movePart(each, moveIn(part, at, move)) : each))
  return content === item.content ? item : { ...item, content }
}

function movePart(part: object, move: Move): object {
  if (!('annotations' in part)) return part
  const annotations = mapped(part.annotations, (each) => (isObject(each) ? moveAnnotation(each, move) : each))
  return annotations === part.annotations ? part : { ...part, annotations }
}

function moveAnnotation(annotation: object, move: Move): object {
  let moved = annotation
  for (const [member, edge] of OFFSETS) {
    const offset: unknown = Reflect.get(annotation, member)
    if (typeof offset !== 'number') continue
    const now = move(offset, edge)
    if (now !== offset) moved = { ...moved, [member]: now }
  }
  return moved
}

/** The very same value where it is no list, or nothing of it was replaced. */
function mapped(value: unknown, replace: (item: unknown, at: number) => unknown): unknown {
  if (!Array.isArray(value)) return value
  const before: readonly unknown[] = value
  const after = before.map(replace)
  return after.some((item, at) => item !== before[at]) ? after : value
}

function replaced(event: WireEvent, member: string, value: unknown): WireEvent {
  return value === event[member] ? event : { ...event, [member]: value }
}
