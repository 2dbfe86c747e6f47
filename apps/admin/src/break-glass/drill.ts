import { type EntityType, entityTypeSchema, SluiceError } from '@sluice/contracts'
import { deriveToken, type KeyRing, type SecureStateMap, type SensitiveValue, sealValue } from '@sluice/token-vault'

/** Whose sessions drills are held in. No access token names this subject: a subject has no line break. */
export const DRILL_SUB = 'break-glass\ndrill'

/** What a drill must bring to light: values that belong to nobody (RFC 2606, RFC 5737, 555 numbers, test card). */
const DRILL_VALUES: readonly SensitiveValue[] = [
  { entity: 'PERSON', level: 2, value: 'Drill Person' },
  { entity: 'EMAIL_ADDRESS', level: 3, value: 'drill@example.invalid' },
  { entity: 'PHONE_NUMBER', level: 3, value: '+1 202 555 0100' },
  { entity: 'IP_ADDRESS', level: 3, value: '192.0.2.1' },
  { entity: 'US_SSN', level: 4, value: '000-00-0000' },
  { entity: 'IBAN_CODE', level: 4, value: 'GB33BUKB20201555555555' },
  { entity: 'CREDIT_CARD', level: 5, value: '4111111111111111' },
  { entity: 'CODENAME', level: 7, value: 'Drill Codename' },
]

export const ALL_ENTITY_TYPES: readonly EntityType[] = entityTypeSchema.options

/** Writes the mapping of a synthetic session as a gateway writes one. Throws `dependency_unavailable`. */
export async function writeDrill(
  keyRing: KeyRing,
  stateMap: Pick<SecureStateMap, 'write'>,
  { tenant, sessionId }: { readonly tenant: string; readonly sessionId: number },
): Promise<void> {
  const user = { tenant, sub: DRILL_SUB }
  const scope = { ...user, sessionId, secret: keyRing.newSessionSecret(user) }
  const { tokenKey } = keyRing.mappingKeys(scope)
  const sealed = DRILL_VALUES.map((value) => {
    const token = deriveToken(tokenKey, value.entity, value.value)
    return [token, sealValue(keyRing, scope, token, value)] as const
  })
  await stateMap.write(scope, new Map(sealed))
}

/** Checks that a drill has brought to light what was written. Throws `layer_failed`. */
export function requireDrillValues(shown: readonly SensitiveValue[], types: readonly EntityType[]): void {
  const expected = DRILL_VALUES.filter(({ entity }) => types.includes(entity))
  const isThere = ({ entity, level, value }: SensitiveValue) =>
    shown.some((one) => one.entity === entity && one.level === level && one.value === value)
  if (shown.length === expected.length && expected.every(isThere)) return
  throw new SluiceError('layer_failed', { cause: new Error('A drill has not shown the values that were written.') })
}
