import { parentPort } from 'node:worker_threads'
import { type ChatRequest, SluiceError } from '@sluice/contracts'
import { writeCall } from '../sdk/written-call.ts'
import { writeEmbeddings } from '../sdk/written-embeddings.ts'
import { namespacedTools } from './namespaces.ts'
import type { LongBody, TranslatedBody } from './translation-messages.ts'
import { TRANSLATIONS, type TranslationName } from './translations.ts'

/** What the thread runs: it translates long bodies, so that the gateway's own event loop does not. */

parentPort?.on('message', async (body: LongBody) => {
  const translated = await translate(body)
  parentPort?.postMessage(translated, buffersOf(translated))
})

/** What is moved to the event loop, and not copied. */
function buffersOf(translated: TranslatedBody): ArrayBuffer[] {
  if (translated.type === 'refused') return []
  if (translated.type === 'embeddings') return translated.done.map(({ bytes }) => bytes.buffer)
  return [translated.done.bytes.buffer]
}

async function translate({ id, to, model, bytes }: LongBody): Promise<TranslatedBody> {
  try {
    // The body was checked by the schema of its wire before it was masked.
    const body = { ...JSON.parse(new TextDecoder().decode(bytes)), model }
    if (to.type === 'translation') return { id, type: to.type, done: inOtherWire(body, to.name) }
    if (to.type === 'embeddings') return { id, type: to.type, done: await writeEmbeddings(body, to.kind, model) }
    const chat: ChatRequest = { ...body, stream: to.isStream }
    return { id, type: to.type, done: await writeCall(chat, to.kind, model) }
  } catch (cause) {
    return { id, type: 'refused', refusal: cause instanceof SluiceError ? cause.refusal : { code: 'layer_failed' } }
  }
}

function inOtherWire(body: object & { readonly model: string }, name: TranslationName) {
  const { model: _, ...leaving } = (TRANSLATIONS[name].translate as (from: object) => object & { model: string })(body)
  const bytes = new TextEncoder().encode(JSON.stringify(leaving))
  return { bytes, namespaced: namespacedTools(body as Parameters<typeof namespacedTools>[0]) }
}
