import type { CycloneDxVersion } from '@sluice/assessment-contract/vocabulary'
import { buildCbom } from './cbom/build-cbom.ts'
import { toCycloneDx } from './cbom/cyclonedx.ts'
import type { EcdsaSigner } from './cbom/ecdsa-signer.ts'
import { toSarif } from './cbom/sarif.ts'
import type { Signer } from './cbom/signer.ts'
import { findingsOf } from './findings/findings.ts'
import { type Assessment, judgeDetections } from './findings/judge-detections.ts'
import type { PreviousScan } from './model/assessment.ts'
import type { KnowledgeBase } from './packs/knowledge-base.ts'
import { migrationPlanOf } from './plan/migration-plan.ts'
import { buildReport } from './report/build-report.ts'
import { renderHtml } from './report/render-html.ts'
import { renderMarkdown } from './report/render-markdown.ts'
import type { ReportNames } from './report/report-names.ts'
import type { Scan } from './runtime/scan.ts'
import { scoreOf } from './score/score.ts'
import { cnsaVerdictOf } from './verdict/cnsa-verdict.ts'

/*
 * The engine, in the order of its stages. The service and the command run this, and nothing else.
 *
 *   walk        the files of the project that anything can be read from     walk/
 *   prefilter   those in which a word of a cryptographic library stands     prefilter/
 *   parse       their syntax trees, in the terms of one language            parse/
 *   evaluate    what flows into the calls that the packs' rules name        evaluate/
 *               what is no program, or of a language without a reader       keys-and-config/, by-text/
 *   link        what flows from file to file; uses with their parameters    link/
 *   judge       what each use means, by the packs' entries                  findings/
 *   score, verdict, plan, cbom, report                                      score/, verdict/, plan/, cbom/, report/
 *
 * The first five are `scan` (runtime/run-scan.ts); they run in threads, since sources of others may hang or exhaust a
 * parser. Whatever follows is a pure function of what was found and of what is known.
 */

/** Finds the uses of cryptography in a folder and says what they mean. Rejects with a `ScanError` as the scan does. */
export async function assess(
  root: string,
  { scan, knowledge, ...options }: { readonly scan: Scan; readonly knowledge: KnowledgeBase } & Parameters<Scan>[2],
): Promise<Assessment> {
  return judgeDetections(await scan(root, knowledge.packs, options), knowledge)
}

/** What an assessment can be shown as. */
export type View =
  | { readonly kind: 'findings' | 'verdict' | 'plan' | 'sarif' }
  | { readonly kind: 'score'; readonly previous?: PreviousScan }
  | { readonly kind: 'cbom'; readonly signer: Signer }
  | { readonly kind: 'cyclonedx'; readonly version: CycloneDxVersion; readonly signer: EcdsaSigner }
  | (ReportNames & {
      readonly kind: 'report'
      readonly format: 'html' | 'md' | 'pdf'
      /** An earlier scan of the same project, for what changed since. */
      readonly previous?: PreviousScan
    })

/** When an assessment was made, and under which path it is shown: the scanned root by default. */
interface Occasion {
  readonly generatedAt: Date
  readonly projectPath?: string
}

/** A document: a value to be written as JSON, a text, or the bytes of a PDF. */
type Shown = { readonly json: unknown } | { readonly text: string } | { readonly bytes: Uint8Array<ArrayBuffer> }

/** Shows an assessment. The same assessment, view and occasion give the same document, but for its signature. */
export async function show(assessment: Assessment, view: View, occasion: Occasion): Promise<Shown> {
  switch (view.kind) {
    case 'findings':
      return { json: findingsOf(assessment) }
    case 'score':
      return { json: scoreOf(assessment, view.previous) }
    case 'verdict':
      return { json: cnsaVerdictOf(assessment) }
    case 'plan':
      return { json: migrationPlanOf(assessment) }
    case 'cbom':
      return { json: buildCbom(assessment, { signer: view.signer, ...occasion }) }
    case 'cyclonedx': {
      const { version, signer } = view
      return { json: toCycloneDx(assessment, { specVersion: version, signer, generatedAt: occasion.generatedAt }) }
    }
    case 'sarif':
      return { json: toSarif(assessment) }
    case 'report':
      return await showReport(assessment, view, occasion)
  }
}

async function showReport(
  assessment: Assessment,
  { kind: _, format, ...named }: Extract<View, { readonly kind: 'report' }>,
  occasion: Occasion,
): Promise<Shown> {
  const report = buildReport(assessment, { ...occasion, ...named })
  switch (format) {
    case 'html':
      return { text: renderHtml(report) }
    case 'md':
      return { text: renderMarkdown(report) }
    case 'pdf': {
      // Loaded for a PDF only: its library takes a third of the start of the command.
      const { renderPdf } = await import('./report/pdf/render-pdf.ts')
      return { bytes: await renderPdf(report) }
    }
  }
}
