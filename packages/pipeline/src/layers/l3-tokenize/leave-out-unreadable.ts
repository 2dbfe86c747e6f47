import type { Level, PolicyViolation, Refusal, UnreadableKind, UnreadableLevels } from '@sluice/contracts'
import { type LocalRequest, positionsOf } from '../../request/index.ts'

type ToolResult = LocalRequest & { readonly kind: 'tool-result' }

interface LeftOut {
  readonly request: ToolResult
  readonly violations: readonly PolicyViolation[]
}

/** Where a block of the result's content stands. */
const BLOCK = /^\/result\/content\/(\d{1,9})\//

/**
 * Leaves out what nobody here can read and the caller may not see: an image, sound or a file of a level above the
 * clearance. A text says in its place that there was one. Where it stands outside of the content the result is refused.
 */
export function leaveOutUnreadable(
  request: ToolResult,
  levels: UnreadableLevels,
  clearance: Level,
): LeftOut | { readonly refusal: Refusal; readonly violations: readonly PolicyViolation[] } {
  const blocks = new Map<number, UnreadableKind>()
  for (const { path, unreadable } of positionsOf(request)) {
    if (unreadable === undefined || levels[unreadable] <= clearance) continue
    const block = BLOCK.exec(path)?.[1]
    if (block === undefined) return { refusal: { code: 'content_blocked' }, violations: [violationOf(unreadable)] }
    blocks.set(Number(block), unreadable)
  }
  const { content } = request.body.result
  if (blocks.size === 0 || !Array.isArray(content)) return { request, violations: [] }
  const left = content.map((block: unknown, at) => {
    const kind = blocks.get(at)
    return kind === undefined ? block : { type: 'text', text: `[The tool gave ${NAMES[kind]} that you may not see.]` }
  })
  return {
    request: { ...request, body: { ...request.body, result: { ...request.body.result, content: left } } },
    violations: [...new Set(blocks.values())].map(violationOf),
  }
}

const NAMES: Readonly<Record<UnreadableKind, string>> = { image: 'an image', audio: 'a sound', file: 'a file' }

function violationOf(kind: UnreadableKind): PolicyViolation {
  return {
    ...{ policy_id: `mask-${kind}`, layer: 'L3', action: 'masked', severity: 'medium' },
    message: `What a tool gave as ${NAMES[kind]} was left out: it cannot be read here.`,
  }
}
