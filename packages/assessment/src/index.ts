export { buildCbom, CBOM_VERSION, type CbomOptions, signedPiecesOf } from './cbom/build-cbom.ts'
export { canonicalJson, canonicalPieces } from './cbom/canonical-json.ts'
export {
  CYCLONEDX_MEDIA_TYPE,
  CYCLONEDX_VERSIONS,
  type CycloneDxBom,
  type CycloneDxOptions,
  type CycloneDxVersion,
  toCycloneDx,
} from './cbom/cyclonedx.ts'
export { createEcdsaSigner, type EcdsaSigner, type EcPublicJwk } from './cbom/ecdsa-signer.ts'
export { chunksOf } from './cbom/feed-pieces.ts'
export { createMlDsaSigner } from './cbom/ml-dsa-signer.ts'
export { toSarif } from './cbom/sarif.ts'
export { type SignatureAlgorithm, type SignatureProof, type Signer, SigningKeyError } from './cbom/signer.ts'
export { verifyCbom } from './cbom/verify-cbom.ts'
export { type Assessment, assess } from './findings/assess.ts'
export type { AssessedUse, LogicalAsset } from './findings/assessed-use.ts'
export { findingsOf } from './findings/findings.ts'
export * from './model/assessment.ts'
export * from './model/detection.ts'
export { type KnowledgeBase, type KnowledgeOptions, loadKnowledge } from './packs/knowledge-base.ts'
export type { KnowledgeEntry, KnowledgePack } from './packs/knowledge-entry.ts'
export { PackError } from './packs/load-pack.ts'
export { migrationPlanOf } from './plan/migration-plan.ts'
export { buildReport, DEFAULT_ORGANIZATION, type ReportOptions, reportFileName } from './report/build-report.ts'
export { renderHtml } from './report/render-html.ts'
export { renderMarkdown } from './report/render-markdown.ts'
export { renderPdf } from './report/render-pdf.ts'
export type { Report } from './report/report.ts'
export { scan } from './runtime/scan.ts'
export { scoreOf } from './score/score.ts'
export { CNSA_PROFILE } from './verdict/cnsa-profile.ts'
export { cnsaVerdictOf } from './verdict/cnsa-verdict.ts'
