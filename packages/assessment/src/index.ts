export { buildCbom, CBOM_VERSION, type CbomOptions, signedPiecesOf } from './cbom/build-cbom.ts'
export { canonicalJson, canonicalPieces } from './cbom/canonical-json.ts'
export { createEcdsaSigner, type EcdsaSigner, type EcPublicJwk } from './cbom/ecdsa-signer.ts'
export { chunksOf } from './cbom/feed-pieces.ts'
export { createMlDsaSigner } from './cbom/ml-dsa-signer.ts'
export { type SignatureAlgorithm, type SignatureProof, type Signer, SigningKeyError } from './cbom/signer.ts'
export { verifyCbom } from './cbom/verify-cbom.ts'
export {
  CYCLONEDX_MEDIA_TYPE,
  CYCLONEDX_VERSIONS,
  type CycloneDxBom,
  type CycloneDxOptions,
  type CycloneDxVersion,
  toCycloneDx,
} from './exchange/cyclonedx.ts'
export { toSarif } from './exchange/sarif.ts'
export type { KnowledgeEntry, KnowledgePack } from './knowledge/knowledge-entry.ts'
export { type KnowledgeBase, KnowledgeError, type KnowledgeOptions, loadKnowledge } from './knowledge/load-knowledge.ts'
export { type Assessment, assess } from './meaning/assess.ts'
export type { AssessedUse, LogicalAsset } from './meaning/assessed-use.ts'
export { CNSA_PROFILE } from './meaning/cnsa-profile.ts'
export { cnsaVerdictOf } from './meaning/cnsa-verdict.ts'
export { findingsOf } from './meaning/findings.ts'
export { migrationPlanOf } from './meaning/migration-plan.ts'
export { scoreOf } from './meaning/score.ts'
export * from './model/assessment.ts'
export * from './model/detection.ts'
export { buildReport, DEFAULT_ORGANIZATION, type ReportOptions, reportFileName } from './reports/build-report.ts'
export { renderHtml } from './reports/render-html.ts'
export { renderMarkdown } from './reports/render-markdown.ts'
export { renderPdf } from './reports/render-pdf.ts'
export type { Report } from './reports/report.ts'
export { scan } from './scan/scan.ts'
