import {
  type Assessment,
  assess,
  createEcdsaSigner,
  createMlDsaSigner,
  type EcdsaSigner,
  figuresOfScan,
  type KnowledgeBase,
  loadKnowledge,
  reportFileName,
  ScanError,
  type View as ShownView,
  type Signer,
  scan,
  scoreOf,
  show,
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
  const assessment = await assessFolder(root, parts, signal, onProgress)
  // What was found until a limit ended the scan is not all there is: nothing may be concluded from it.
  if (assessment.outcome.status !== 'completed') throw new ScanFailure('limit-reached')
  const { systemScore, findingCount } = scoreOf(assessment)
  signal.throwIfAborted()
  const { filesRead, bytesRead, durationMs } = assessment.outcome.statistics
  // When the scan had ended: every document of one assessment has the same date.
  const occasion = { projectPath, generatedAt: parts.now() }
  return {
    summary: {
      findingCount,
      figures: figuresOfScan(assessment),
      systemScore,
      reportFileName: reportFileName(occasion.generatedAt),
      assessedAt: occasion.generatedAt.toISOString(),
      filesRead,
      bytesRead,
      durationMs,
    },
    render: async (view) => bytesOf(await show(assessment, shownView(view, parts), occasion)),
  }
}

async function assessFolder(
  root: string,
  { knowledge, settings }: EngineParts,
  signal: AbortSignal,
  onProgress: AssessmentOptions['onProgress'],
): Promise<Assessment> {
  const { scanWorkers, maxFileBytes, readsIgnored, timeLimitMs, maxFindings } = settings
  try {
    return await assess(root, {
      scan,
      knowledge,
      keepsThreads: true,
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

/** A view with what only this process holds: keys, and whom reports name by default. */
function shownView(view: View, { signers, settings }: EngineParts): ShownView {
  switch (view.kind) {
    case 'cbom':
      return { kind: 'cbom', signer: signers[view.signature] }
    case 'cyclonedx':
      return { kind: 'cyclonedx', version: view.version, signer: signers.ecdsa }
    case 'report': {
      const { names, ...report } = view
      const { organization } = settings
      return { ...report, ...(organization === undefined ? {} : { organization }), ...names }
    }
    default:
      return view
  }
}

function bytesOf(shown: Awaited<ReturnType<typeof show>>): Uint8Array<ArrayBuffer> {
  if ('bytes' in shown) return shown.bytes
  return new TextEncoder().encode('text' in shown ? shown.text : JSON.stringify(shown.json))
}
