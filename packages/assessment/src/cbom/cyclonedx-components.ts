import type { CycloneDxVersion } from '@sluice/assessment-contract/vocabulary'
import type { AssessedUse, LogicalAsset } from '../findings/assessed-use.ts'
import { oidOf } from '../findings/judge.ts'
import type { Assessment } from '../findings/judge-detections.ts'
import { variantName } from '../verdict/gap-group.ts'
import { cryptoFunctionsOf, ellipticCurveOf, familyOf, modeOf, paddingOf, primitiveOf } from './cyclonedx-names.ts'

/** A member of `components`; what is undefined is not written. */
export interface Component {
  readonly type: 'cryptographic-asset'
  readonly 'bom-ref': string
  readonly name: string
  readonly description?: string
  readonly cryptoProperties: Readonly<Record<string, unknown>>
  readonly evidence?: { readonly occurrences: readonly Occurrence[] }
  readonly properties?: readonly { readonly name: string; readonly value: string }[]
}

interface Occurrence {
  readonly location: string
  readonly line: number
  readonly additionalContext: string
}

export function refOf(component: Component): string {
  return component['bom-ref']
}

/** All that a finding stands for. */
export function assetsOf({ asset, others }: AssessedUse): readonly LogicalAsset[] {
  return [asset, ...others]
}

/** Where each logical asset is used: a line once, however often it stands there. */
export function collectOccurrences({ uses }: Assessment): (asset: LogicalAsset) => readonly Occurrence[] {
  const found = new Map<string, AssessedUse[]>()
  for (const use of uses) {
    for (const { logicalId } of assetsOf(use)) {
      const own = found.get(logicalId)
      if (own === undefined) found.set(logicalId, [use])
      else own.push(use)
    }
  }
  return ({ logicalId }) => occurrencesOf(found.get(logicalId) ?? [])
}

/** The places of the uses, each line once. */
export function occurrencesOf(uses: readonly AssessedUse[]): readonly Occurrence[] {
  const byPlace = new Map<string, Occurrence>()
  for (const { detection } of uses) {
    const { file, line, confidence, setting } = detection
    const place = `${file}:${line}`
    if (byPlace.has(place)) continue
    byPlace.set(place, { location: file, line, additionalContext: `confidence: ${confidence}, setting: ${setting}` })
  }
  return [...byPlace.values()]
}

/** The component of a logical asset, and behind it those that only it refers to. */
export function componentsOf(
  asset: LogicalAsset,
  version: CycloneDxVersion,
  occurrences: readonly Occurrence[],
): readonly [Component, ...Component[]] {
  const parts = partsOf(asset, version)
  return [
    {
      type: 'cryptographic-asset',
      'bom-ref': asset.logicalId,
      name: variantName(asset),
      description: asset.entry.title,
      cryptoProperties: cryptoPropertiesOf(asset, version, parts),
      evidence: { occurrences },
      properties: propertiesOf(asset),
    },
    ...Object.values(parts),
  ]
}

function propertiesOf({ role, judgement, parameters: { library, protocol, hash } }: LogicalAsset) {
  const said = { role, risk: judgement.risk, cnsa2: judgement.cnsa2, library, protocol, hash }
  return Object.entries(said).flatMap(([name, value]) =>
    value === undefined ? [] : [{ name: `sluice:${name}`, value }],
  )
}

interface Parts {
  /** The algorithm that a key is for. */
  readonly algorithm?: Component
  /** The key that a certificate binds. */
  readonly publicKey?: Component
  /** What a certificate is signed with. */
  readonly signature?: Component
}

function partsOf(asset: LogicalAsset, version: CycloneDxVersion): Parts {
  if (asset.role !== 'KeyMaterial' && asset.role !== 'Certificate') return {}
  const algorithm = keyAlgorithmOf(asset, version)
  if (asset.role === 'KeyMaterial') return { algorithm }
  const { entry, logicalId, parameters } = asset
  const publicKey: Component = {
    type: 'cryptographic-asset',
    'bom-ref': `${logicalId}/public-key`,
    name: `${algorithm.name} public key`,
    cryptoProperties: materialOf('public-key', parameters.keySize, algorithm, version),
  }
  // The hash of a certificate is that of its signature; of the key that signed nothing else is known.
  const { hash, padding } = parameters
  if (hash === undefined) return { algorithm, publicKey }
  const use = {
    algorithm: asset.algorithm,
    role: 'Signature',
    parameters: { hash, ...(padding === undefined ? {} : { padding }) },
  } as const
  const signature: Component = {
    type: 'cryptographic-asset',
    'bom-ref': `${logicalId}/signature-algorithm`,
    name: `${asset.algorithm} with ${hash}`,
    description: entry.title,
    cryptoProperties: algorithmOf({ ...asset, ...use, oid: oidOf(entry, use) }, version, {
      cryptoFunctions: cryptoFunctionsOf('Signature', 'signature'),
    }),
  }
  return { algorithm, publicKey, signature }
}

function keyAlgorithmOf(asset: LogicalAsset, version: CycloneDxVersion): Component {
  const { hash: _hash, padding: _padding, mode: _mode, ...parameters } = asset.parameters
  const ofKey = { ...asset, parameters }
  return {
    type: 'cryptographic-asset',
    'bom-ref': `${asset.logicalId}/algorithm`,
    name: variantName(ofKey),
    description: asset.entry.title,
    cryptoProperties: algorithmOf(ofKey, version, levelsOf(asset)),
  }
}

function cryptoPropertiesOf(
  asset: LogicalAsset,
  version: CycloneDxVersion,
  parts: Parts,
): Component['cryptoProperties'] {
  if (asset.role === 'KeyMaterial') return materialOf('key', asset.parameters.keySize, parts.algorithm, version)
  if (asset.role === 'Certificate') return certificateOf(asset, version, parts)
  const cryptoFunctions = cryptoFunctionsOf(asset.role, asset.purpose)
  return algorithmOf(asset, version, { cryptoFunctions, ...levelsOf(asset) })
}

/** Version 1.7 has one list of references in place of a member for each kind. */
function materialOf(
  type: 'key' | 'public-key',
  size: number | undefined,
  algorithm: Component | undefined,
  version: CycloneDxVersion,
) {
  const ref = algorithm === undefined ? undefined : refOf(algorithm)
  const references =
    version === '1.6' ? { algorithmRef: ref } : { relatedCryptographicAssets: [{ type: 'algorithm', ref }] }
  return {
    assetType: 'related-crypto-material',
    relatedCryptoMaterialProperties: { type, size, ...references },
  }
}

function certificateOf({ parameters }: LogicalAsset, version: CycloneDxVersion, { publicKey, signature }: Parts) {
  const key = publicKey && refOf(publicKey)
  const algorithm = signature && refOf(signature)
  const related = [
    { type: 'publicKey', ref: key },
    { type: 'algorithm', ref: algorithm },
  ]
  const references =
    version === '1.6'
      ? { subjectPublicKeyRef: key, signatureAlgorithmRef: algorithm }
      : { relatedCryptographicAssets: related.filter(({ ref }) => ref !== undefined) }
  return {
    assetType: 'certificate',
    certificateProperties: {
      certificateFormat: parameters.library === 'X.509' ? 'X.509' : undefined,
      ...references,
    },
  }
}

function levelsOf({ judgement }: LogicalAsset) {
  return {
    classicalSecurityLevel: judgement.classicalBits,
    nistQuantumSecurityLevel: judgement.nistQuantumLevel,
  }
}

function algorithmOf(asset: LogicalAsset, version: CycloneDxVersion, more: Readonly<Record<string, unknown>>) {
  const { curve, keySize, parameterSet, mode, padding } = asset.parameters
  const ellipticCurve = curve === undefined || version === '1.6' ? undefined : ellipticCurveOf(curve)
  return {
    assetType: 'algorithm',
    algorithmProperties: {
      primitive: primitiveOf(asset),
      algorithmFamily: version === '1.6' ? undefined : familyOf(asset),
      parameterSetIdentifier: parameterSet ?? (keySize === undefined ? undefined : String(keySize)),
      // Version 1.7 prefers a name from its definitions and still takes a free one.
      ellipticCurve,
      curve: ellipticCurve === undefined ? curve : undefined,
      mode: modeOf(mode),
      padding: paddingOf(padding),
      ...more,
    },
    oid: asset.oid,
  }
}
