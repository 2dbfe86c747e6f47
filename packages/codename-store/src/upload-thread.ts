import { parentPort, workerData } from 'node:worker_threads'
import type { CodenameBlock } from '@sluice/db'
import { createKeyRing } from '@sluice/token-vault'
import { z } from 'zod'
import { applyUpload, UPLOAD_MODES, type UploadMode } from './apply-upload.ts'
import { readCsvTerms, readJsonTerms, type UploadReading } from './read-upload.ts'
import { MAX_TERMS, type RegisteredTerm } from './registered-term.ts'
import type { FromUploadThread, ToUploadThread, UploadBody, UploadThreadData } from './upload-messages.ts'

/** What the thread of one upload runs: it reads the terms, opens the blocks and seals those that change. */

const { tenant, dataKeys, currentKeyId, classes } = dataOf(workerData)
const before: CodenameBlock[] = []
let upload: { readonly mode: UploadMode; readonly terms: ReadonlyMap<string, RegisteredTerm> } | undefined

parentPort?.on('message', (message: ToUploadThread) => {
  switch (message.type) {
    case 'read':
      read(message.body)
      return
    case 'block':
      before.push(message.block)
      return
    case 'apply':
      apply(message.version)
  }
})

const jsonSchema = z.strictObject({
  mode: z.enum(UPLOAD_MODES),
  version: z.int().min(0).optional(),
  reason: z.string().min(1).max(1_000).optional(),
  terms: z.array(z.unknown()).max(MAX_TERMS),
})

function read(body: UploadBody): void {
  if (body.format === 'csv') {
    take(readCsvTerms(body.bytes, classes), body.mode)
    return
  }
  const order = jsonSchema.safeParse(jsonOf(body.bytes))
  if (order.success) {
    const { mode, version, reason, terms } = order.data
    take(readJsonTerms(terms, classes), mode, version, reason)
    return
  }
  const [issue] = order.error.issues
  const message = issue === undefined ? 'is no upload' : `${issue.path.join('.') || 'body'}: ${issue.message}`
  send({ type: 'faulty', faults: [{ line: 1, message }], more: false })
}

function take(reading: UploadReading, mode: UploadMode, version?: number, reason?: string): void {
  if (reading.type === 'faulty') {
    send(reading)
    return
  }
  upload = { mode, terms: reading.terms }
  send({ type: 'read', head: { mode, terms: reading.terms.size, version, reason } })
}

function apply(version: number): void {
  if (upload === undefined) throw new Error('There is no upload to apply.')
  const keyRing = createKeyRing(dataKeys, currentKeyId)
  const applied = applyUpload(keyRing, { tenant, ...upload, before, version })
  for (const block of applied?.blocks ?? []) send({ type: 'block', block })
  send(applied === undefined ? { type: 'full' } : { type: 'applied', counts: applied.counts })
}

/** Undefined for what is no JSON: its schema refuses it. */
function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

function dataOf(data: UploadThreadData): UploadThreadData {
  return data
}

function send(message: FromUploadThread): void {
  parentPort?.postMessage(message)
}
