import {
  type Assessment,
  assess,
  buildCbom,
  buildReport,
  cnsaVerdictOf,
  createEcdsaSigner,
  createMlDsaSigner,
  type EcdsaSigner,
  findingsOf,
  type KnowledgeBase,
  loadKnowledge,
  migrationPlanOf,
  renderHtml,
  renderMarkdown,
  renderPdf,
  ScanError,
  type ScanOutcome,
  type Signer,
  scan,
  scoreOf,
  toCycloneDx,
  toSarif,
} from '@sluice/assessment'
import type { EngineSettings } from './engine/engine-protocol.ts'
import type { HeldProject, LocalEngine } from './engine/serve-engine.ts'
import { type AssessmentOptions, type AssessmentRequest, ScanFailure, type SigningKey, type View } from './engine.ts'

/** What every project is assessed and shown with. */
interface EngineParts {
  readonly settings: EngineSettings
  readonly knowledge: KnowledgeBase
  readonly signers: { readonly ecdsa: EcdsaSigner; readonly 'ml-dsa-87': Signer }
  readonly now: () => Date
}

/** The one place where the API meets the assessment engine; runs inside an engine process. */
export async function composeEngine(settings: EngineSettings): Promise<LocalEngine> {
  const signers = {
    ecdsa: createEcdsaSigner(settings.signingKeys.ecdsa),
    'ml-dsa-87': createMlDsaSigner(settings.signingKeys.mlDsa),
  }
  const knowledge = await loadKnowledge({ packs: settings.packs })
  const parts: EngineParts = { settings, knowledge, signers, now: () => new Date() }
  return {
    keys: { ecdsa: describeKey(signers.ecdsa), 'ml-dsa-87': describeKey(signers['ml-dsa-87']) },
    assess: (request, options) => assessProject(parts, request, options),
  }
}

function describeKey({ proof: { keyId, algorithm, publicKeyPem } }: Signer): SigningKey {
  return { keyId, algorithm, publicKey: publicKeyPem }
}

async function assessProject(
  parts: EngineParts,
  { root, projectPath }: AssessmentRequest,
  { signal, onProgress }: AssessmentOptions,
): Promise<HeldProject> {
  const { knowledge, now } = parts
  const outcome = await scanProject(root, parts, signal, onProgress)
  // What was found until a limit ended the scan is not all there is: nothing may be concluded from it.
  if (outcome.status !== 'completed') throw new ScanFailure('limit-reached')
  const assessment = await assess(outcome, knowledge)
  const { systemScore, findingCount } = await scoreOf(assessment)
  signal.throwIfAborted()
  const { filesRead, bytesRead, durationMs } = outcome.statistics
  const assessedAt = now()
  return {
    summary: { findingCount, systemScore, filesRead, bytesRead, durationMs },
    render: (view) => render(parts, { assessment, projectPath, assessedAt }, view),
  }
}

async function scanProject(
  root: string,
  { knowledge, settings }: EngineParts,
  signal: AbortSignal,
  onProgress: AssessmentOptions['onProgress'],
): Promise<ScanOutcome> {
  const { scanWorkers, maxFileBytes, readsIgnored, timeLimitMs, maxFindings } = settings
  try {
    return await scan(root, knowledge.packs, {
      ...(scanWorkers === undefined ? {} : { workers: scanWorkers }),
      maxFileBytes,
      readsIgnored,
      timeLimitMs,
      maxDetections: maxFindings,
      signal,
      onProgress,
    })
  } catch (error) {
    throw error instanceof ScanError ? new ScanFailure(error.code, { cause: error }) : error
  }
}

interface Shown {
  readonly assessment: Assessment
  readonly projectPath: string
  /** When the scan had ended: every document of one assessment has the same date. */
  readonly assessedAt: Date
}

async function render(
  { signers, settings }: EngineParts,
  { assessment, projectPath, assessedAt }: Shown,
  view: View,
): Promise<Uint8Array<ArrayBuffer>> {
  switch (view.kind) {
    case 'cbom': {
      const signer = signers[view.signature]
      return toJson(await buildCbom(assessment, { signer, generatedAt: assessedAt, projectPath }))
    }
    case 'cyclonedx': {
      const options = { specVersion: view.version, generatedAt: assessedAt, signer: signers.ecdsa }
      return toJson(await toCycloneDx(assessment, options))
    }
    case 'findings':
      return toJson(await findingsOf(assessment))
    case 'sarif':
      return toJson(await toSarif(assessment))
    case 'score':
      return toJson(await scoreOf(assessment))
    case 'verdict':
      return toJson(cnsaVerdictOf(assessment))
    case 'plan':
      return toJson(migrationPlanOf(assessment))
    case 'report': {
      const organization = view.organization ?? settings.organization
      const named = organization === undefined ? view : { ...view, organization }
      return await renderReport(assessment, named, { projectPath, generatedAt: assessedAt })
    }
  }
}

function toJson(value: unknown): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(value))
}

async function renderReport(
  assessment: Assessment,
  { format, organization }: View & { readonly kind: 'report' },
  { projectPath, generatedAt }: { readonly projectPath: string; readonly generatedAt: Date },
): Promise<Uint8Array<ArrayBuffer>> {
  const named = organization === undefined ? {} : { organization }
  const report = await buildReport(assessment, { projectPath, generatedAt, ...named })
  switch (format) {
    case 'html':
      return new TextEncoder().encode(renderHtml(report))
    case 'md':
      return new TextEncoder().encode(renderMarkdown(report))
    case 'pdf':
      return await renderPdf(report)
  }
}
