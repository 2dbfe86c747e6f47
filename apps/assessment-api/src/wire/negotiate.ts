import {
  CYCLONEDX_MEDIA_TYPE,
  CYCLONEDX_VERSIONS,
  type CycloneDxVersion,
  type SignatureKind,
} from '@sluice/assessment-contract/vocabulary'
import { InvalidRequestError } from '@sluice/service-kit'
import { type Accept, parseAccept } from 'hono/utils/accept'
import type { View } from '../engine.ts'

/** What tools of today take most; CycloneDX 1.7 is for those who ask. */
const DEFAULT_VERSION: CycloneDxVersion = '1.6'

interface CbomWish {
  readonly format: 'json' | 'cyclonedx' | undefined
  readonly version: CycloneDxVersion | undefined
  readonly accept: string | undefined
  readonly signature: SignatureKind
}

interface NegotiatedCbom {
  readonly view: View
  readonly contentType: string
}

/**
 * Picks the form of the bill of materials: by the query if it says so, else by `Accept` (RFC 9110, section 12.5.1),
 * else the API's own. An `Accept` that names neither form is answered with the API's own too, as that section permits.
 * Throws `invalid_request` for a version of CycloneDX that is not to be had.
 */
export function negotiateCbom({ format, version, accept, signature }: CbomWish): NegotiatedCbom {
  const range = format === undefined ? preferredCycloneDx(parseAccept(accept ?? '')) : undefined
  if (format !== 'cyclonedx' && range === undefined) {
    return { view: { kind: 'cbom', signature }, contentType: 'application/json' }
  }
  const chosen = version ?? versionOf(range) ?? DEFAULT_VERSION
  return { view: { kind: 'cyclonedx', version: chosen }, contentType: `${CYCLONEDX_MEDIA_TYPE}; version=${chosen}` }
}

/** The best range for CycloneDX, when it is wanted more than plain JSON, or as much and before it. */
function preferredCycloneDx(ranges: readonly Accept[]): Accept | undefined {
  const isCycloneDx = ({ type }: Accept) => type.toLowerCase() === CYCLONEDX_MEDIA_TYPE
  // The best first, and of equals the one that stands first.
  const best = ranges.find((one) => one.q > 0 && (isCycloneDx(one) || one.type.toLowerCase() === 'application/json'))
  return best !== undefined && isCycloneDx(best) ? best : undefined
}

function versionOf(range: Accept | undefined): CycloneDxVersion | undefined {
  const asked = range?.params.version
  if (asked === undefined) return undefined
  const known = CYCLONEDX_VERSIONS.find((version) => version === asked)
  if (known !== undefined) return known
  const message = `the version of ${CYCLONEDX_MEDIA_TYPE} must be one of ${CYCLONEDX_VERSIONS.join(', ')}`
  throw new InvalidRequestError([{ path: 'header.accept', message }])
}
