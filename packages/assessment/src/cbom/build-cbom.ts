import type { Assessment } from '../findings/assess.ts'
import { locationalIdOf } from '../findings/logical-id.ts'
import type { Asset, Cbom } from '../model/assessment.ts'
import { inSlices } from '../runtime/in-slices.ts'
import { canonicalPieces } from './canonical-json.ts'
import type { Signer } from './signer.ts'

/** Version of the CBOM's own form (specification, section 9). */
export const CBOM_VERSION = '1.0.0'

export interface CbomOptions {
  readonly signer: Signer
  /** When the CBOM is made; taken from the caller, who owns the clock. */
  readonly generatedAt: Date
  /** The path as it was asked for; the scanned root by default. */
  readonly projectPath?: string
}

/**
 * The signed list of all assets, one for each finding (specification, section 2). The signature is Base64 and covers
 * the canonical JSON (RFC 8785) of the CBOM without its member `signature`; docs/assessment/cbom-verification.md says
 * how to check it.
 */
export async function buildCbom(
  assessment: Assessment,
  { signer, generatedAt, projectPath }: CbomOptions,
): Promise<Cbom> {
  const assets: Asset[] = []
  await inSlices(assessment.uses, ({ detection, asset }) => {
    const { logicalId, role, algorithm, parameters, judgement } = asset
    const locationalId = locationalIdOf(logicalId, detection.file, detection.line)
    assets.push({ logicalId, locationalId, role, algorithm, parameters, riskLevel: judgement.risk })
  })
  const header = {
    version: CBOM_VERSION,
    projectPath: (projectPath ?? assessment.outcome.root).toWellFormed(),
    kbVersion: assessment.knowledge.version,
    generatedAt: generatedAt.toISOString(),
  }
  const signature = await signer.sign(canonicalPieces({ header, assets }))
  return { header, assets, signature: Buffer.from(signature).toString('base64') }
}

/** What the signature of a CBOM covers, in pieces. */
export function signedPiecesOf({ signature: _, ...signed }: Pick<Cbom, 'signature'>): Iterable<string> {
  return canonicalPieces(signed)
}
