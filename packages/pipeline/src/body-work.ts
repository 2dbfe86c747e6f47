import {
  canonicalJson,
  type EntityFinding,
  type FileForm,
  type ResidualAction,
  SluiceError,
  type ThreatFinding,
  UNREAD_FILE,
} from '@sluice/contracts'
import type { Awaitable } from './layer.ts'
import { classifySteps, DOCUMENT, orderIdentityOf } from './layers/l0-intercept/index.ts'
import { excerptOf, lookTwice } from './layers/l1-semantic/index.ts'
import {
  firstLookAt,
  type RequestReading,
  residualOf,
  ScanMemo,
  secondLookSteps,
  sensitivitySteps,
  sumUpSteps,
  TenantRecognizers,
  textsForOthers,
  withExternal,
} from './layers/l2-sensitivity/index.ts'
import { writeMaskedSteps } from './layers/l3-tokenize/index.ts'
import {
  type BodyWork,
  continueResponses,
  type Excerpts,
  isConversation,
  type LocalRequest,
  mayHoldFiles,
  ordersOf,
  providerToolsOf,
  type ReadFiles,
  type RequestHead,
  type Residual,
  type ResponsesHistory,
  referencesIn,
  unreadFiles,
  withTextOfFiles,
} from './request/index.ts'
import { type SlicedWork, workInSlices } from './run/slice-queue.ts'
import type { WorkOwner } from './run/work-owner.ts'

/** What the gateway's own thread reads of a body that stays where it is. */
export function headOf(request: LocalRequest): RequestHead {
  switch (request.kind) {
    case 'chat': {
      const { model, stream, stream_options, n } = request.body
      return { kind: 'chat', body: { model, stream, stream_options, n } }
    }
    case 'responses': {
      const { model, stream, store, previous_response_id } = request.body
      const references = referencesIn(request.body)
      return { kind: 'responses', body: { model, stream, store, previous_response_id, references } }
    }
    case 'messages': {
      const { model, stream } = request.body
      return { kind: 'messages', body: { model, stream } }
    }
    case 'token-count':
      return { kind: 'token-count', body: { model: request.body.model } }
    case 'embeddings': {
      const { model, encoding_format, input } = request.body
      const texts = typeof input === 'string' ? 1 : input.length
      return { kind: 'embeddings', body: { model, encoding_format, texts } }
    }
    case 'tool-call':
    case 'tool-result':
      throw new Error('Calls of tools stay where they are.')
  }
}

/** Compiled once for each thread. */
const recognizers = new TenantRecognizers()
/** What this thread has looked at before. */
const memo = new ScanMemo()

/** Each layer's work on a body, in the thread that holds it. It throws or rejects as the layer would. */
type WorkHere = {
  readonly [Name in keyof BodyWork]: (input: BodyWork[Name]['input']) => Awaitable<BodyWork[Name]['output']>
}

type OpenSeals = (request: LocalRequest) => LocalRequest

/** A body in the thread that holds it. All work on it is done in turns with other bodies. */
export class HeldBody implements WorkHere {
  #request: LocalRequest
  readonly #owner: WorkOwner
  readonly #openSeals: OpenSeals
  #first: FirstLook | undefined
  /** Kept where recognizers outside the gateway are asked as well. */
  #toJoin: { readonly reading: RequestReading; readonly input: BodyWork['L2']['input'] } | undefined
  /** Of the files that were taken last. */
  #taken: readonly string[] = []
  #files: ReadFiles = new Map()
  #form: FileForm = 'as-is'
  #mayHoldFiles = false
  #isForApprovers = false
  /** The signs of an attack that guard models may be asked about. */
  #doubts: readonly ThreatFinding[] | undefined

  /** @param openSeals takes the marks off what providers have sealed for the user. */
  constructor(request: LocalRequest, owner: WorkOwner, openSeals: OpenSeals = (opened) => opened) {
    this.#request = request
    this.#owner = owner
    this.#openSeals = openSeals
  }

  continue(history: BodyWork['continue']['input']): BodyWork['continue']['output'] {
    if (this.#request.kind !== 'responses') throw new Error('Only responses are continued.')
    // Written by this service: see `ResponsesHistory`.
    const parsed: ResponsesHistory = JSON.parse(history)
    const { request, names } = continueResponses(this.#request, parsed)
    this.#request = this.#withFiles(this.#openSeals(request))
    return { endpoints: [...(this.#request.seals?.endpoints ?? [])], names, hasFiles: this.hasFiles(history) }
  }

  /** Whether it holds files that were not read yet; `json` is what has come in of it since the last call. */
  hasFiles(json: Buffer | string): boolean {
    this.#mayHoldFiles ||= mayHoldFiles(json)
    return this.#mayHoldFiles && unreadFiles(this.#request).length > 0
  }

  takeFiles(): BodyWork['takeFiles']['output'] {
    const files = unreadFiles(this.#request)
    this.#taken = files.map(({ written }) => written)
    return files.map(({ octets }) => Uint8Array.from(octets()))
  }

  readFiles({ texts, form }: BodyWork['readFiles']['input']): undefined {
    if (texts.length !== this.#taken.length) throw new Error('Other files were taken.')
    this.#files = new Map([
      ...this.#files,
      ...this.#taken.map((written, at) => [written, texts[at] ?? UNREAD_FILE] as const),
    ])
    this.#form = form
    this.#request = this.#withFiles(this.#request)
  }

  #withFiles(request: LocalRequest): LocalRequest {
    const read = this.#files.size === 0 ? request : { ...request, files: this.#files }
    return this.#form === 'text' ? withTextOfFiles(read) : read
  }

  async L0(declared: BodyWork['L0']['input']): Promise<BodyWork['L0']['output']> {
    const request = this.#request
    if (request.kind === 'embeddings') throw new Error('A document is no order.')
    const providerTools = providerToolsOf(request)
    if (!isConversation(request)) return { ...DOCUMENT, providerTools }
    return { ...(await workInSlices(classifySteps(ordersOf(request), declared), this.#owner)), providerTools }
  }

  async L1(input: BodyWork['L1']['input']): Promise<BodyWork['L1']['output']> {
    const signs = await lookTwice(this.#request, input, this.#owner)
    const { observe, block } = input.thresholds
    const isUnsure = signs.confidence >= observe && signs.confidence < block
    this.#doubts = input.forGuards && isUnsure ? signs.threats : undefined
    return signs
  }

  async L2(input: BodyWork['L2']['input']): Promise<BodyWork['L2']['output']> {
    const { tenant, codenames, session, residualAction } = input
    const detection = recognizers.of(tenant, codenames, input.detection)
    const known = memo.of(session)
    const work = sensitivitySteps(this.#request, detection, { ...input, known })
    const found = await workInSlices(work, this.#owner)
    const { findings, left, sentences, tile, reading, told } = found
    this.#first = { findings, left, sentences, detection, known, residualAction }
    if (input.forOthers !== true) return { tile, findings: findings.length, told }
    this.#toJoin = { reading, input }
    return { tile, findings: findings.length, told, forOthers: textsForOthers(this.#request, found) }
  }

  async external(spans: BodyWork['external']['input']): Promise<BodyWork['external']['output']> {
    if (this.#first === undefined || this.#toJoin === undefined)
      throw new Error('Nobody has asked for the texts of this body.')
    const { detection } = this.#first
    const joined = withExternal(this.#request, this.#toJoin.reading, spans, detection)
    const work = sumUpSteps(this.#request, joined, detection, this.#toJoin.input)
    const { findings, tile, told } = await workInSlices(work, this.#owner)
    this.#first = { ...this.#first, findings }
    this.#toJoin = undefined
    return { tile, findings: findings.length, told }
  }

  copy(maxBytes: BodyWork['copy']['input']): BodyWork['copy']['output'] {
    this.#isForApprovers = true
    return copyOf(this.#request, maxBytes)
  }

  L3(keys: BodyWork['L3']['input']): Awaitable<BodyWork['L3']['output']> {
    if (this.#first === undefined) throw new Error('Nobody has looked for sensitive values in this body.')
    // People read what is masked behind a copy: what the second look is sure of is masked there whatever is set.
    const first = this.#isForApprovers ? { ...this.#first, residualAction: 'mask' as const } : this.#first
    return workInSlices(maskedTwiceSteps(this.#request, first, keys, this.#doubts), this.#owner)
  }
}

/** What L2 has seen of a body, for L3 and for its own second look. */
interface FirstLook extends Pick<Parameters<typeof secondLookSteps>[1], 'left' | 'sentences' | 'detection' | 'known'> {
  readonly findings: readonly EntityFinding[]
  readonly residualAction: ResidualAction
}

/** L3's work with L2's second look right behind its masking, so that what leaves is written once. */
function* maskedTwiceSteps(
  before: LocalRequest,
  { findings, residualAction, ...first }: FirstLook,
  keys: BodyWork['L3']['input'],
  doubts: readonly ThreatFinding[] | undefined,
): SlicedWork<BodyWork['L3']['output']> {
  let residual: Residual | undefined
  let excerpts: Excerpts | undefined
  function* lookAgain(masked: LocalRequest) {
    const look = yield* secondLookSteps(masked, { ...first, before, above: -1 })
    residual = residualOf(look, residualAction)
    return residualAction === 'mask' ? look.findings : []
  }
  const written = yield* writeMaskedSteps(before, findings, keys, lookAgain, (masked) => {
    if (doubts !== undefined)
      excerpts = { written: excerptOf(before, doubts), masked: excerptOf(masked, doubts, before) }
  })
  if (residual === undefined) throw new Error('Nobody has looked at this body again.')
  return { ...written, residual, excerpts }
}

/** All of L3's work on a body that is here, in turns with other text work. */
export function maskHere(
  request: LocalRequest,
  findings: readonly EntityFinding[],
  keys: BodyWork['L3']['input'],
  owner: WorkOwner,
): Awaitable<Omit<BodyWork['L3']['output'], 'residual' | 'excerpts'>> {
  return workInSlices(writeMaskedSteps(request, findings, keys), owner)
}

/**
 * The same for a copy that people read: L2 looks at it once more, and what it is sure of is masked as well. Throws
 * where L2 has not seen the request.
 */
export function maskForApprovers(...[request, findings, keys, owner]: Parameters<typeof maskHere>) {
  const first = firstLookAt(request)
  const work = writeMaskedSteps(request, findings, keys, function* (masked) {
    const look = yield* secondLookSteps(masked, { ...first, before: request, above: -1 })
    return look.findings
  })
  return workInSlices(work, owner)
}

/** The whole body as it is kept, and the identity of its order. Throws `request_too_large` beyond `maxBytes`. */
export function copyOf(request: LocalRequest, maxBytes: number): BodyWork['copy']['output'] {
  if (!isConversation(request) && request.kind !== 'tool-call') throw new Error('A document is no order.')
  const { body, seals } = request
  const copy = new TextEncoder().encode(canonicalJson(seals === undefined ? body : seals.asSent))
  if (copy.byteLength <= maxBytes) return { body: copy, order: orderIdentityOf(request) }
  const message = `This request needs the approval of a human, and one that waits may have ${maxBytes} bytes at most.`
  throw new SluiceError({ code: 'request_too_large', message })
}
