import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import type { CycloneDxVersion } from '@sluice/assessment-contract/vocabulary'
import type { Assessment } from '../findings/assess.ts'
import type { LogicalAsset } from '../findings/assessed-use.ts'
import { variantName } from '../verdict/gap-group.ts'
import { canonicalJson } from './canonical-json.ts'
import { cryptoFunctionsOf, ellipticCurveOf, familyOf, modeOf, paddingOf, primitiveOf } from './cyclonedx-names.ts'
import type { EcdsaSigner } from './ecdsa-signer.ts'

interface CycloneDxOptions {
  readonly specVersion: CycloneDxVersion
  readonly generatedAt: Date
  /** Adds a signature in the JSON Signature Format 0.82, the one that CycloneDX names; ML-DSA has no name in it. */
  readonly signer?: EcdsaSigner
}

/** A document of JSON values; every member is what the schema of its version asks for. */
type CycloneDxBom = Readonly<Record<string, unknown>>

/**
 * The assessment as a CycloneDX CBOM: one component for each logical asset, with the places where it is used as
 * occurrences. Valid under the official schema of its version.
 */
export function toCycloneDx(assessment: Assessment, options: CycloneDxOptions): CycloneDxBom {
  const occurrences = occurrencesOf(assessment)
  const { knowledge } = assessment
  const name = basename(assessment.outcome.root) || assessment.outcome.root
  const components = assessment.assets.map((asset) => componentOf(asset, options.specVersion, occurrences))
  const timestamp = options.generatedAt.toISOString()
  const bom = {
    bomFormat: 'CycloneDX',
    specVersion: options.specVersion,
    serialNumber: serialNumberOf([name, timestamp, ...assessment.assets.map(({ logicalId }) => logicalId)]),
    version: 1,
    metadata: {
      timestamp,
      tools: { components: [{ type: 'application', name: 'Sluice cryptographic assessment' }] },
      component: { type: 'application', 'bom-ref': 'project', name: name.toWellFormed() },
      properties: [
        { name: 'sluice:knowledgeBaseVersion', value: knowledge.version },
        ...knowledge.otherPacks.map((pack) => ({ name: 'sluice:knowledgePack', value: pack })),
      ],
    },
    components,
    dependencies: [{ ref: 'project', dependsOn: assessment.assets.map(({ logicalId }) => logicalId) }],
  }
  return options.signer === undefined ? bom : signed(bom, options.signer)
}

interface Occurrence {
  readonly location: string
  readonly line: number
  readonly additionalContext: string
}

function occurrencesOf({ uses }: Assessment): ReadonlyMap<string, Occurrence[]> {
  const found = new Map<string, Occurrence[]>()
  for (const { detection, asset, others } of uses) {
    const { file, line, confidence, setting } = detection
    const occurrence = { location: file, line, additionalContext: `confidence: ${confidence}, setting: ${setting}` }
    for (const { logicalId } of [asset, ...others]) {
      const list = found.get(logicalId)
      if (list === undefined) found.set(logicalId, [occurrence])
      else list.push(occurrence)
    }
  }
  return found
}

function componentOf(asset: LogicalAsset, version: CycloneDxVersion, occurrences: ReadonlyMap<string, Occurrence[]>) {
  const { logicalId, judgement, role, entry, parameters } = asset
  const optional = [
    ['library', parameters.library],
    ['protocol', parameters.protocol],
    ['hash', parameters.hash],
  ].flatMap(([name, value]) => (value === undefined ? [] : [{ name: `sluice:${name}`, value }]))
  return {
    type: 'cryptographic-asset',
    'bom-ref': logicalId,
    name: variantName(asset),
    description: entry.title,
    cryptoProperties: role === 'KeyMaterial' ? materialOf(asset) : algorithmOf(asset, version),
    evidence: { occurrences: occurrences.get(logicalId) ?? [] },
    properties: [
      { name: 'sluice:role', value: role },
      { name: 'sluice:risk', value: judgement.risk },
      { name: 'sluice:cnsa2', value: judgement.cnsa2 },
      ...optional,
    ],
  }
}

function materialOf({ parameters }: LogicalAsset) {
  return {
    assetType: 'related-crypto-material',
    relatedCryptoMaterialProperties: { type: 'key', size: parameters.keySize },
  }
}

function algorithmOf(asset: LogicalAsset, version: CycloneDxVersion) {
  const { parameters, judgement, role } = asset
  const { curve, keySize, parameterSet } = parameters
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
      mode: modeOf(parameters.mode),
      padding: paddingOf(parameters.padding),
      cryptoFunctions: cryptoFunctionsOf(role),
      classicalSecurityLevel: judgement.classicalBits,
      nistQuantumSecurityLevel: judgement.nistQuantumLevel,
    },
  }
}

/** The same content has the same number: a UUID of version 8 (RFC 9562, 5.8) from SHA-256. */
function serialNumberOf(content: readonly string[]): string {
  const hex = createHash('sha256').update(JSON.stringify(content)).digest('hex')
  const groups = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ]
  return `urn:uuid:${groups.join('-')}`
}

/** JSF 0.82: the signature covers the canonical document with all of the signature object but its value. */
function signed(bom: CycloneDxBom, signer: EcdsaSigner): CycloneDxBom {
  const signature = { algorithm: signer.jwa, keyId: signer.proof.keyId, publicKey: signer.jwk }
  const value = signer.signForJson(canonicalJson({ ...bom, signature }))
  return { ...bom, signature: { ...signature, value: Buffer.from(value).toString('base64url') } }
}
