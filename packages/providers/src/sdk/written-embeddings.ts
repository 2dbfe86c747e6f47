import { hash } from 'node:crypto'
import type { EmbeddingModelV4CallOptions } from '@ai-sdk/provider'
import { type EmbeddingsRequest, SluiceError } from '@sluice/contracts'
import { type SdkKind, sdkModels } from './sdk-models.ts'

/**
 * Texts in one request: what Google takes in one call, and some models of Bedrock's (others take one text in a call, so
 * that it bounds the calls as well).
 */
const MAX_TEXTS: Readonly<Record<SdkKind, number>> = { gemini: 100, bedrock: 96 }

/** The body of one call for a part of the texts. */
export interface WrittenPart {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** SHA-256 of the bytes, in hexadecimal letters. */
  readonly hash: string
  /** How many texts are in it, and how many of all are before them. */
  readonly texts: number
}

/** Ends a package's call once its body is written. */
class BodyWritten extends Error {
  override readonly name = 'BodyWritten'
}

/**
 * Lets the provider's package write the bodies of a request for embeddings, as many as its texts need there,
 * and sends nothing. A thread calls it with bodies that are too long for the event loop. Rejects with
 * `invalid_request` for what cannot be said.
 */
export async function writeEmbeddings(body: EmbeddingsRequest, kind: SdkKind, model: string): Promise<WrittenPart[]> {
  const texts = typeof body.input === 'string' ? [body.input] : body.input
  const most = MAX_TEXTS[kind]
  if (texts.length > most) throw refusalOf(`embeds at most ${most} texts in a request`, 'input')
  const providerOptions = optionsOf(body, kind, model)
  let written: string | undefined
  const keep: typeof globalThis.fetch = (_, init) => {
    written = String(init?.body)
    return Promise.reject(new BodyWritten())
  }
  const sdk = (await sdkModels(kind)).embedding(model, { baseURL: 'https://none.invalid', fetch: keep })
  const atOnce = (await sdk.maxEmbeddingsPerCall) ?? 1
  const parts: WrittenPart[] = []
  for (let from = 0; from < texts.length; from += atOnce) {
    written = undefined
    const values = texts.slice(from, from + atOnce)
    await sdk.doEmbed({ values, providerOptions }).then(
      () => undefined,
      () => undefined,
    )
    // The package checks its options before it writes. Its own words would quote them.
    if (written === undefined) throw refusalOf('does not take these dimensions, or this input_type or task_type', null)
    const bytes = new TextEncoder().encode(written)
    parts.push({ bytes, hash: hash('sha256', bytes, 'hex'), texts: values.length })
  }
  return parts
}

/**
 * What is said beside the texts, by the names that the package has for it. `input_type` and `task_type` are members of
 * the providers' own: what a vector is for.
 */
function optionsOf(
  { dimensions, input_type: inputType, task_type: taskType }: EmbeddingsRequest,
  kind: SdkKind,
  model: string,
): NonNullable<EmbeddingModelV4CallOptions['providerOptions']> {
  const size = dimensions ?? undefined
  if (kind === 'gemini') return { google: jsonOf({ outputDimensionality: size, taskType }) }
  // A text that is too long is an error, as elsewhere, and is not cut.
  if (NOVA.test(model)) return { amazonBedrock: jsonOf({ embeddingDimension: size, truncate: 'NONE' }) }
  if (COHERE.test(model)) return { amazonBedrock: jsonOf({ outputDimension: size, inputType }) }
  return { amazonBedrock: jsonOf({ dimensions: size }) }
}

/** As the package tells them apart. */
const NOVA = /amazon\.nova-.*embed/
const COHERE = /cohere\.embed-/

type Json = NonNullable<EmbeddingModelV4CallOptions['providerOptions']>[string]

function jsonOf(members: Readonly<Record<string, unknown>>): Json {
  const said = Object.entries(members).filter(([, value]) => value !== undefined && value !== null)
  return JSON.parse(JSON.stringify(Object.fromEntries(said)))
}

function refusalOf(why: string, param: string | null): SluiceError {
  return new SluiceError({
    code: 'invalid_request',
    message: `The endpoint of this model ${why}.`,
    ...(param === null ? {} : { param }),
  })
}
