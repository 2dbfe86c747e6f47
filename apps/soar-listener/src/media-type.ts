import { SluiceError } from '@sluice/contracts'

/** Throws `unsupported_media_type` where the request names another media type; parameters and case do not count. */
export function requireMediaType(headers: Headers, mediaType: string): void {
  const [named = ''] = (headers.get('content-type') ?? '').split(';', 1)
  if (named.trim().toLowerCase() === mediaType) return
  throw new SluiceError({ code: 'unsupported_media_type', message: `Send the body as ${mediaType}.` })
}
