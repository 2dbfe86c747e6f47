/** The instructions of WebAssembly that the kernel uses (core specification 2.0, appendix "Index of Instructions"). */
const OP = {
  loop: 0x03,
  end: 0x0b,
  brIf: 0x0d,
  get: 0x20,
  set: 0x21,
  constant: 0x41,
  less: 0x49,
  add: 0x6a,
  times: 0x6c,
}
const SIMD = { load: 0x00, loadSplat: 0x09, store: 0x0b, add: 0xe4, times: 0xe6, max: 0xe9 }
const TYPE = { i32: 0x7f, v128: 0x7b, func: 0x60, empty: 0x40 }

/** Tokens, and numbers of a token, that one turn of the kernel makes. */
export const TOKENS_AT_ONCE = 4
const UNITS_AT_ONCE = 8
/** A convolution reads a token, and one on each side of it. */
export const TAPS = 3

/**
 * Adds a convolution of three taps and keeps what is above nothing. All places are in bytes, all rows are of 32-bit
 * floats: `from` is the row of the first tap of the first token, `to` that of the first result.
 */
type Convolve = (
  from: number,
  weights: number,
  biases: number,
  to: number,
  tokens: number,
  inRow: number,
  outRow: number,
  apart: number,
) => void

/** Unsigned LEB128; the constants of the kernel are small enough to be the same as signed numbers. */
function leb(value: number): readonly number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...leb(value >>> 7)]
}

const P = { from: 0, weights: 1, biases: 2, to: 3, tokens: 4, inRow: 5, outRow: 6, apart: 7 }
const L = { token: 8, unit: 9, tap: 10, at: 11, x: 12, w: 13, sums: 14, w0: 22, w1: 23, value: 24 }

const get = (local: number) => [OP.get, ...leb(local)]
const set = (local: number) => [OP.set, ...leb(local)]
const constant = (value: number) => [OP.constant, ...(value < 0x40 ? [value] : [(value & 0x7f) | 0x80, value >>> 7])]
const simd = (code: number) => [0xfd, ...leb(code)]
const load = (code: number, offset: number) => [...simd(code), 2, ...leb(offset)]
const add = (local: number, by: readonly number[]) => [...get(local), ...by, OP.add, ...set(local)]

/** Does the body once, and again as long as the local is less than the limit. */
function loop(body: readonly number[], local: number, limit: readonly number[]): readonly number[] {
  return [OP.loop, TYPE.empty, ...body, ...get(local), ...limit, OP.less, OP.brIf, 0, OP.end]
}

/** The sum of one token and one half of the units that are made at once. */
const sumAt = (token: number, half: number) => L.sums + token * 2 + half
const TOKENS = [0, 1, 2, 3]
const HALVES = [0, 1]

function kernelBody(): readonly number[] {
  const begin = TOKENS.flatMap((token) =>
    HALVES.flatMap((half) => [
      ...[...get(P.biases), ...get(L.unit), OP.add, ...load(SIMD.load, half * 16)],
      ...set(sumAt(token, half)),
    ]),
  )
  const rowOf = (token: number) =>
    token === 0 ? get(L.x) : [...get(L.x), ...constant(token), ...get(P.inRow), OP.times, OP.add]
  const multiply = [
    ...[...get(L.w), ...load(SIMD.load, 0), ...set(L.w0), ...get(L.w), ...load(SIMD.load, 16), ...set(L.w1)],
    ...TOKENS.flatMap((token) => [
      ...[...rowOf(token), ...load(SIMD.loadSplat, 0), ...set(L.value)],
      ...HALVES.flatMap((half) => [
        ...[...get(sumAt(token, half)), ...get(L.value), ...get(half === 0 ? L.w0 : L.w1), ...simd(SIMD.times)],
        ...[...simd(SIMD.add), ...set(sumAt(token, half))],
      ]),
    ]),
    ...add(L.x, constant(4)),
    ...add(L.w, get(P.outRow)),
    ...add(L.at, constant(4)),
  ]
  const tap = [
    ...[...constant(0), ...set(L.at)],
    // x = from + (token + tap * apart) * inRow
    ...[...get(P.from), ...get(L.token), ...get(L.tap), ...get(P.apart), OP.times, OP.add],
    ...[...get(P.inRow), OP.times, OP.add, ...set(L.x)],
    ...loop(multiply, L.at, get(P.inRow)),
    ...add(L.tap, constant(1)),
  ]
  const store = TOKENS.flatMap((token) =>
    HALVES.flatMap((half) => [
      ...[...get(P.to), ...get(L.token), ...constant(token), OP.add, ...get(P.outRow), OP.times, OP.add],
      ...[...get(L.unit), OP.add, ...get(sumAt(token, half)), ...simd(0x0c), ...Array.from({ length: 16 }, () => 0)],
      ...[...simd(SIMD.max), ...load(SIMD.store, half * 16)],
    ]),
  )
  const units = [
    ...begin,
    ...[...constant(0), ...set(L.tap), ...get(P.weights), ...get(L.unit), OP.add, ...set(L.w)],
    ...loop(tap, L.tap, constant(TAPS)),
    ...store,
    ...add(L.unit, constant(UNITS_AT_ONCE * 4)),
  ]
  const tokens = [
    ...[...constant(0), ...set(L.unit)],
    ...loop(units, L.unit, get(P.outRow)),
    ...add(L.token, constant(TOKENS_AT_ONCE)),
  ]
  return [...loop(tokens, L.token, get(P.tokens)), OP.end]
}

/** A module with a memory of so many pages of 64 KiB and the one function `convolve`. */
function moduleBytes(pages: number): Uint8Array<ArrayBuffer> {
  const section = (id: number, content: readonly number[]) => [id, ...leb(content.length), ...content]
  const name = (text: string) => [text.length, ...Array.from(text, (letter) => letter.charCodeAt(0))]
  const locals = [2, 6, TYPE.i32, 11, TYPE.v128]
  const body = [...locals, ...kernelBody()]
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, TYPE.func, 8, ...Array.from({ length: 8 }, () => TYPE.i32), 0]),
    ...section(3, [1, 0]),
    ...section(5, [1, 0, ...leb(pages)]),
    ...section(7, [2, ...name('memory'), 2, 0, ...name('convolve'), 0, 0]),
    ...section(10, [1, ...leb(body.length), ...body]),
  ])
}

/** The kernel, with a memory of its own. Throws where the processor has no vectors of 128 bits. */
export function createKernel(bytes: number): { readonly memory: ArrayBuffer; readonly convolve: Convolve } {
  const { WebAssembly } = globalThis as unknown as WithWebAssembly
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(moduleBytes(Math.ceil(bytes / 65_536))))
  return { memory: exports.memory.buffer, convolve: exports.convolve }
}

/** What Node has and its types leave to the browser's. */
interface WithWebAssembly {
  readonly WebAssembly: {
    readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object
    readonly Instance: new (
      module: object,
    ) => { readonly exports: { readonly memory: { readonly buffer: ArrayBuffer }; readonly convolve: Convolve } }
  }
}
