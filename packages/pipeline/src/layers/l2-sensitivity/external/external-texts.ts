import type { SensitivityTile } from '@sluice/contracts'
import { findTokens, isMintable } from '@sluice/token-vault'
import { type LocalRequest, positionsOf, type TextPosition } from '../../../request/index.ts'
import type { NamedSpan, TextsForOthers } from '../../../request/remote-body.ts'
import type { RequestReading } from '../read-request.ts'
import type { Span } from '../recognizer.ts'
import { resolveOverlaps } from '../resolve-overlaps.ts'
import { tileOf } from '../sensitivity-tile.ts'
import type { Detection } from '../tenant-recognizers.ts'
import { MAX_VALUE_LENGTH } from '../value-length.ts'

/** Of one request; more are not sent. */
const MAX_TEXTS = 1_000
/** Of all texts of a request together, in UTF-16 code units; more are not sent. */
const MAX_LENGTH = 1_048_576

/**
 * The texts of a request for recognizers outside, which read no names of functions and the like, and the tile of what
 * stands in texts: what cannot be read is not sent. There are no texts where they are too many or too long.
 */
export function textsForOthers(
  request: LocalRequest,
  {
    reading,
    findings,
  }: { readonly reading: RequestReading; readonly findings: Parameters<typeof tileOf>[0]['findings'] },
): TextsForOthers {
  const tile: SensitivityTile = tileOf({ findings, traits: reading.traits, unreadable: [] })
  const texts = positionsForOthers(request).map(({ text }) => text)
  const length = texts.reduce((sum, text) => sum + text.length, 0)
  return texts.length > MAX_TEXTS || length > MAX_LENGTH ? { tile } : { tile, texts }
}

/**
 * A reading with what others have found in each text of `textsForOthers`. It counts as the settings for its type say,
 * and never what is a token of the gateway's own.
 */
export function withExternal(
  request: LocalRequest,
  reading: RequestReading,
  external: readonly (readonly NamedSpan[])[],
  detection: Detection,
): RequestReading {
  const added = new Map<string, readonly Span[]>()
  for (const [at, position] of positionsForOthers(request).entries()) {
    const spans = (external[at] ?? [])
      .filter((span) => detection.counts(span))
      .flatMap((span) => piecesOf(span, position.text))
    if (spans.length > 0) added.set(position.path, spans)
  }
  if (added.size === 0) return reading
  const own = new Map(reading.found.map(({ position, spans }) => [position.path, spans]))
  const found = positionsOf(request).flatMap((position) => {
    const spans = [...(own.get(position.path) ?? []), ...(added.get(position.path) ?? [])]
    return spans.length === 0 ? [] : [{ position, spans: resolveOverlaps(spans, position.text) }]
  })
  return { ...reading, found }
}

function positionsForOthers(request: LocalRequest): readonly TextPosition[] {
  return positionsOf(request).filter(({ kind, text }) => kind !== 'identifier' && /\p{L}|\p{N}/u.test(text))
}

/** A span without the tokens in it, in pieces that are no longer than a value may be. */
function piecesOf(span: NamedSpan, text: string): readonly Span[] {
  const { start, end } = span
  const within = text.slice(start, end)
  const pieces: Span[] = []
  const add = (from: number, to: number) => {
    for (let at = from; at < to; ) {
      const cut = wholeCharacters(text, Math.min(to, at + MAX_VALUE_LENGTH), to)
      if (/\p{L}|\p{N}/u.test(text.slice(at, cut))) pieces.push({ ...span, start: at, end: cut, verified: false })
      at = cut
    }
  }
  let from = start
  // A span may begin or end inside a token, so it is looked for around it.
  for (const token of tokensAround(text, start, end, within)) {
    add(from, token.start)
    from = Math.max(from, token.end)
  }
  add(from, end)
  return pieces
}

/** No token is longer, in code units. */
const LONGEST_TOKEN = 64

function tokensAround(text: string, start: number, end: number, within: string) {
  const shift = Math.max(0, start - LONGEST_TOKEN)
  const around = text.slice(shift, end + LONGEST_TOKEN)
  if (!within.includes('_') && !around.includes('_')) return []
  return findTokens(around)
    .filter((token) => isMintable(around, token))
    .map((token) => ({ start: token.start + shift, end: token.end + shift }))
    .filter((token) => token.start < end && token.end > start)
}

/** No cut lies inside a surrogate pair. */
function wholeCharacters(text: string, cut: number, end: number): number {
  const isInside = cut < end && /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(cut - 1, cut + 1))
  return isInside ? cut - 1 : cut
}
