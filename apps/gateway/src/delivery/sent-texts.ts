import type { ServiceMetadata } from '@sluice/contracts'
import { type LocalRequest, positionsOf } from '@sluice/pipeline'

/** Characters that are shown of one request. */
const MOST = 65_536

/** The texts of a request as they went to the model endpoint, in order, as far as 65,536 characters hold them. */
export function sentTexts(request: LocalRequest): NonNullable<ServiceMetadata['sent']> {
  const texts: NonNullable<ServiceMetadata['sent']> = []
  let left = MOST
  for (const { path, role, text } of positionsOf(request)) {
    if (text.length > left) break
    left -= text.length
    texts.push({ path, ...(role === undefined ? {} : { role }), text })
  }
  return texts
}
