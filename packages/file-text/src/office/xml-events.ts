import { UnreadFile } from '../bounds.ts'

/** Sees the elements and texts of an XML document in its order. Names come without their prefix. */
export interface XmlReader {
  open(name: string, attributes: readonly XmlAttribute[]): void
  close(name: string): void
  text(text: string): void
}

export interface XmlAttribute {
  readonly name: string
  readonly value: string
}

/** Deeper than any office program writes. */
const MAX_DEPTH = 512
const ATTRIBUTE = /([^\s=/"'<>]{1,256})\s{0,16}=\s{0,16}(?:"([^"<]*)"|'([^'<]*)')/y
const SPACE = /\s*/y
const NAME = /[^\s/>"'<=]{1,256}/y

const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));|&/gi
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/**
 * Reads XML 1.0 as office programs write it: without a document type, so that nothing expands. Linear, and keeps
 * nothing but the names of the open elements. Comments and instructions are read as text.
 *
 * @throws UnreadFile for a document type, elements that do not match, and what is not well-formed.
 */
export function readXml(xml: string, reader: XmlReader): void {
  const open: string[] = []
  let at = 0
  while (at < xml.length) {
    const tag = xml.indexOf('<', at)
    const end = tag === -1 ? xml.length : tag
    if (end > at) reader.text(decoded(xml.slice(at, end)))
    if (tag === -1) break
    at = markup(xml, tag, open, reader)
  }
  if (open.length > 0) throw new UnreadFile('An element does not end.')
}

/** Reads what begins with `<` and gives the place behind it. */
function markup(xml: string, tag: number, open: string[], reader: XmlReader): number {
  if (xml.startsWith('<?', tag)) return section(xml, tag + 2, '?>', reader, xml.startsWith('<?xml', tag))
  if (xml.startsWith('<!--', tag)) return section(xml, tag + 4, '-->', reader, false)
  if (xml.startsWith('<![CDATA[', tag)) return section(xml, tag + 9, ']]>', reader, false)
  if (xml.startsWith('<!', tag)) throw new UnreadFile('A document type.')
  if (xml.startsWith('</', tag)) {
    const end = xml.indexOf('>', tag)
    const name = end === -1 ? '' : xml.slice(tag + 2, end).trim()
    if (open.pop() !== name) throw new UnreadFile('Elements do not match.')
    reader.close(local(name))
    return end + 1
  }
  return element(xml, tag, open, reader)
}

function section(xml: string, start: number, ending: string, reader: XmlReader, isSkipped: boolean): number {
  const end = xml.indexOf(ending, start)
  if (end === -1) throw new UnreadFile('Markup does not end.')
  if (!isSkipped) reader.text(xml.slice(start, end))
  return end + ending.length
}

function element(xml: string, tag: number, open: string[], reader: XmlReader): number {
  NAME.lastIndex = tag + 1
  const name = NAME.exec(xml)?.[0]
  if (name === undefined || open.length >= MAX_DEPTH) throw new UnreadFile('No element.')
  const attributes: XmlAttribute[] = []
  let at = NAME.lastIndex
  while (true) {
    SPACE.lastIndex = at
    SPACE.exec(xml)
    at = SPACE.lastIndex
    if (xml[at] === '>' || xml.startsWith('/>', at)) break
    ATTRIBUTE.lastIndex = at
    const found = ATTRIBUTE.exec(xml)
    if (found === null) throw new UnreadFile('No attribute.')
    at = ATTRIBUTE.lastIndex
    attributes.push({ name: found[1] ?? '', value: decoded(found[2] ?? found[3] ?? '') })
  }
  reader.open(local(name), attributes)
  if (xml[at] === '>') {
    open.push(name)
    return at + 1
  }
  reader.close(local(name))
  return at + 2
}

/** The name without the prefix of its namespace. */
export function local(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

function decoded(text: string): string {
  if (!text.includes('&')) return text
  return text.replaceAll(ENTITY, (_, decimal?: string, hexadecimal?: string, named?: string) => {
    if (named !== undefined) return NAMED[named.toLowerCase()] ?? ''
    const code = decimal === undefined ? Number.parseInt(hexadecimal ?? 'x', 16) : Number(decimal)
    // An entity of a document type, or a bare sign.
    if (!(code > 0 && code <= 0x10ffff)) throw new UnreadFile('An unknown entity.')
    return String.fromCodePoint(code)
  })
}
