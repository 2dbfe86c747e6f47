import type { KnownSentences } from '@sluice/name-tagger'
import type { LocalRequest } from '../../request/index.ts'
import type { SessionLooks } from './scan-memo.ts'
import type { LeftByFirstLook } from './second-look/second-look.ts'
import type { Detection } from './tenant-recognizers.ts'

/** What a first look at a request leaves for the second. */
interface FirstLook {
  readonly detection: Detection
  readonly known: SessionLooks | undefined
  readonly left: LeftByFirstLook
  readonly sentences: KnownSentences
}

const looks = new WeakMap<LocalRequest, FirstLook>()

/** Keeps a first look as long as its request is kept. */
export function keepFirstLook(request: LocalRequest, look: FirstLook): void {
  looks.set(request, look)
}

/** @throws {Error} where nobody has looked at the request, so that nothing goes on unseen. */
export function firstLookAt(request: LocalRequest): FirstLook {
  const look = looks.get(request)
  if (look === undefined) throw new Error('Nobody has looked at this request before.')
  return look
}
