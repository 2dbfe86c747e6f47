import type { AttributeName } from '../model/attributes.ts'
import {
  BYTE_LENGTH,
  isSymbolic,
  type LibraryObject,
  memberOfMap,
  textOfValue,
  union,
  type Value,
  type Values,
} from '../model/values.ts'
import { membersOf, type Source } from '../packs/rule-schema.ts'
import { type CallSite, valuesAt } from './call-site.ts'

function toldByRule(v: number): Value {
  return { t: 'num', v, origin: 'rule' }
}

/** What a rule says of the length of bytes is no size that it says of an algorithm. */
function handedOver(value: Value): Value {
  return value.t === 'num' ? { t: 'num', v: value.v } : value
}

/** The values that a rule's source means at a call. */
export function readSource(site: CallSite, source: Source, name: AttributeName): Values {
  if (typeof source === 'string') return [{ t: 'str', v: source }]
  if (typeof source === 'number') return [toldByRule(source)]
  const { otherwise } = source
  if (otherwise !== undefined && !isPassed(site, source)) {
    return typeof otherwise === 'number'
      ? [{ t: 'num', v: otherwise, origin: 'default' }]
      : readSource(site, otherwise, name)
  }
  const raw = rawValues(site, source)
  const members = membersOf(source)
  const inside = members === undefined ? raw : raw.flatMap((value) => firstOf(value, members))
  const wanted = source.attribute ?? name
  const read = inside.flatMap((value) => attributeOf(value, wanted, source.as))
  const mapped = source.map === undefined ? read : read.flatMap((value) => mapValue(value, source.map ?? {}))
  const { among } = source
  return among === undefined ? mapped : mapped.filter((value) => value.t !== 'num' || among.includes(value.v))
}

function rawValues(site: CallSite, source: Exclude<Source, string | number>): Values {
  if (source.receiver) return site.receiver ? [site.receiver] : []
  if (source.calleeName) return [{ t: 'str', v: site.name.slice(site.name.lastIndexOf('.') + 1) }]
  if (source.typeArgument !== undefined) {
    const found = site.typeArguments?.[source.typeArgument]
    // Of a type its name counts, whatever is asked.
    return found?.t === 'obj' ? [{ t: 'ref', path: found.type, sure: found.sure }] : found ? [found] : []
  }
  if (source.args !== undefined) return [{ t: 'list', items: site.args.slice(Number.parseInt(source.args, 10)) }]
  const places = Array.isArray(source.arg) ? source.arg : source.arg === undefined ? [] : [source.arg]
  const members = membersOf(source)
  for (const place of places) {
    const values = valuesAt(site, place)
    const isFit = members === undefined || values.some((value) => members.some((member) => hasProperty(value, member)))
    if (values.length > 0 && isFit) return values
  }
  // Keyword arguments also count as a map behind the others.
  const isBehind = source.property !== undefined && places.includes(site.args.length)
  return isBehind && Object.keys(site.named).length > 0 ? [{ t: 'map', entries: site.named }] : []
}

/** Whether anything is passed in one of a source's places. */
export function isPassed(site: CallSite, source: Exclude<Source, string | number>): boolean {
  const places = Array.isArray(source.arg) ? source.arg : source.arg === undefined ? [] : [source.arg]
  const members = membersOf(source)
  if (members !== undefined) {
    return rawValues(site, source).some((value) => members.some((member) => hasProperty(value, member)))
  }
  return places.some((place) => (typeof place === 'number' ? site.args.at(place) : site.named[place]) !== undefined)
}

/** Of what only the linker knows, every property may be there. */
function hasProperty(value: Value, path: string): boolean {
  const [first = ''] = path.split('.')
  if (value.t === 'list') return value.items.flat().some((item) => hasProperty(item, path))
  return value.t === 'map' ? memberOfMap(value, first).length > 0 : isSymbolic(value) || value.t === 'ref'
}

/** The first of several members that a value has; of what is spread in it or only the linker knows, any of them. */
function firstOf(value: Value, members: readonly string[]): Values {
  if (value.t !== 'map') return union(...members.map((member) => propertyOf(value, member)))
  const own = members.find((member) => Object.hasOwn(value.entries, member.split('.')[0] ?? ''))
  return union(...(own === undefined ? members : [own]).map((member) => propertyOf(value, member)))
}

export function propertyOf(value: Value, path: string): Values {
  let values: Values = [value]
  for (const name of path.split('.')) {
    values = values.flatMap((one): Values => {
      if (one.t === 'map') return memberOfMap(one, name)
      if (one.t === 'list') return one.items.flat().flatMap((item) => (item.t === 'map' ? memberOfMap(item, name) : []))
      const isOpen = one.t === 'ref' || (isSymbolic(one) && one.t !== 'cat')
      return isOpen ? [{ t: 'attr', of: one, name }] : []
    })
  }
  return values
}

function attributeOf(value: Value, name: AttributeName, as: 'bytes' | 'byteLength' | undefined): Values {
  if (value.t === 'unknown') return [value]
  if (value.t === 'list' && as === undefined) return value.items.flat().flatMap((item) => attributeOf(item, name, as))
  if (value.t === 'obj') {
    const own = value.attrs[name] ?? (as === 'byteLength' ? value.attrs.byteLength?.map(handedOver) : undefined)
    if (own !== undefined) return own
    if (name === 'hash') return hashOf(value)
    return name === 'algorithm' ? [{ t: 'ref', path: value.type, sure: value.sure }] : []
  }
  if (as === 'byteLength') {
    if (value.t === 'str') return [{ t: 'num', v: value.v.length * 8 }]
    if (value.t === 'bytes') return [{ t: 'num', v: value.count * 8 }]
    return isSymbolic(value) && value.t !== 'cat' ? [{ t: 'attr', of: value, name: BYTE_LENGTH }] : []
  }
  const count = as === 'bytes' ? countOf(value) : undefined
  if (count !== undefined) return [{ t: 'num', v: count * 8 }]
  if (as === 'bytes' && isSymbolic(value)) return [{ t: 'attr', of: value, name: '@bits' }]
  if (value.t === 'bytes' || value.t === 'fn' || value.t === 'cls' || value.t === 'inst') return []
  return isSymbolic(value) || value.t === 'str' || value.t === 'num' || value.t === 'ref' ? [value] : []
}

/** A number of bytes, also as a text. */
function countOf(value: Value): number | undefined {
  if (value.t === 'num') return value.v
  return value.t === 'str' && /^\d{1,4}$/.test(value.v) ? Number(value.v) : undefined
}

/** A hash that is handed over names itself: by its algorithm (`SHA-384`), or by what made it (`crypto/sha512.New`). */
function hashOf({ attrs, type }: LibraryObject): Values {
  return [...(attrs.algorithm ?? []), { t: 'str', v: type }]
}

/** What the linker finds for a value stands for what the map says of it. */
function mappedLater(key: Value, map: Readonly<Record<string, string | number>>): Value {
  const entries = Object.entries(map).map(([name, to]): [string, Values] => [
    name,
    [typeof to === 'number' ? toldByRule(to) : { t: 'str', v: to }],
  ])
  return { t: 'elem', of: { t: 'map', entries: Object.fromEntries(entries) }, key, isExact: true }
}

function mapValue(value: Value, map: Readonly<Record<string, string | number>>): Values {
  if (value.t === 'unknown') return [value]
  const text = value.t === 'ref' ? value.path.slice(value.path.lastIndexOf('.') + 1) : textOfValue(value)
  if (text === undefined) return isSymbolic(value) ? [mappedLater(value, map)] : []
  const to = Object.hasOwn(map, text) ? map[text] : undefined
  if (to === undefined) return []
  return [typeof to === 'number' ? toldByRule(to) : { t: 'str', v: to }]
}
