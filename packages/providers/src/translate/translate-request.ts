import type { EndpointCall, ModelRequest } from '@sluice/pipeline/ports'
import type { Upstream } from '../upstream.ts'
import { type NamespacedTools, NOTHING_NAMESPACED, namespacedTools } from './namespaces.ts'
import { TRANSLATIONS, type Translatable, type Translated, type TranslationName } from './translations.ts'

type RequestOf<Kind extends ModelRequest['kind']> = ModelRequest & { readonly kind: Kind }

/** A request in the words of another wire. */
interface TranslatedRequest<Kind extends ModelRequest['kind']> {
  readonly request: RequestOf<Kind>
  /** Its tools that have other names there. */
  readonly namespaced: NamespacedTools
}

/**
 * A masked request in the words of another wire. What is not said there is refused with `invalid_request`.
 *
 * A long body, which another thread has masked, is translated in a thread, too, when it is the caller's turn.
 */
export async function translateRequest<Name extends TranslationName>(
  { longBodies }: Pick<Upstream, 'longBodies'>,
  name: Name,
  from: RequestOf<Translatable<Name>>,
  caller: Pick<EndpointCall, 'user' | 'signal'>,
): Promise<TranslatedRequest<Translated<Name>>> {
  const { to, translate } = TRANSLATIONS[name]
  if (from.remote === undefined) {
    const body = (translate as (from: unknown) => unknown)(from.body)
    const namespaced = from.kind === 'responses' ? namespacedTools(from.body) : NOTHING_NAMESPACED
    // The name ties both kinds to their bodies.
    return { request: { kind: to, body } as RequestOf<Translated<Name>>, namespaced }
  }
  const { masked, remote, body } = from
  if (masked === undefined) throw new Error('A body that nobody has masked must not leave.')
  const { model, stream } = body
  const head = { model, stream, ...(stream === true ? { stream_options: { include_usage: true } } : {}) }
  const { bytes, namespaced } = await longBodies.translate(name, model, masked, caller)
  return { request: { kind: to, body: head, remote, masked: bytes } as RequestOf<Translated<Name>>, namespaced }
}
