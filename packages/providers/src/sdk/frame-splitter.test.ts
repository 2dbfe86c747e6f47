import { array as arrayOf, assert, constant, integer, property, uint8Array } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FrameSplitter } from './frame-splitter.ts'

const MAX = 256

/** A frame as far as the splitter looks: its length, then anything. */
function frameOf(rest: Uint8Array): Buffer {
  const frame = Buffer.concat([Buffer.alloc(4), Buffer.alloc(12), rest])
  frame.writeUInt32BE(frame.length)
  return frame
}

describe('frames', () => {
  it('come out whole, however the bytes come', () => {
    assert(
      property(
        arrayOf(uint8Array({ maxLength: 200 }), { maxLength: 12 }),
        arrayOf(integer({ min: 1, max: 40 })),
        (rests, cuts) => {
          const frames = rests.map(frameOf)
          const splitter = new FrameSplitter(MAX)
          const out: Uint8Array[] = []
          let left: Uint8Array = Buffer.concat(frames)
          for (let turn = 0; left.length > 0; turn += 1) {
            const piece = left.subarray(0, cuts[turn % Math.max(1, cuts.length)] ?? 7)
            left = left.subarray(piece.length)
            out.push(...(splitter.push(piece) ?? []))
          }
          expect(out.map((frame) => Buffer.from(frame).toString('hex'))).toEqual(
            frames.map((frame) => frame.toString('hex')),
          )
          expect(splitter.isInFrame).toBe(false)
        },
      ),
    )
  })

  it.each([0, 15, MAX + 1, 0xffff_ffff])('that say they have %i bytes are refused', (length) => {
    const said = Buffer.alloc(4)
    said.writeUInt32BE(length)
    expect(new FrameSplitter(MAX).push(said)).toBeUndefined()
  })

  it('that are not whole are held', () => {
    assert(
      property(integer({ min: 1, max: 31 }), constant(frameOf(Buffer.alloc(16))), (length, frame) => {
        const splitter = new FrameSplitter(MAX)
        expect(splitter.push(frame.subarray(0, length))).toEqual([])
        expect(splitter.isInFrame).toBe(true)
        expect(splitter.push(frame.subarray(length))).toEqual([frame])
      }),
    )
  })
})
