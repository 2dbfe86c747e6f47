import { parentPort } from 'node:worker_threads'
import { SluiceError } from '@sluice/contracts'
import { namespacedTools } from './namespaces.ts'
import type { LongBody, TranslatedBody } from './translation-messages.ts'
import { TRANSLATIONS } from './translations.ts'

/** What the thread runs: it translates long bodies, so that the gateway's own event loop does not. */

parentPort?.on('message', (body: LongBody) => {
  const translated = translate(body)
  parentPort?.postMessage(translated, 'bytes' in translated ? [translated.bytes.buffer] : [])
})

function translate({ id, name, model, bytes }: LongBody): TranslatedBody {
  try {
    const body = { ...JSON.parse(new TextDecoder().decode(bytes)), model }
    // The body was checked by the schema of its wire before it was masked.
    const { model: _, ...leaving } = (TRANSLATIONS[name].translate as (from: object) => object & { model: string })(
      body,
    )
    return { id, bytes: new TextEncoder().encode(JSON.stringify(leaving)), namespaced: namespacedTools(body) }
  } catch (cause) {
    return { id, refusal: cause instanceof SluiceError ? cause.refusal : { code: 'layer_failed' } }
  }
}
