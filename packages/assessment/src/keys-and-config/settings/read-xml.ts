import { placeCounter } from '../fact.ts'
import { type Entry, MAX_DEPTH, MAX_ENTRIES, MAX_VALUE } from './entry.ts'

const ATTRIBUTE = /([A-Za-z_:][\w:.-]{0,80})[ \t\r\n]{0,40}=[ \t\r\n]{0,40}(?:"([^"]{0,8192})"|'([^']{0,8192})')/g

/** The attributes and the short texts of elements. Comments, declarations and CDATA are left out. */
export function readXml(text: string): readonly Entry[] {
  const entries: Entry[] = []
  const open: string[] = []
  const placeOf = placeCounter(text)
  let [blocks, textStart] = [0, -1]
  for (let at = text.indexOf('<'); at >= 0 && entries.length < MAX_ENTRIES; at = text.indexOf('<', at)) {
    if (text.startsWith('<!--', at)) {
      const end = text.indexOf('-->', at + 4)
      if (end < 0) break
      at = end + 3
      continue
    }
    const end = text.indexOf('>', at)
    if (end < 0) break
    const tag = text.slice(at + 1, Math.min(end, at + 32_768))
    const name = /^\/?([A-Za-z_][\w:.-]{0,80})/.exec(tag)?.[1]
    if (name !== undefined && tag.startsWith('/')) {
      const value = textStart < 0 ? '' : text.slice(textStart, Math.min(at, textStart + MAX_VALUE)).trim()
      open.pop()
      if (value !== '') entries.push({ path: [...open], key: name, value, block: blocks, ...placeOf(textStart) })
      textStart = -1
    } else if (name !== undefined && open.length < MAX_DEPTH) {
      blocks += 1
      const path = [...open, name]
      for (const found of tag.matchAll(ATTRIBUTE)) {
        const place = at + 1 + found.index
        const value = found[2] ?? found[3] ?? ''
        entries.push({
          path,
          key: found[1] ?? '',
          value,
          block: blocks,
          ...placeOf(place),
        })
      }
      const isEmpty = tag.endsWith('/')
      if (!isEmpty) open.push(name)
      // What stands between two children is no text of its own.
      textStart = isEmpty ? -1 : end + 1
    }
    at = end + 1
  }
  return entries
}
