import type { ServerResponse } from 'node:http'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { ArmedGate } from './gate.ts'
import type { StubAnswer, StubFault } from './reply.ts'
import type { StubRequest } from './request-log.ts'
import { type StubWire, wireOf } from './wire.ts'

const DEFAULT_AFTER_FRAMES = 2

/** Sends an answer, with its faults, delays, splits and the gate. Returns early when the client has left. */
export async function sendAnswer(
  response: ServerResponse,
  request: StubRequest,
  answer: StubAnswer,
  gate?: ArmedGate,
): Promise<void> {
  const { fault, headersDelayMs } = answer
  if (headersDelayMs !== undefined) await sleep(headersDelayMs)
  if (fault?.type === 'hang-before-headers') return
  if (fault?.type === 'reset-before-headers') return reset(response)
  if (fault?.type === 'status') return sendStatus(response, fault)
  if (answer.rawBody !== undefined) return await sendRaw(response, request, answer, Buffer.from(answer.rawBody))
  if (request.stream) return await sendStream(response, request, answer, gate)
  return await sendJson(response, request, answer)
}

function sendStatus(response: ServerResponse, fault: StubFault & { type: 'status' }): void {
  const { status, headers } = fault
  const body = fault.body ?? { error: { message: `Stub fault ${status}`, type: 'stub_error', param: null, code: null } }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text)
}

async function sendRaw(response: ServerResponse, request: StubRequest, answer: StubAnswer, body: Buffer) {
  response.writeHead(200, {
    'content-type': request.stream ? 'text/event-stream' : 'application/json',
    ...answer.headers,
  })
  await byteWriter(response, answer)(body)
  response.end()
}

async function sendJson(response: ServerResponse, request: StubRequest, answer: StubAnswer): Promise<void> {
  const text = JSON.stringify(wireOf(request.path).whole(answer, request))
  const half = text.slice(0, text.length / 2)
  const { fault, byteCuts, bytesPerWrite } = answer
  if (fault?.type === 'reset-mid-stream' || fault?.type === 'hang-mid-stream') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
    await written(response, half)
    if (fault.type === 'reset-mid-stream') reset(response)
    return
  }
  const body = Buffer.from(fault?.type === 'malformed-json' ? half : text)
  if (byteCuts !== undefined || bytesPerWrite !== undefined) return await sendRaw(response, request, answer, body)
  const headers = { 'content-type': 'application/json', 'content-length': body.length, ...answer.headers }
  response.writeHead(200, headers).end(body)
}

async function sendStream(response: ServerResponse, request: StubRequest, answer: StubAnswer, gate?: ArmedGate) {
  const wire = wireOf(request.path)
  const frames = wire.frames(answer, request)
  const { fault, frameDelayMs, byteCuts, bytesPerWrite, headers } = answer
  const mediaType = wire.mediaType ?? 'text/event-stream'
  response.writeHead(200, { 'content-type': mediaType, 'cache-control': 'no-cache', ...headers })
  const isPlain = [fault, frameDelayMs, byteCuts, bytesPerWrite, gate].every((option) => option === undefined)
  if (isPlain) {
    for (const frame of frames) response.write(frame)
    response.end(wire.end)
    return
  }
  // Headers reach the client even when the first frame is held back.
  response.flushHeaders()
  const writeBytes = byteWriter(response, answer)
  const faultAt = fault !== undefined && 'afterFrames' in fault ? fault.afterFrames : DEFAULT_AFTER_FRAMES
  for (const [index, frame] of frames.entries()) {
    if (gate?.afterFrames === index) await gate.pass(request)
    if (fault !== undefined && index === faultAt && (await strike(response, fault, wire, writeBytes))) return
    if (response.destroyed) return
    if (frameDelayMs !== undefined && index > 0) await sleep(frameDelayMs)
    await writeBytes(Buffer.from(frame))
  }
  if (gate !== undefined && gate.afterFrames >= frames.length) await gate.pass(request)
  if (fault !== undefined && (faultAt ?? DEFAULT_AFTER_FRAMES) >= frames.length) {
    if (await strike(response, fault, wire, writeBytes)) return
  }
  if (fault?.type !== 'no-done' && wire.end !== '') await writeBytes(Buffer.from(wire.end))
  response.end()
}

type WriteBytes = (bytes: Buffer) => Promise<void>

/** Lets a fault happen between two frames; true means that nothing more may be sent. */
async function strike(
  response: ServerResponse,
  fault: StubFault,
  wire: StubWire,
  writeBytes: WriteBytes,
): Promise<boolean> {
  switch (fault.type) {
    case 'reset-mid-stream':
      reset(response)
      return true
    case 'hang-mid-stream':
      return true
    case 'malformed-json':
      await writeBytes(Buffer.from(wire.brokenEvent))
      return false
    case 'malformed-sse':
      await writeBytes(Buffer.from('<html>502 Bad Gateway</html>\n\n'))
      return false
    case 'error-frame': {
      await writeBytes(Buffer.from(wire.errorFrame(fault.message ?? 'The model failed in mid-stream.')))
      response.end()
      return true
    }
    default:
      return false
  }
}

/**
 * Splits what is written at the asked byte offsets of the whole body. Each piece is an HTTP chunk of its own, which
 * clients on llhttp (Node, undici) hand on as a separate `data` event.
 */
function byteWriter(response: ServerResponse, { byteCuts = [], bytesPerWrite }: StubAnswer): WriteBytes {
  const cuts = [...byteCuts].sort((a, b) => a - b)
  let offset = 0
  return async (bytes) => {
    const end = offset + bytes.length
    const inside = bytesPerWrite === undefined ? cuts : multiples(bytesPerWrite, offset, end)
    const bounds = [offset, ...inside.filter((cut) => cut > offset && cut < end), end]
    for (const [index, start] of bounds.slice(0, -1).entries()) {
      if (response.destroyed) return
      await written(response, bytes.subarray(start - offset, (bounds[index + 1] ?? end) - offset))
      await nextTurn()
    }
    offset = end
  }
}

function multiples(step: number, from: number, to: number): number[] {
  const first = Math.floor(from / step) + 1
  return Array.from({ length: Math.max(0, Math.ceil(to / step) - first) }, (_, index) => (first + index) * step)
}

async function written(response: ServerResponse, bytes: string | Buffer): Promise<void> {
  await new Promise<void>((resolve) => {
    response.write(bytes, () => resolve())
  })
}

function reset(response: ServerResponse): void {
  response.socket?.resetAndDestroy()
}
