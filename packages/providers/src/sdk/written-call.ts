import { hash } from 'node:crypto'
import type { LanguageModelV4CallOptions } from '@ai-sdk/provider'
import type { ChatRequest } from '@sluice/contracts'
import { chatToCall } from './chat-to-call.ts'
import { type SdkKind, sdkModels } from './sdk-models.ts'

/** A long chat request as the provider's body, and what is needed to read the answer to it. */
export interface WrittenCall {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** SHA-256 of the bytes, in hexadecimal letters. */
  readonly hash: string
  /** The call without its texts. */
  readonly outline: LanguageModelV4CallOptions
}

/** Ends a package's call once its body is written. */
class BodyWritten extends Error {
  override readonly name = 'BodyWritten'
}

/**
 * Lets the provider's package write the body of a chat request, and sends nothing. A thread calls it with bodies that
 * are too long for the event loop. Rejects with `invalid_request` for what cannot be said.
 */
export async function writeCall(body: ChatRequest, kind: SdkKind, model: string): Promise<WrittenCall> {
  const call = chatToCall(body, kind)
  const text = await bodyWrittenFor(call, kind, model, body.stream === true)
  const bytes = new TextEncoder().encode(text)
  return { bytes, hash: hash('sha256', bytes, 'hex'), outline: outlineOf(call) }
}

async function bodyWrittenFor(call: LanguageModelV4CallOptions, kind: SdkKind, model: string, isStream: boolean) {
  let written: string | undefined
  const keep: typeof globalThis.fetch = (_, init) => {
    written = String(init?.body)
    return Promise.reject(new BodyWritten())
  }
  const sdk = (await sdkModels(kind)).language(model, { baseURL: 'https://none.invalid', fetch: keep })
  try {
    await (isStream ? sdk.doStream(call) : sdk.doGenerate(call))
  } catch (error) {
    if (written === undefined) throw error
  }
  if (written === undefined) throw new Error('The package wrote no body.')
  return written
}

/** A package reads an answer by the tools and the format that were asked for. */
function outlineOf({ tools, toolChoice, responseFormat }: LanguageModelV4CallOptions): LanguageModelV4CallOptions {
  const object = { type: 'object' as const }
  return {
    prompt: [{ role: 'user', content: [{ type: 'text', text: '-' }] }],
    ...(tools ? { tools: tools.map(({ name }) => ({ type: 'function', name, inputSchema: object })) } : {}),
    ...(toolChoice ? { toolChoice } : {}),
    ...(responseFormat?.type === 'json'
      ? { responseFormat: withEmptySchema(responseFormat.schema !== undefined) }
      : {}),
  }

  function withEmptySchema(hasSchema: boolean) {
    return hasSchema ? { type: 'json' as const, schema: object } : { type: 'json' as const }
  }
}
