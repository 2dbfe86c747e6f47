import canonicalize from 'canonicalize'

/** Anything of a layer: an event, a violation. */
interface OfLayer {
  readonly layer: string
}

/**
 * What the digests of a request's layers are made of: canonical JSON (RFC 8785) of each layer event with the violations
 * of its layer. A violation of a layer that has no event stands in none; the record's own digest covers it.
 *
 * @param write canonical JSON; a service may hand in a faster writer of the same letters.
 */
export function layerTextsOf(
  events: readonly OfLayer[],
  violations: readonly OfLayer[],
  write: (value: object) => string | undefined = canonicalize,
): readonly string[] {
  return events.map((event) => {
    const own = violations.filter(({ layer }) => layer === event.layer)
    return write({ event, violations: own }) ?? ''
  })
}
