import {
  type AssessmentOptions,
  type AssessmentRequest,
  type AssessmentSummary,
  ScanFailure,
  type SigningKeys,
  type View,
} from '../engine.ts'
import type { EngineSettings, FromEngine, ToEngine } from './engine-protocol.ts'

/** The engine inside its process. */
export interface LocalEngine {
  assess(request: AssessmentRequest, options: AssessmentOptions): Promise<HeldProject>
  readonly keys: SigningKeys
}

export interface HeldProject {
  readonly summary: AssessmentSummary
  render(view: View): Promise<Uint8Array<ArrayBuffer>>
}

/** Bytes of one part of a document: taken in by the listening process in well under a millisecond. */
const PART_BYTES = 262_144

/** Makes what answers the calls to an engine; the engine is composed when its settings come. */
export function serveEngine(
  compose: (settings: EngineSettings) => Promise<LocalEngine>,
  send: (message: FromEngine) => void,
): (message: ToEngine) => void {
  const projects = new Map<number, HeldProject>()
  const running = new Map<number, AbortController>()
  const { promise: engine, resolve: engineIs, reject: noEngine } = Promise.withResolvers<LocalEngine>()
  // Returned to the caller.
  engine.catch(() => {})

  async function answer(call: number, work: () => Promise<FromEngine>): Promise<void> {
    try {
      send(await work())
    } catch (error) {
      const reason = error instanceof ScanFailure ? { reason: error.reason } : {}
      send({
        kind: 'failed',
        call,
        error: error instanceof Error ? error : new Error('no error was thrown'),
        ...reason,
      })
    }
  }

  async function assess(call: number, request: AssessmentRequest): Promise<FromEngine> {
    const controller = new AbortController()
    running.set(call, controller)
    const onProgress: AssessmentOptions['onProgress'] = (progress) => send({ kind: 'progress', call, progress })
    try {
      const project = await (await engine).assess(request, { signal: controller.signal, onProgress })
      projects.set(call, project)
      return { kind: 'assessed', call, summary: project.summary }
    } finally {
      running.delete(call)
    }
  }

  async function render(call: number, project: number, view: View): Promise<FromEngine> {
    const held = projects.get(project)
    if (held === undefined) throw new Error('the project was released before')
    const bytes = await held.render(view)
    for (let start = 0; start < bytes.length; start += PART_BYTES) {
      send({ kind: 'part', call, bytes: bytes.slice(start, start + PART_BYTES) })
    }
    return { kind: 'rendered', call }
  }

  return (message) => {
    switch (message.kind) {
      case 'start':
        return void compose(message.settings).then(engineIs, noEngine)
      case 'assess':
        return void answer(message.call, () => assess(message.call, message.request))
      case 'abort':
        return void running.get(message.call)?.abort(new ScanFailure('aborted'))
      case 'render':
        return void answer(message.call, () => render(message.call, message.project, message.view))
      case 'release':
        return void projects.delete(message.project)
      case 'keys':
        return void answer(message.call, async () => ({ kind: 'keys', call: message.call, keys: (await engine).keys }))
    }
  }
}
