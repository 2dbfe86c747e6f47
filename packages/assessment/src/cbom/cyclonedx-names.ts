import type { LogicalAsset } from '../findings/assessed-use.ts'
import type { Role } from '../model/detection.ts'
import type { Purpose } from '../packs/knowledge-entry.ts'
import { CYCLONEDX_FAMILIES } from './cyclonedx-families.ts'

/*
 * The words of CycloneDX 1.6 and 1.7, `cryptoProperties.algorithmProperties`, for what a detection says.
 */

const functionsOfRole: Readonly<Record<Role, readonly string[]>> = {
  KeyGeneration: ['keygen'],
  KeyAgreement: ['keyderive'],
  KeyEncapsulation: ['encapsulate', 'decapsulate'],
  Encryption: ['encrypt', 'decrypt'],
  Signature: ['sign', 'verify'],
  Digest: ['digest'],
  Mac: ['tag'],
  KeyDerivation: ['keyderive'],
  KeyMaterial: ['unknown'],
  Certificate: ['unknown'],
  Protocol: ['unknown'],
  Unknown: ['unknown'],
}

const functionsOfPurpose: Readonly<Record<Purpose, readonly string[]>> = {
  keyEstablishment: ['keyderive'],
  signature: ['sign', 'verify'],
  encryption: ['encrypt', 'decrypt'],
  hash: ['digest'],
  mac: ['tag'],
  keyDerivation: ['keyderive'],
  passwordHashing: ['keyderive'],
}

/** By the role; in the setting of a protocol by what the algorithm is for, where it is for one thing only. */
export function cryptoFunctionsOf(role: Role, purpose: Purpose | undefined): readonly string[] {
  return role === 'Protocol' && purpose !== undefined ? functionsOfPurpose[purpose] : functionsOfRole[role]
}

/** What the use is: RSA signs or encrypts, AES in an authenticated mode is more than a block cipher. */
export function primitiveOf({ entry, role, parameters }: LogicalAsset): string {
  if (entry.primitive === 'pke' && (role === 'Signature' || role === 'Certificate')) return 'signature'
  if (entry.primitive === 'block-cipher' && ['GCM', 'CCM'].includes(parameters.mode?.toUpperCase() ?? '')) return 'ae'
  return entry.primitive
}

const MODES = new Set(['cbc', 'ecb', 'ccm', 'gcm', 'cfb', 'ofb', 'ctr'])

export function modeOf(mode: string | undefined): string | undefined {
  const plain = mode?.toLowerCase()
  return plain === undefined || MODES.has(plain) ? plain : 'other'
}

const PADDINGS: Readonly<Record<string, string>> = {
  pkcs5: 'pkcs5',
  pkcs7: 'pkcs7',
  pkcs1v15: 'pkcs1v15',
  pkcs1: 'pkcs1v15',
  oaep: 'oaep',
  none: 'raw',
  nopadding: 'raw',
}

export function paddingOf(padding: string | undefined): string | undefined {
  if (padding === undefined) return undefined
  const plain = padding.toLowerCase().replace(/[^a-z0-9]/g, '')
  return Object.hasOwn(PADDINGS, plain) ? PADDINGS[plain] : 'other'
}

const families: ReadonlySet<string> = new Set(CYCLONEDX_FAMILIES)

/** The family by the definitions of 1.7; RSA has one for each scheme and none for the bare algorithm. */
export function familyOf({ entry, role, parameters }: LogicalAsset): string | undefined {
  const { cyclonedxFamily } = entry
  if (cyclonedxFamily !== undefined) return families.has(cyclonedxFamily) ? cyclonedxFamily : undefined
  if (entry.algorithm !== 'RSA') return undefined
  const padding = parameters.padding?.toUpperCase() ?? ''
  if (padding === 'PSS') return 'RSASSA-PSS'
  if (padding === 'OAEP') return 'RSAES-OAEP'
  if (!padding.startsWith('PKCS1')) return undefined
  return role === 'Signature' ? 'RSASSA-PKCS1' : 'RSAES-PKCS1'
}

/** The curve's name in the definitions of 1.7, or `undefined` where they have none for it. */
export function ellipticCurveOf(curve: string): string | undefined {
  if (/^P-(?:192|224|256|384|521)$/.test(curve)) return `nist/${curve}`
  if (curve === 'prime256v1') return 'secg/secp256r1'
  if (/^brainpoolP(?:160|192|224|256|320|384|512)[rt]1$/.test(curve)) return `brainpool/${curve}`
  if (['Ed25519', 'Ed448'].includes(curve)) return `other/${curve}`
  if (['X25519', 'Curve25519'].includes(curve)) return 'other/Curve25519'
  if (['X448', 'Curve448'].includes(curve)) return 'other/Curve448'
  return namedBySecg.has(curve) ? `secg/${curve}` : undefined
}

const namedBySecg = new Set([
  'secp160k1',
  'secp160r1',
  'secp192k1',
  'secp192r1',
  'secp224k1',
  'secp224r1',
  'secp256k1',
  'secp256r1',
  'secp384r1',
  'secp521r1',
])
