import { partOfPlace } from '../findings/parts.ts'
import type { Detection, UnresolvedCalls } from '../model/detection.ts'
import type { FileSummary, Sighting } from '../model/file-summary.ts'
import type { NameReader } from '../packs/interpret-name.ts'
import { settingOf } from '../walk/setting.ts'
import { type Resolved, textOf } from './resolved.ts'

const MAX_PLACES = 100

/**
 * How many of the algorithms that a call may use are known. A text is known, and so is an object that is made there,
 * also one that no pack describes; a name only where packs know it. Beside the default of a setting, what the setting
 * says is no question of the code.
 */
export function knownOf(algorithms: readonly Resolved[], names: NameReader): 'all' | 'some' | 'none' {
  const open = algorithms.filter(({ value }) => !isKnown(value, names))
  if (open.length === algorithms.length) return 'none'
  const isConfigured = open.some(({ value }) => value.t === 'unknown' && value.why === 'configured')
  return open.length === 0 || isConfigured ? 'all' : 'some'
}

function isKnown(value: Resolved['value'], names: NameReader): boolean {
  const text = textOf(value)
  return value.t === 'inst' || (text !== undefined && (value.t !== 'ref' || names.knows(text)))
}

interface UnresolvedCall {
  readonly file: string
  readonly line: number
  readonly library: string
  readonly setting: Detection['setting']
  /** Other algorithms are known that it may use. */
  readonly isPartly: boolean
}

/** Gathers calls that are handed an algorithm which nothing tells. */
export class UnresolvedIndex {
  readonly #open = new Map<string, UnresolvedCall>()
  /** Calls of which some rule knows what they use. */
  readonly #settled = new Set<string>()

  /** Of several rules that speak of a call, one that knows is enough. */
  add(summary: FileSummary, { library, place, call, isAsked }: Sighting, known: 'all' | 'some' | 'none' | undefined) {
    const { file } = summary
    const key = `${file} ${call ?? place.line}`
    if (known === 'all') this.#settled.add(key)
    if (!isAsked || known === 'all' || known === undefined) return
    const isPartly = known === 'some'
    if (this.#open.has(key) && !isPartly) return
    const byPath = settingOf(file)
    const setting = byPath === 'product' ? (summary.setting ?? byPath) : byPath
    this.#open.set(key, { file, line: place.line, library, setting, isPartly })
  }

  /** By library and part, one for each line. A line on which something was found leaves no more open. */
  groups(detections: readonly Detection[]): readonly UnresolvedCalls[] {
    const told = new Set(detections.map(({ file, line }) => `${file}:${line}`))
    const groups = new Map<string, UnresolvedCalls & { count: number; readonly places: string[] }>()
    for (const [key, call] of this.#open) {
      const place = `${call.file}:${call.line}`
      if (!call.isPartly && (this.#settled.has(key) || told.has(place))) continue
      told.add(place)
      const part = partOfPlace(call)
      const name = `${part} ${call.library}`
      const group = groups.get(name) ?? { library: call.library, part, count: 0, places: [] }
      groups.set(name, group)
      group.count += 1
      if (group.places.length < MAX_PLACES) group.places.push(place)
    }
    return [...groups.values()].sort((a, b) => b.count - a.count || (a.library < b.library ? -1 : 1))
  }
}
