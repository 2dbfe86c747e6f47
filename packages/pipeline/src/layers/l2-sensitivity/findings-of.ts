import type { EntityFinding } from '@sluice/contracts'
import type { TextPosition } from '../../request/index.ts'
import type { Span } from './recognizer.ts'
import { levelOf, ownTypeOf } from './resolve-overlaps.ts'

/** The findings of the spans at a text position. */
export function* findingsOf(spans: readonly Span[], position: TextPosition): Iterable<EntityFinding> {
  for (const span of spans) {
    // Where a picture or file lies is no text about anybody: its address has to stay one.
    if (span.entity === 'URL' && position.unreadable !== undefined) continue
    yield findingOf(span, position)
  }
}

function findingOf(span: Span, { path }: TextPosition): EntityFinding {
  const { entity, start, end, confidence, recognizer } = span
  const level = levelOf(span)
  const finding = { kind: 'entity', entity, level, position: path, start, end, confidence, recognizer } as const
  return { ...finding, ...ownTypeOf(span) }
}
