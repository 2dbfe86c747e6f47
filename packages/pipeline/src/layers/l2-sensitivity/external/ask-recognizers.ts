import { digestOfTile, NOT_EXTERNALLY_INSPECTED_FLAG, type SensitivityTile, SluiceError } from '@sluice/contracts'
import type { Exchange } from '../../../layer.ts'
import type { ExternalRecognizer } from '../../../ports/external-recognizer.ts'
import type { NamedSpan, TextsForOthers } from '../../../request/remote-body.ts'
import { decideOnRoute } from '../../../run/decide-on-route.ts'

/** What recognizers outside have found. */
interface ExternalResult {
  /** By text, in the order of the texts that were asked about. */
  readonly spans: readonly (readonly NamedSpan[])[]
  /** Whether one of them did not read the texts, and the request goes on without it. */
  readonly isIncomplete: boolean
}

const UNREAD = 'unread'

/**
 * Asks every recognizer that may see what stands in the texts, side by side. The policy is asked about each first, as
 * about an endpoint. What a recognizer does not read is left to the others where its configuration says so.
 *
 * Rejects with `layer_failed` where it says that the request is to be refused, and with the reason of the signal.
 */
export async function askRecognizers(
  { tile, texts }: TextsForOthers,
  { origin, runtime, scope }: Exchange,
): Promise<ExternalResult> {
  const call = { tenant: origin.principal.tenant, user: scope.user, signal: runtime.signal }
  const ask = async (recognizer: ExternalRecognizer) => {
    if (texts?.length === 0) return []
    if (texts === undefined || decideOnRoute(recognizer, tile, { origin, runtime }).effect !== 'permit')
      return withoutIt(recognizer.whenNotPermitted, new Error('A recognizer may not read the request.'))
    try {
      const found = await recognizer.analyze(texts, call)
      return found.map((spans) => spans.map((span) => ({ ...span, recognizer: recognizer.name })))
    } catch (cause) {
      runtime.signal.throwIfAborted()
      return withoutIt(recognizer.whenDown, cause)
    }
  }
  const results = await Promise.all(runtime.endpoints.recognizers.map(ask))
  const spans = (texts ?? []).map((_, at) => results.flatMap((result) => (result === UNREAD ? [] : (result[at] ?? []))))
  return { spans, isIncomplete: results.includes(UNREAD) }
}

/** A tile that says whether something was left unread. */
export function withFlag(tile: SensitivityTile, isIncomplete: boolean): SensitivityTile {
  if (!isIncomplete) return tile
  const { digest: _, ...members } = tile
  const flagged = { ...members, flags: [...members.flags, NOT_EXTERNALLY_INSPECTED_FLAG] }
  return { ...flagged, digest: digestOfTile(flagged) }
}

function withoutIt(meaning: 'deny' | 'embedded', cause: unknown): typeof UNREAD {
  if (meaning === 'deny') throw new SluiceError('layer_failed', { cause })
  return UNREAD
}
