import { crc32 } from 'node:zlib'

/** A header whose value is a string. */
const STRING_TYPE = 7
const PRELUDE_BYTES = 12
const CHECKSUM_BYTES = 4

/**
 * A frame of an AWS event stream: length, length of the headers and their checksum, headers, payload, checksum.
 *
 * Written from https://docs.aws.amazon.com/transcribe/latest/dg/streaming-setting-up.html#streaming-event-stream, read
 * in November 2026.
 */
function encodeFrame(headers: Readonly<Record<string, string>>, payload: Uint8Array): Uint8Array {
  const encoded = Buffer.concat(
    Object.entries(headers).map(([name, value]) => {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(Buffer.byteLength(value))
      return Buffer.concat([
        Buffer.from([name.length]),
        Buffer.from(name),
        Buffer.from([STRING_TYPE]),
        length,
        Buffer.from(value),
      ])
    }),
  )
  const frame = Buffer.alloc(PRELUDE_BYTES + encoded.length + payload.length + CHECKSUM_BYTES)
  frame.writeUInt32BE(frame.length, 0)
  frame.writeUInt32BE(encoded.length, 4)
  frame.writeUInt32BE(crc32(frame.subarray(0, 8)), 8)
  frame.set(encoded, PRELUDE_BYTES)
  frame.set(payload, PRELUDE_BYTES + encoded.length)
  frame.writeUInt32BE(crc32(frame.subarray(0, -CHECKSUM_BYTES)), frame.length - CHECKSUM_BYTES)
  return frame
}

/** An event with its JSON, padded as Bedrock pads it. */
export function eventFrame(type: string, payload: object): Uint8Array {
  const headers = { ':event-type': type, ':content-type': 'application/json', ':message-type': 'event' }
  return encodeFrame(headers, Buffer.from(JSON.stringify({ ...payload, p: 'abcdefgh' })))
}

/** An event whose JSON is broken. */
export function brokenEventFrame(): Uint8Array {
  const headers = { ':event-type': 'contentBlockDelta', ':content-type': 'application/json', ':message-type': 'event' }
  return encodeFrame(headers, Buffer.from('{"delta":{"text":'))
}

export function exceptionFrame(type: string, payload: object): Uint8Array {
  const headers = { ':exception-type': type, ':content-type': 'application/json', ':message-type': 'exception' }
  return encodeFrame(headers, Buffer.from(JSON.stringify(payload)))
}
