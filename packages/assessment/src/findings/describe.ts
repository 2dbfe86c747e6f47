import type { Detection, KeySizeOrigin, Role, Setting } from '../model/detection.ts'
import type { Purpose } from '../packs/knowledge-entry.ts'
import { type GapGroup, variantName } from '../verdict/gap-group.ts'
import type { LogicalAsset } from './assessed-use.ts'

const roleWords: Readonly<Record<Role, string>> = {
  KeyGeneration: 'key generation',
  KeyAgreement: 'key agreement',
  KeyEncapsulation: 'key encapsulation',
  Encryption: 'encryption',
  Signature: 'signature',
  Digest: 'digest',
  Mac: 'message authentication',
  KeyDerivation: 'key derivation',
  KeyMaterial: 'key material',
  Certificate: 'certificate',
  Protocol: 'protocol setting',
  Unknown: 'use',
}

const purposeWords: Readonly<Record<Purpose, string>> = {
  keyEstablishment: 'key establishment',
  signature: 'signatures',
  encryption: 'encryption',
  hash: 'hashing',
  mac: 'message authentication',
  keyDerivation: 'key derivation',
  passwordHashing: 'password hashing',
}

const settingWords: Readonly<Partial<Record<Setting, string>>> = {
  test: 'Only in test code.',
  vendored: 'In code that comes from others.',
}

/** `RSA-2048 signature (SHA-256, JCA)`. */
export function nameOfUse(asset: Pick<LogicalAsset, 'algorithm' | 'role' | 'parameters'>): string {
  const { padding, hash, library, protocol } = asset.parameters
  const name = variantName(asset)
  const paddingWords = padding === 'None' ? 'no padding' : padding
  const details = [paddingWords, hash, protocol, library].filter((part) => part !== undefined && !name.endsWith(part))
  return `${name} ${roleWords[asset.role]}${details.length === 0 ? '' : ` (${details.join(', ')})`}`
}

/** Of a detection, what its description says beside its asset. */
type DescribedPlace = Pick<Detection, 'setting' | 'keySizeFrom' | 'isConfigured'>

const sizeWords: Readonly<Partial<Record<KeySizeOrigin, string>>> = {
  default: 'The size is what the library takes by itself.',
  half: 'The mode takes two keys in one; the size is that of each.',
  configured: 'The size is the default of a configuration value, or of what callers may pass.',
  impossible: 'The code gives a size that this algorithm cannot have, so that the size counts as unknown.',
  several: 'The code gives keys of several sizes, so that the size counts as unknown.',
  open: 'The code also gives a size that the scan cannot tell, so that the size counts as unknown.',
}

/** The text of a finding: what it is, why it matters, and what else is to be said. */
export function describeUse(asset: LogicalAsset, { setting, keySizeFrom, isConfigured }: DescribedPlace): string {
  const size = keySizeFrom === undefined ? undefined : sizeWords[keySizeFrom]
  const algorithm = isConfigured ? 'The algorithm is the default of a configuration value.' : undefined
  return [`${nameOfUse(asset)}.`, algorithm, size, asset.judgement.reason, ...asset.notes, settingWords[setting]]
    .filter((part) => part !== undefined)
    .join(' ')
}

const MAX_NAMED_OTHERS = 4

/** What else a line says of the algorithm of its finding: `The line also names AES-256-GCM.` */
export function othersText(others: readonly LogicalAsset[]): string {
  const names = [...new Set(others.map(variantName))]
  const more = names.length > MAX_NAMED_OTHERS ? ' and more' : ''
  return `The line also names ${names.slice(0, MAX_NAMED_OTHERS).join(', ')}${more}.`
}

/** `signatures`, or what the algorithm may be for where the code does not tell. */
export function purposeText({ purpose, entry }: Pick<GapGroup, 'purpose' | 'entry'>): string {
  return purpose === undefined
    ? `a purpose that the code does not show (${entry.purposes.map((one) => purposeWords[one]).join(' or ')})`
    : purposeWords[purpose]
}

const MAX_NAMED_VARIANTS = 5

/** `RSA-2048 (12), RSA (3) and 2 more`: the most frequent first. */
export function variantsText(variants: ReadonlyMap<string, number>): string {
  const sorted = [...variants].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
  const named = sorted.slice(0, MAX_NAMED_VARIANTS).map(([name, count]) => `${name} (${count})`)
  const more = sorted.length - named.length
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** `1 complies`, `2 comply`. */
export function complyText(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'complies' : 'comply'}`
}

/** `1 does not`, `2 do not`. */
export function doNotText(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'does not' : 'do not'}`
}

/** `1 finding`, `2,000 findings`. */
export function counted(count: number, noun: string, nouns = `${noun}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? noun : nouns}`
}
