import type { KeyObject } from 'node:crypto'
import { parentPort, type TransferListItem } from 'node:worker_threads'
import { type DetectionConfig, SluiceError } from '@sluice/contracts'
import {
  type BodyWork,
  type CodenameSnapshot,
  HeldBody,
  headOf,
  type LocalRequest,
  requireAtMost,
  type WorkOwner,
} from '@sluice/pipeline'
import { systemClock } from '@sluice/service-kit/clock'
import { LRUCache } from 'lru-cache'
import { PROTOCOLS, type ProtocolName } from '../protocols/protocols.ts'
import { countJsonValues } from './count-values.ts'
import {
  type Failure,
  type FromThread,
  MAX_TENANTS,
  type OpenBody,
  type ToThread,
  type WorkDone,
  type WorkOnBody,
} from './messages.ts'
import { openMarks, parseBody } from './parse-body.ts'

/** What a thread of the pool runs: it parses the bodies that it is given, and does the work of the layers on them. */

const bodies = new Map<number, HeldBody>()
const codenames = new LRUCache<string, CodenameSnapshot>({ max: MAX_TENANTS })
let detection: DetectionConfig | undefined

parentPort?.on('message', (message: ToThread) => {
  switch (message.type) {
    case 'open':
      return open(message)
    case 'work':
      return void workOn(message)
    case 'drop':
      return void bodies.delete(message.id)
    case 'ping':
      return send({ type: 'pong' })
  }
})

function open({ id, protocol, bytes, user, sealKey, stop }: OpenBody): void {
  try {
    requireAtMost('values', countJsonValues(bytes))
    const json = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const request = parse(protocol, json, sealKey)
    const body = new HeldBody(request, ownerOf(user, stop), (continued) => openMarks(continued, sealKey))
    bodies.set(id, body)
    const { seals } = request
    const opened = { ...headOf(request), ...(seals === undefined ? {} : { seals: { endpoints: seals.endpoints } }) }
    send({ type: 'opened', id, opened, hasFiles: body.hasFiles(json) })
  } catch (cause) {
    send({ type: 'failed', id, failure: failureOf(cause) })
  }
}

function parse(protocol: ProtocolName, json: Buffer, sealKey: KeyObject): LocalRequest {
  switch (protocol) {
    case 'openai-chat':
      return parseBody(PROTOCOLS[protocol], json, sealKey)
    case 'openai-completions':
      return parseBody(PROTOCOLS[protocol], json, sealKey)
    case 'openai-embeddings':
      return parseBody(PROTOCOLS[protocol], json, sealKey)
    case 'openai-responses':
      return parseBody(PROTOCOLS[protocol], json, sealKey)
    case 'anthropic-count-tokens':
      return parseBody(PROTOCOLS[protocol], json, sealKey)
    case 'anthropic-messages':
      return parseBody(PROTOCOLS[protocol], json, sealKey)
  }
}

function ownerOf(user: string, stop: Int32Array): WorkOwner {
  return {
    user,
    clock: systemClock,
    stopReason: new SluiceError('request_aborted'),
    get isStopped() {
      return Atomics.load(stop, 0) === 1
    },
  }
}

async function workOn(message: WorkOnBody): Promise<void> {
  const { id, name } = message
  // Noted before anything is waited for, as the other side does: both must keep the same tenants.
  const known = message.name === 'L2' ? knownOf(message.input) : undefined
  try {
    const body = bodies.get(id)
    if (body === undefined) throw new SluiceError('request_aborted')
    const done = await doneBy(body, message, known)
    // Nobody reads a body again that is masked.
    if (done.name === 'L3') bodies.delete(id)
    send(done, movedWith(done))
  } catch (cause) {
    send({ type: 'failed', id, name, failure: failureOf(cause) })
  }
}

async function doneBy(body: HeldBody, message: WorkOnBody, known: Known | undefined): Promise<WorkDone> {
  const { id } = message
  switch (message.name) {
    case 'L0':
      return { type: 'done', id, name: 'L0', output: await body.L0(message.input) }
    case 'L1':
      return { type: 'done', id, name: 'L1', output: await body.L1(message.input) }
    case 'L2':
      if (known === undefined) throw new Error('What a tenant is to be read for is missing.')
      return { type: 'done', id, name: 'L2', output: await body.L2({ ...message.input, ...known }) }
    case 'external':
      return { type: 'done', id, name: 'external', output: await body.external(message.input) }
    case 'takeFiles':
      return { type: 'done', id, name: 'takeFiles', output: body.takeFiles() }
    case 'readFiles':
      return { type: 'done', id, name: 'readFiles', output: body.readFiles(message.input) }
    case 'continue':
      return { type: 'done', id, name: 'continue', output: body.continue(message.input) }
    case 'copy':
      return { type: 'done', id, name: 'copy', output: body.copy(message.input) }
    case 'L3':
      return { type: 'done', id, name: 'L3', output: await body.L3(message.input) }
  }
}

/** The memory that moves with an answer, so that it is not copied. */
function movedWith(done: WorkDone): readonly TransferListItem[] {
  if (done.name === 'takeFiles') return done.output.map(({ buffer }) => buffer)
  const bytes = done.name === 'L3' ? done.output.masked : done.name === 'copy' ? done.output.body : undefined
  return bytes?.buffer instanceof ArrayBuffer ? [bytes.buffer] : []
}

type Known = Pick<BodyWork['L2']['input'], 'codenames' | 'detection'>

/** What the thread was sent now or before. */
function knownOf({ tenant, ...sent }: (WorkOnBody & { name: 'L2' })['input']): Known | undefined {
  if (sent.codenames !== undefined) codenames.set(tenant, sent.codenames)
  if (sent.detection !== undefined) detection = sent.detection
  const terms = codenames.get(tenant)
  return terms === undefined || detection === undefined ? undefined : { codenames: terms, detection }
}

function failureOf(cause: unknown): Failure {
  if (cause instanceof SluiceError) return { refusal: cause.refusal }
  // The first line is the message, which may quote the body.
  return { stack: cause instanceof Error ? (cause.stack ?? '').split('\n').slice(1).join('\n') : '' }
}

function send(message: FromThread, transferred: readonly TransferListItem[] = []): void {
  parentPort?.postMessage(message, transferred)
}
