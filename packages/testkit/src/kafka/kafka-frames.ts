/** A request or an answer of Kafka's protocol, with its length in front. */
export type Frame = Buffer<ArrayBuffer>

const METADATA = 3
const FIND_COORDINATOR = 10
export const PRODUCE = 0

/** What tells a request from others: which it is, in which version, and the id that its answer has. */
export interface RequestHead {
  readonly api: number
  readonly version: number
  readonly correlation: number
}

/** Takes a stream apart into frames. */
export function framesOf(onFrame: (frame: Frame) => void): (chunk: Buffer) => void {
  let rest: Frame = Buffer.alloc(0)
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= 4) {
      const length = rest.readInt32BE(0) + 4
      if (rest.length < length) return
      onFrame(Buffer.from(rest.subarray(0, length)))
      rest = Buffer.from(rest.subarray(length))
    }
  }
}

export function headOf(request: Frame): RequestHead {
  return { api: request.readInt16BE(4), version: request.readInt16BE(6), correlation: request.readInt32BE(8) }
}

export function correlationOf(answer: Frame): number {
  return answer.readInt32BE(4)
}

/** Reads a frame from a place on. */
class Reader {
  readonly #frame: Frame
  at: number

  constructor(frame: Frame, at: number) {
    this.#frame = frame
    this.at = at
  }

  int16(): number {
    this.at += 2
    return this.#frame.readInt16BE(this.at - 2)
  }

  int32(): number {
    this.at += 4
    return this.#frame.readInt32BE(this.at - 4)
  }

  /** A text or bytes of which the length is known; -1 stands for none. */
  take(length: number): Buffer {
    const from = this.at
    this.at += Math.max(length, 0)
    return this.#frame.subarray(from, this.at)
  }
}

/**
 * Writes the ports of a proxy in place of those that brokers advertise, and a controller that is one of them: the mock
 * cluster names none, and producers that number their batches ask for it.
 */
export function rewriteAddresses(answer: Frame, { api, version }: RequestHead, portOf: (port: number) => number): void {
  if (api === METADATA && version >= 1 && version <= 8) rewriteMetadata(answer, version, portOf)
  if (api === FIND_COORDINATOR && version <= 2) rewriteCoordinator(answer, version, portOf)
}

function rewriteMetadata(answer: Frame, version: number, portOf: (port: number) => number): void {
  const reader = new Reader(answer, version >= 3 ? 12 : 8)
  const brokers = reader.int32()
  let controller: number | undefined
  for (let broker = 0; broker < brokers; broker += 1) {
    controller ??= answer.readInt32BE(reader.at)
    reader.int32()
    reader.take(reader.int16())
    rewritePort(answer, reader.at, portOf)
    reader.int32()
    reader.take(reader.int16())
  }
  if (version >= 2) reader.take(reader.int16())
  if (controller !== undefined) answer.writeInt32BE(controller, reader.at)
}

function rewriteCoordinator(answer: Frame, version: number, portOf: (port: number) => number): void {
  const reader = new Reader(answer, version >= 1 ? 12 : 8)
  reader.int16()
  if (version >= 1) reader.take(reader.int16())
  reader.int32()
  reader.take(reader.int16())
  rewritePort(answer, reader.at, portOf)
}

function rewritePort(answer: Frame, at: number, portOf: (port: number) => number): void {
  answer.writeInt32BE(portOf(answer.readInt32BE(at)), at)
}

/**
 * The answer of a broker that has taken nothing of a produce request and gives an error for each partition.
 *
 * Source: Kafka's protocol guide, Produce, versions 3 to 7.
 */
export function refuseProduce(request: Frame, { version, correlation }: RequestHead, error: number): Frame {
  const reader = new Reader(request, 12)
  reader.take(reader.int16())
  reader.take(reader.int16())
  reader.take(6)
  const topics = reader.int32()
  const parts: Buffer[] = [int32(correlation), int32(topics)]
  for (let topic = 0; topic < topics; topic += 1) {
    const name = reader.take(reader.int16())
    const partitions = reader.int32()
    parts.push(int16(name.length), name, int32(partitions))
    for (let partition = 0; partition < partitions; partition += 1) {
      const index = reader.int32()
      reader.take(reader.int32())
      parts.push(int32(index), int16(error), NOWHERE, NOWHERE, ...(version >= 5 ? [NOWHERE] : []))
    }
  }
  const body = Buffer.concat([...parts, int32(0)])
  return Buffer.concat([int32(body.length), body])
}

/** An offset or a time that there is none of: -1 in eight bytes. */
const NOWHERE = Buffer.alloc(8, 0xff)

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeInt16BE(value)
  return bytes
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}
