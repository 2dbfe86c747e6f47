import { readFile } from 'node:fs/promises'
import { show, type View } from '../assess.ts'
import { canonicalJson } from '../cbom/canonical-json.ts'
import { createEcdsaSigner } from '../cbom/ecdsa-signer.ts'
import { readMlDsaSeed } from '../cbom/ml-dsa.ts'
import { createMlDsaSigner } from '../cbom/ml-dsa-signer.ts'
import type { SignatureProof } from '../cbom/signer.ts'
import type { Assessment } from '../findings/judge-detections.ts'
import type { PreviousScan } from '../model/assessment.ts'
import type { AssessCommand } from './arguments.ts'
import { jsonListing } from './json-listing.ts'
import type { Document } from './output.ts'
import { readGit } from './read-git.ts'
import { UsageError } from './usage-error.ts'

export interface MadeDocument {
  readonly document: Document
  /** Stands beside a document that is signed. */
  readonly proof?: SignatureProof
}

/** Puts the assessment into the form that was asked for. Throws a `UsageError` for a key that cannot be read. */
export async function makeDocument(
  assessment: Assessment,
  command: AssessCommand,
  { generatedAt, previous }: { readonly generatedAt: Date; readonly previous?: PreviousScan },
): Promise<MadeDocument> {
  const compared = previous === undefined ? {} : { previous }
  if (command.format === 'json') return { document: jsonListing(assessment, { generatedAt, ...compared }) }
  const view = await viewOf(command, command.format, compared)
  const shown = await show(assessment, view, { generatedAt })
  const proof = 'signer' in view ? { proof: view.signer.proof } : {}
  if ('json' in shown) return { document: `${canonicalJson(shown.json)}\n`, ...proof }
  return { document: 'text' in shown ? shown.text : shown.bytes }
}

async function viewOf(
  { path, key, cyclonedxVersion: version, names }: AssessCommand,
  format: Exclude<AssessCommand['format'], 'json'>,
  compared: { readonly previous?: PreviousScan },
): Promise<View> {
  switch (format) {
    case 'cbom': {
      const pem = await readKey(key)
      const isMlDsa = pem !== undefined && readMlDsaSeed(pem) !== undefined
      return { kind: 'cbom', signer: isMlDsa ? createMlDsaSigner(pem) : createEcdsaSigner(pem) }
    }
    case 'cyclonedx':
      return { kind: 'cyclonedx', version, signer: createEcdsaSigner(await readKey(key)) }
    case 'sarif':
      return { kind: 'sarif' }
    default:
      return {
        kind: 'report',
        format,
        ...compared,
        ...(await readGit(path)),
        ...names,
      }
  }
}

async function readKey(path: string | undefined): Promise<string | undefined> {
  if (path === undefined) return undefined
  return await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new UsageError(`The key ${path} cannot be read.`, { cause })
  })
}
