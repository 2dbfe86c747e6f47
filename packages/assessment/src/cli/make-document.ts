import { readFile } from 'node:fs/promises'
import { buildCbom } from '../cbom/build-cbom.ts'
import { canonicalPieces } from '../cbom/canonical-json.ts'
import { toCycloneDx } from '../cbom/cyclonedx.ts'
import { createEcdsaSigner } from '../cbom/ecdsa-signer.ts'
import { readMlDsaSeed } from '../cbom/ml-dsa.ts'
import { createMlDsaSigner } from '../cbom/ml-dsa-signer.ts'
import { toSarif } from '../cbom/sarif.ts'
import type { SignatureProof } from '../cbom/signer.ts'
import type { Assessment } from '../findings/assess.ts'
import { buildReport } from '../report/build-report.ts'
import { renderHtml } from '../report/render-html.ts'
import { renderMarkdown } from '../report/render-markdown.ts'
import { renderPdf } from '../report/render-pdf.ts'
import { type AssessCommand, UsageError } from './arguments.ts'
import { jsonListing } from './json-listing.ts'
import type { Document } from './output.ts'

export interface MadeDocument {
  readonly document: Document
  /** Stands beside a document that is signed. */
  readonly proof?: SignatureProof
}

/** Puts the assessment into the form that was asked for. Throws a `UsageError` for a key that cannot be read. */
export async function makeDocument(
  assessment: Assessment,
  command: AssessCommand,
  generatedAt: Date,
): Promise<MadeDocument> {
  switch (command.format) {
    case 'json':
      return { document: await jsonListing(assessment, generatedAt) }
    case 'cbom': {
      const pem = await readKey(command.key)
      const isMlDsa = pem !== undefined && readMlDsaSeed(pem) !== undefined
      const signer = isMlDsa ? createMlDsaSigner(pem) : createEcdsaSigner(pem)
      const cbom = await buildCbom(assessment, { signer, generatedAt })
      return { document: line(canonicalPieces(cbom)), proof: signer.proof }
    }
    case 'cyclonedx': {
      const signer = createEcdsaSigner(await readKey(command.key))
      const bom = await toCycloneDx(assessment, { specVersion: command.cyclonedxVersion, generatedAt, signer })
      return { document: line(canonicalPieces(bom)), proof: signer.proof }
    }
    case 'sarif':
      return { document: line(canonicalPieces(await toSarif(assessment))) }
    default:
      return { document: await makeReport(assessment, command, generatedAt) }
  }
}

async function makeReport(assessment: Assessment, command: AssessCommand, generatedAt: Date): Promise<Document> {
  const { format, organization } = command
  const report = await buildReport(assessment, {
    generatedAt,
    ...(organization === undefined ? {} : { organization }),
  })
  if (format === 'pdf') return await renderPdf(report)
  return [format === 'html' ? renderHtml(report) : renderMarkdown(report)]
}

async function readKey(path: string | undefined): Promise<string | undefined> {
  if (path === undefined) return undefined
  return await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new UsageError(`The key ${path} cannot be read.`, { cause })
  })
}

function* line(pieces: Iterable<string>): Generator<string, void, undefined> {
  yield* pieces
  yield '\n'
}
