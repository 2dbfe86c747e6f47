import { type EntityType, type Level, levelSchema, SluiceError } from '@sluice/contracts'
import type { KeyRing, KeyScope, MappingKeys } from './key-ring.ts'
import { sealText } from './sealed-text.ts'
import type { SessionScope } from './secure-state-map.ts'
import { entityOfToken } from './token.ts'

/** A real value that a token stands for. Lives in memory for one request and, sealed, in the Secure State Map. */
export interface SensitiveValue {
  readonly entity: EntityType
  readonly level: Level
  readonly value: string
}

/** Seals a value for the Secure State Map. The token is bound to it, so entries cannot be exchanged for one another. */
export function sealValue(keyRing: KeyRing, scope: SessionScope, token: string, value: SensitiveValue): string {
  return sealValueWith(keyRing.mappingKeys(scope), token, value)
}

/** Seals a value as `sealValue` does, with the keys of the session, which another thread may have got from here. */
export function sealValueWith(keys: MappingKeys, token: string, { level, value }: SensitiveValue): string {
  return sealText(keys, JSON.stringify([level, value]), token)
}

/** Opens what `sealValue` sealed for this session and token. Throws `layer_failed`. */
export function openValue(keyRing: KeyRing, scope: SessionScope, token: string, sealed: string): SensitiveValue {
  const plain: unknown = JSON.parse(keyRing.open(keyScope(scope), sealed, token))
  const [level, value] = Array.isArray(plain) ? plain : []
  const entity = entityOfToken(token)
  const known = levelSchema.safeParse(level)
  if (entity === undefined || !known.success || typeof value !== 'string') {
    throw new SluiceError('layer_failed', {
      cause: new Error('A sealed value has another form than this version writes.'),
    })
  }
  return { entity, level: known.data, value }
}

function keyScope({ tenant, sessionId }: SessionScope): KeyScope {
  return { purpose: 'state-map', tenant, sessionId }
}
