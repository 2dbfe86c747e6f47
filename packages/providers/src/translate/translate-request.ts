import type { ModelRequest } from '@sluice/pipeline/ports'
import type { Upstream } from '../upstream.ts'
import { TRANSLATIONS, type Translatable, type Translated, type TranslationName } from './translations.ts'

type RequestOf<Kind extends ModelRequest['kind']> = ModelRequest & { readonly kind: Kind }

/**
 * A masked request in the words of another wire. What is not said there is refused with `invalid_request`.
 *
 * A long body, which another thread has masked, is translated in a thread, too.
 */
export async function translateRequest<Name extends TranslationName>(
  { longBodies }: Pick<Upstream, 'longBodies'>,
  name: Name,
  request: RequestOf<Translatable<Name>>,
): Promise<RequestOf<Translated<Name>>> {
  const { to, translate } = TRANSLATIONS[name]
  if (request.remote === undefined) {
    // The name ties both kinds to their bodies.
    return { kind: to, body: (translate as (from: unknown) => unknown)(request.body) } as RequestOf<Translated<Name>>
  }
  const { masked, remote, body } = request
  if (masked === undefined) throw new Error('A body that nobody has masked must not leave.')
  const { model, stream } = body
  const head = { model, stream, ...(stream === true ? { stream_options: { include_usage: true } } : {}) }
  const translated = await longBodies.translate(name, model, masked)
  return { kind: to, body: head, remote, masked: translated } as RequestOf<Translated<Name>>
}
