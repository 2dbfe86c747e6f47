import { BYTE_LENGTH, memberOfMap, ownOf, type ProjectObject, type Value, type Values } from '../model/values.ts'
import { lastName } from '../packs/last-name.ts'
import { rowsOf } from './resolve-tables.ts'
import { type Origin, type Resolved, type Resolving, textOf } from './resolved.ts'

/** A member of a constant in another file: `Kind.MODULAR.family`, `settings.tls.ciphers`. */
export function ofConstantsMember(r: Resolving, path: string, from: Origin): readonly Resolved[] {
  const cut = path.lastIndexOf('.')
  const owner = path.slice(0, Math.max(0, cut))
  if (!/[./]/.test(owner)) return []
  if (/\.(?:value|rawValue)$/.test(path)) {
    const constants = r.one({ t: 'ref', path: owner, sure: false }, from)
    const plain = constants.filter(({ value }) => value.t === 'str' || value.t === 'num')
    if (plain.length > 0) return plain
  }
  return ownersAt(r, owner, from).flatMap((one) => attribute(r, one, path.slice(cut + 1), from))
}

export function ownersAt(r: Resolving, path: string, from: Origin): readonly Resolved[] {
  const owners = r.one({ t: 'ref', path, sure: false }, from)
  return owners.filter(({ value }) => value.t === 'inst' || value.t === 'map')
}

/** A member of something that other files tell. */
export function ofMember(r: Resolving, { of, name }: Extract<Value, { t: 'attr' }>, from: Origin): readonly Resolved[] {
  const { attribute: _, ...whole } = from
  const found = r.all([of], whole).flatMap((owner) => {
    const inside = attribute(r, owner, name, from)
    return owner.isChosen ? choose(inside) : inside
  })
  // Where no caller tells the object, its declared type still tells the class, and that what its fields are given.
  if (found.length === 0 && of.t === 'param' && of.type !== undefined && !name.startsWith('@')) {
    return r.all(r.index.classes.field(lastName(of.type), name, from.file), from)
  }
  return found
}

/** The elements that the callers' keys choose; all where no key is known. */
export function ofElement(
  r: Resolving,
  { of, key, isExact }: Extract<Value, { t: 'elem' }>,
  from: Origin,
): readonly Resolved[] {
  const { attribute: _, ...whole } = from
  const keys = r.all([key], whole)
  return r.all([of], whole).flatMap(({ value }): readonly Resolved[] => {
    if (value.t !== 'map' && value.t !== 'list') return []
    const open = value.t === 'map' && value.open ? rowsOf(r, value.open, whole) : []
    const chosen = keys.flatMap(({ value: one, trail, made }) => {
      const text = textOf(one) ?? ''
      const found =
        value.t === 'list'
          ? value.items[Number(text)]
          : Object.hasOwn(value.entries, text)
            ? value.entries[text]
            : undefined
      const added = text === '' ? [] : open.filter((row) => row.text === text).map((row) => row.value)
      return found === undefined && added.length === 0
        ? []
        : choose(r.all([...(found ?? []), ...added], { ...from, trail }), made)
    })
    if (chosen.length > 0 || isExact) return chosen
    const all = value.t === 'map' ? Object.values(value.entries).flat() : value.items.flat()
    return r.all([...all, ...open.map((row) => row.value)], from)
  })
}

/** `made`: where the key was written, if that is in a struct that was handed on. */
function choose(found: readonly Resolved[], made?: Resolved['made']): readonly Resolved[] {
  return found.map((one) => (made ? { ...one, made, isOfObject: true as const } : { ...one, isChosen: true as const }))
}

function attribute(r: Resolving, owner: Resolved, name: string, from: Origin): readonly Resolved[] {
  const { value, trail } = owner
  const within = { ...from, trail }
  if (name === '@bits') return value.t === 'num' ? [{ value: { t: 'num', v: value.v * 8 }, trail }] : []
  if (name === BYTE_LENGTH) return lengthOf(r, owner, within)
  if (name === '@called') return constantOf(r, owner, within)
  if (name.startsWith('@')) {
    const wanted = name.slice(1)
    if (value.t !== 'obj') return []
    const found = Object.entries(value.attrs).find(([key]) => key === wanted)?.[1]
    if (found === undefined) return []
    const known = r.all(found, within)
    return value.isConstant ? known : known.map((one) => ({ ...one, isOfObject: true as const }))
  }
  // An element of what nobody knows is nothing, where a member may be a name that says enough.
  const key = /^\[(?<key>.*)\]$/s.exec(name)?.groups?.key
  if (value.t === 'map') {
    const found = r.all(memberOfMap(value, key ?? name), within)
    const { literal } = value
    const place = literal && ownOf(literal.members, key ?? name)
    if (literal === undefined || place === undefined || literal.isReported === true) return found
    return found.map((one) => ({ made: { file: literal.file, of: place, literal }, ...one }))
  }
  if (key !== undefined) return []
  if (value.t === 'inst') {
    // Who hands a struct on does not decide what others put into its fields.
    const origin = r.index.hasPlainFields(from.file) ? from : within
    const own = value.constant ? r.index.classes.fieldOfConstant(value.cls, value.constant, name) : []
    const written = own.length > 0 ? own : ((value.named && ownOf(value.named, name)) ?? [])
    const values = written.length > 0 ? written : r.index.classes.field(value.cls, name, from.file)
    const isOwnName = name === 'name' && values.length === 0 && value.constant !== undefined
    const given = value.args[r.index.classes.placeOfField(value.cls, name)] ?? []
    if (given.length > 0 && origin === from) return r.all(given, within)
    if (isOwnName) return [{ value: { t: 'str', v: value.constant }, trail }]
    if (written.length > 0 && own.length === 0) return madeInLiteral(r.all(written, within), value, name)
    const set = setElsewhere(r, value.cls, name, origin)
    const made = asMade(r, values, value)
    const found = r.all(made, origin)
    const isGiven = made.some((one) => !values.includes(one))
    const known = [...(isGiven ? madeInLiteral(found, value, '') : found), ...set]
    return known.length > 0 ? known : gotten(r, value, name, origin)
  }
  if (value.t === 'ref') return r.one({ ...value, path: `${value.path}.${name}` }, within)
  return []
}

/** How many bits something has; who hands on a key does not choose. */
function lengthOf(r: Resolving, { value, trail }: Resolved, from: Origin): readonly Resolved[] {
  const bytes = value.t === 'bytes' ? value.count : value.t === 'str' ? value.v.length : undefined
  if (bytes !== undefined) return [{ value: { t: 'num', v: bytes * 8 }, trail, isOfObject: true }]
  if (value.t !== 'obj') return []
  const found = r.all(value.attrs.keySize ?? value.attrs.byteLength ?? [], from)
  return found.flatMap((one): readonly Resolved[] =>
    one.value.t === 'num' ? [{ ...one, value: { t: 'num', v: one.value.v }, isOfObject: true }] : [],
  )
}

/** What the constructor was given stands for its parameters. */
export function asMade(r: Resolving, values: Values, { args }: Extract<Value, { t: 'inst' }>): Values {
  return values.flatMap((one): Values => {
    const isOwn = one.t === 'param' && r.index.functionById(one.fn)?.of.isConstructor === true
    const given = isOwn ? args[one.i] : undefined
    return given !== undefined && given.length > 0 ? given : [one]
  })
}

/** A library's own function, class or constant that is handed around. */
function constantOf(r: Resolving, { value, trail, isChosen }: Resolved, from: Origin): readonly Resolved[] {
  // Who hands on an object of his own that gives it does not choose.
  const isOfObject = isChosen ? {} : { isOfObject: true as const }
  if (value.t === 'ref' && value.by) return [{ value, trail, by: value.by, ...isOfObject }]
  if (value.t !== 'obj' || value.isConstant !== true || value.by === undefined) return []
  const { by } = value
  return r.all(value.attrs.algorithm ?? [], from).map((one) => ({ ...one, by, ...isOfObject }))
}

/** What other files set a field to; each of them chooses. */
export function setElsewhere(r: Resolving, cls: string, name: string, from: Origin): readonly Resolved[] {
  return r.index.settersOf(cls, name).flatMap((setter) => {
    if (from.trail.includes(setter)) return []
    return r.all(setter.of.args[0] ?? [], { ...from, file: setter.file, trail: [setter] })
  })
}

/** What a method without parameters gives where it is read like a field (Python, JavaScript, Kotlin). */
function gotten(r: Resolving, owner: ProjectObject, name: string, from: Origin): readonly Resolved[] {
  const getters = r.index.callees({ cls: owner.cls, name }, from.file).filter(({ of }) => of.params.length === 0)
  return getters.flatMap(({ file, of }) => r.all(asMade(r, of.returns, owner), { ...from, file }))
}

/** A struct that is written out chooses where it stands, not where it is handed on. */
export function madeInLiteral(
  found: readonly Resolved[],
  { literal }: ProjectObject,
  name: string,
): readonly Resolved[] {
  const place = literal && (ownOf(literal.members, name) ?? literal.members[''])
  if (literal === undefined || place === undefined) return found
  return found.map((one) => ({ made: { file: literal.file, of: place, literal }, isOfObject: true as const, ...one }))
}
