/** A tile of the tree: up to 256 hashes that stand beside each other at one level. */
export interface TileName {
  /** 0 is that of the leaves; each hash of a level stands for a full tile of the one below. `entries` has entries. */
  readonly level: number | 'entries'
  readonly index: number
  /** How many hashes it has, 1 to 256; 256 is a full tile. */
  readonly width: number
}

/** Hashes in a full tile. */
export const TILE_WIDTH = 256
/** A tile stands for so many levels of the tree. */
export const TILE_HEIGHT = 8
const HIGHEST_LEVEL = 63

/**
 * The path of a tile below the prefix of its log, for example `tile/0/x001/x234/067.p/8`.
 *
 * Source: C2SP tlog-tiles v0.1.0, "Merkle Tree".
 */
export function pathOfTile({ level, index, width }: TileName): string {
  const digits = String(index)
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/.{3}/g) ?? []
  const path = groups.map((group, at) => (at === groups.length - 1 ? group : `x${group}`)).join('/')
  return `tile/${level}/${path}${width === TILE_WIDTH ? '' : `.p/${width}`}`
}

const PATH = /^tile\/(entries|0|[1-9]\d?)\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/

/** Reads such a path; undefined for anything else. One tile has one path. */
export function readTilePath(path: string): TileName | undefined {
  const [, levelText = '', indexText = '', widthText] = PATH.exec(path) ?? []
  const level = levelText === 'entries' ? ('entries' as const) : Number(levelText)
  const name: TileName = {
    level,
    index: Number(indexText.replaceAll(/[x/]/g, '')),
    width: Number(widthText ?? TILE_WIDTH),
  }
  const isTile = (level === 'entries' || level <= HIGHEST_LEVEL) && name.width <= TILE_WIDTH
  return isTile && pathOfTile(name) === path ? name : undefined
}

/** The entries of a bundle, each behind its length in two bytes. Source: the same, "Log entries". */
export function bundleEntries(entries: readonly Uint8Array[]): Uint8Array {
  const bundle = new Uint8Array(entries.reduce((length, entry) => length + 2 + entry.length, 0))
  const view = new DataView(bundle.buffer)
  let offset = 0
  for (const entry of entries) {
    if (entry.length > 0xffff) throw new RangeError('An entry of a log has at most 65,535 bytes.')
    view.setUint16(offset, entry.length)
    bundle.set(entry, offset + 2)
    offset += 2 + entry.length
  }
  return bundle
}
