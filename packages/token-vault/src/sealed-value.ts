import { type EntityType, type Level, levelSchema, SluiceError } from '@sluice/contracts'
import { type KeyRing, type MappingKeys, mappedAad } from './key-ring.ts'
import { sealText } from './sealed-text.ts'
import { FIRST_TIMED_SESSION, type SessionScope } from './secure-state-map.ts'
import { entityOfToken } from './token.ts'

/** A real value that a token stands for. Lives in memory for one request and, sealed, in the Secure State Map. */
export interface SensitiveValue {
  readonly entity: EntityType
  readonly level: Level
  readonly value: string
  /** What the tokens of a codename have behind their type. */
  readonly replacement?: string | undefined
}

/** Seals a value for the Secure State Map, bound to its token and session, so that entries cannot be exchanged. */
export function sealValue(keyRing: KeyRing, scope: SessionScope, token: string, value: SensitiveValue): string {
  return sealValueWith(keyRing.mappingKeys(scope), token, value)
}

/** Seals a value as `sealValue` does, with the keys of the session, which another thread may have got from here. */
export function sealValueWith(keys: MappingKeys, token: string, { level, value }: SensitiveValue): string {
  return sealText(keys, JSON.stringify([level, value]), mappedAad(keys.boundTo, token))
}

/** Opens what `sealValue` sealed for this session and token. Throws `layer_failed`. */
export function openValue(keyRing: KeyRing, scope: SessionScope, token: string, sealed: string): SensitiveValue {
  const plain: unknown = JSON.parse(plainText(keyRing, scope, token, sealed))
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

function plainText(keyRing: KeyRing, scope: SessionScope, token: string, sealed: string): string {
  if (scope.sessionId >= FIRST_TIMED_SESSION) return keyRing.openMapped(scope, sealed, token)
  const { tenant, sessionId } = scope
  try {
    return keyRing.openMapped(scope, sealed, token)
  } catch {
    return keyRing.open({ purpose: 'state-map', tenant, sessionId }, sealed, token)
  }
}
