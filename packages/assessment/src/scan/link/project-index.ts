import type { CallSummary, ClassSummary, FileSummary, FunctionSummary } from '../analyse/summary.ts'
import type { CalleeName, Values } from '../analyse/values.ts'

export interface Located<T> {
  readonly file: string
  readonly of: T
}

const MAX_CALLERS = 100
/** A name that so many functions have says nothing about which one is meant. */
const MAX_CANDIDATES = 3
/** Of a method's overrides more may be meant. */
const MAX_OVERRIDES = 12

/** Every function, class and constant of a project by its name, and who calls what. */
export class ProjectIndex {
  readonly #functions = new Map<string, Located<FunctionSummary>>()
  readonly #functionsByName = new Map<string, Located<FunctionSummary>[]>()
  /** Constructors by class: most calls are to classes of libraries, and must not look through all of them. */
  readonly #makers = new Map<string, Located<FunctionSummary>[]>()
  readonly #wildcards = new Map<string, readonly string[]>()
  readonly #classes = new Map<string, Located<ClassSummary>[]>()
  readonly #extending = new Map<string, ClassSummary[]>()
  readonly #names = new Map<string, Located<Values>[]>()
  /** The same by module and name, as importers write them. */
  readonly #namesByOwner = new Map<string, Located<Values>[]>()
  /** Files that bring in all of another one, by what importers call them. */
  readonly #handingOn = new Map<string, string[]>()
  /** Constants that only one class or file of the project has; of others the bare name says nothing. */
  readonly #loneConstants = new Map<string, Values>()
  readonly #callers = new Map<string, Located<CallSummary>[]>()
  readonly #packages = new Map<string, string>()
  readonly #plain = new Set<string>()

  constructor(files: readonly FileSummary[]) {
    for (const summary of files) this.#add(summary)
    for (const { file, calls } of files) {
      for (const call of calls) {
        for (const { of } of this.callees(call.callee, file))
          push(this.#callers, of.id, { file, of: call }, MAX_CALLERS)
      }
    }
  }

  #add({ file, package: name, functions, classes, names, wildcards, hasPlainFields }: FileSummary): void {
    if (hasPlainFields === true) this.#plain.add(file)
    this.#packages.set(file, name)
    const owners = new Set(moduleNames(file, name))
    if (wildcards) {
      this.#wildcards.set(file, wildcards)
      for (const owner of owners) push(this.#handingOn, owner, file, MAX_CALLERS)
    }
    for (const of of functions) {
      this.#functions.set(of.id, { file, of })
      push(this.#functionsByName, of.name, { file, of })
      if (of.isConstructor && of.cls !== undefined) push(this.#makers, of.cls, { file, of })
    }
    for (const of of classes) {
      push(this.#classes, of.name, { file, of })
      for (const base of of.supers) push(this.#extending, base.slice(base.lastIndexOf('.') + 1), of, MAX_OVERRIDES)
      for (const [own, values] of Object.entries(of.fields)) this.#noteConstant(own, values)
    }
    for (const [own, of] of Object.entries(names)) {
      push(this.#names, own, { file, of })
      for (const owner of owners) push(this.#namesByOwner, `${owner} ${own}`, { file, of })
      this.#noteConstant(own, of)
    }
  }

  #noteConstant(name: string, values: Values): void {
    if (!/^[A-Z][A-Z0-9_]{3,}$/.test(name) || values.length === 0) return
    this.#loneConstants.set(name, this.#loneConstants.has(name) ? [] : values)
  }

  /** Whether the project has a class by this name. */
  hasClass(name: string): boolean {
    return this.#classes.has(name)
  }

  /** Whether setting a field runs no code, in the language of a file. */
  hasPlainFields(file: string): boolean {
    return this.#plain.has(file)
  }

  functionById(id: string): Located<FunctionSummary> | undefined {
    return this.#functions.get(id)
  }

  callersOf(id: string): readonly Located<CallSummary>[] {
    return this.#callers.get(id) ?? []
  }

  /** The functions that a call may mean; none where too many have the name. */
  callees(callee: CalleeName, file: string): readonly Located<FunctionSummary>[] {
    if (callee.fn !== undefined) {
      const known = this.#functions.get(callee.fn)
      return known === undefined ? [] : [known]
    }
    const given = this.#givenAway(callee, file)
    if (given.length > 0) return given
    const { cls } = callee
    if (callee.name === '<init>') return cls === undefined ? [] : this.#makersOf(cls).slice(0, MAX_CANDIDATES)
    const all = this.#functionsByName.get(callee.name) ?? []
    if (all.length === 0) return []
    if (cls !== undefined) {
      const named = all.filter(({ file: place, of }) => this.#belongs(of.cls, place, cls))
      const type = named.length > 0 ? undefined : singletonType(callee)
      const owned = type === undefined ? named : all.filter(({ of }) => of.cls === type)
      if (owned.length > 0 || callee.isGuess === undefined) return owned.slice(0, MAX_OVERRIDES)
      return all.length === 1 ? all : []
    }
    const near = all.filter(({ file: place, of }) => of.cls === undefined && folderOf(place) === folderOf(file))
    if (near.length > 0) return near.slice(0, MAX_CANDIDATES)
    return all.length === 1 ? all : []
  }

  /** A function that a file of the project gives away, perhaps under another name (JavaScript). */
  #givenAway({ from, name }: CalleeName, file: string): readonly Located<FunctionSummary>[] {
    if (from === undefined || !/^\.{1,2}\//.test(from)) return []
    const isWhole = name === 'default' && !from.slice(from.lastIndexOf('/')).includes('.')
    const values = this.constant(isWhole ? `${from}.default` : `${from}.${name}`, file)
    return values.flatMap((one) => (one.t === 'fn' ? (this.#functions.get(one.id) ?? []) : []))
  }

  /** The constructors of a class; those of its bases where it has none. */
  #makersOf(cls: string, depth = 0): readonly Located<FunctionSummary>[] {
    const own = this.#makers.get(cls)
    if (own !== undefined || depth > 4) return own ?? []
    const bases = (this.#classes.get(cls) ?? []).flatMap(({ of }) => of.supers)
    return bases.flatMap((base) => this.#makersOf(base.slice(base.lastIndexOf('.') + 1), depth + 1))
  }

  #belongs(own: string | undefined, place: string, wanted: string): boolean {
    // A call through an interface may mean whatever implements it.
    if (own !== undefined) return own === wanted || this.#isBase(own, wanted) || this.#isBase(wanted, own)
    return moduleNames(place, this.#packages.get(place) ?? '').includes(wanted)
  }

  #isBase(base: string, cls: string, depth = 0): boolean {
    return (this.#classes.get(cls) ?? []).some(({ of }) =>
      of.supers.some((one) => {
        const name = one.slice(one.lastIndexOf('.') + 1)
        return name === base || (depth < 4 && name !== cls && this.#isBase(base, name, depth + 1))
      }),
    )
  }

  /** The values of a class's field, its bases' included. */
  field(cls: string, name: string, depth = 0): Values {
    const found: Values[] = []
    for (const { of } of this.#classes.get(cls) ?? []) {
      const values = of.fields[name]
      if (values !== undefined && Object.hasOwn(of.fields, name)) found.push(values)
      else if (depth < 4) for (const base of of.supers) found.push(this.field(base, name, depth + 1))
    }
    const known = found.flat()
    // What a class only declares, those that extend it say.
    if (known.length > 0 || found.length === 0 || depth > 0) return known
    return (this.#extending.get(cls) ?? []).flatMap(
      ({ fields }) => (Object.hasOwn(fields, name) ? fields[name] : undefined) ?? [],
    )
  }

  /** Which of a struct's members has a name; -1 where none has. */
  placeOfField(cls: string, name: string): number {
    const known = this.#classes.get(cls)?.find(({ of }) => Object.hasOwn(of.fields, name))
    return known === undefined ? -1 : Object.keys(known.of.fields).indexOf(name)
  }

  /** What a constant of an enumeration says of its own, in a body behind it. */
  fieldOfConstant(cls: string, constant: string, name: string): Values {
    const bodies = (this.#classes.get(constant) ?? []).filter(({ of }) => of.supers.includes(cls))
    return bodies.flatMap(({ of }) => (Object.hasOwn(of.fields, name) ? of.fields[name] : undefined) ?? [])
  }

  /** What a name from another file stands for: `com.acme.Constants.ALG`, `./config.ALG`, or only `ALG`. */
  constant(path: string, file: string, depth = 0): Values {
    const parts = path.split(/[./]/).filter((part) => part !== '')
    const name = parts.at(-1) ?? ''
    const owner = parts.at(-2)
    if (owner === undefined) {
      const near = (this.#names.get(name) ?? []).filter(({ file: place }) => folderOf(place) === folderOf(file))
      if (near.length > 0) return near.flatMap(({ of }) => of)
      for (const wildcard of this.#wildcards.get(file) ?? []) {
        const found = this.constant(`${wildcard}.${name}`, file)
        if (found.length > 0) return found
      }
      return this.#loneConstants.get(name) ?? []
    }
    const fields = this.field(owner, name)
    if (fields.length > 0) return fields
    // `require $path`: whatever file of the project returns settings (PHP).
    if (path === '?.return') return (this.#names.get(name) ?? []).slice(0, MAX_CALLERS).flatMap(({ of }) => of)
    const own = (this.#namesByOwner.get(`${owner} ${name}`) ?? []).flatMap(({ of }) => of)
    return own.length > 0 || !path.startsWith('.') || depth > 4 ? own : this.#handedOn(owner, name, depth)
  }

  /** What a module takes from another one with `export * from`. */
  #handedOn(owner: string, name: string, depth: number): Values {
    const found: Values[] = []
    for (const file of this.#handingOn.get(owner) ?? []) {
      for (const wildcard of this.#wildcards.get(file) ?? [])
        found.push(this.constant(`${wildcard}.${name}`, file, depth + 1))
    }
    return found.flat()
  }
}

/** `KeyStore` in a call of `KeyStore.shared.make`: the one object of a class, by a field of its own. */
function singletonType({ cls, from }: CalleeName): string | undefined {
  const [type, field] = from?.split('.').slice(-2) ?? []
  return field === cls && type !== undefined && /^[A-Z]/.test(type) ? type : undefined
}

function push<T>(map: Map<string, T[]>, key: string, value: T, bound = Number.POSITIVE_INFINITY): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [value])
  else if (list.length < bound) list.push(value)
}

function folderOf(file: string): string {
  return file.slice(0, Math.max(0, file.lastIndexOf('/')))
}

/** What importers call a file: its own name without suffix, its folder's, its package's. */
function moduleNames(file: string, packageName: string): readonly string[] {
  const parts = file.split('/')
  const own = (parts.at(-1) ?? '').replace(/\.[^.]+$/, '')
  return [own.replaceAll('.', ':'), parts.at(-2) ?? '', packageName.slice(packageName.lastIndexOf('.') + 1)]
}
