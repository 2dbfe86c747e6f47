import type { CallSummary, FileSummary, FunctionSummary } from '../model/file-summary.ts'
import type { CalleeName, Values } from '../model/values.ts'
import { ClassIndex } from './class-index.ts'
import { type Located, push } from './located.ts'

const MAX_CALLERS = 100
/** A name that so many functions have says nothing about which one is meant. */
const MAX_CANDIDATES = 3
const MAX_SETTERS = 16
/** Of a method's overrides more may be meant. */
const MAX_OVERRIDES = 12

/** Every function, class and constant of a project by its name, and who calls what. */
export class ProjectIndex {
  readonly classes = new ClassIndex()
  readonly #functions = new Map<string, Located<FunctionSummary>>()
  /** Of each name the only function, or none where there are several. */
  readonly #loneFunctions = new Map<string, Located<FunctionSummary> | undefined>()
  /** By class, module or folder, and name: a large project has thousands of `run`, and each call asks for one. */
  readonly #methods = new Map<string, Located<FunctionSummary>[]>()
  /** What was found of them already. */
  readonly #known = new Map<string, readonly Located<FunctionSummary>[]>()
  readonly #functionsOfModule = new Map<string, Located<FunctionSummary>[]>()
  readonly #functionsOfFolder = new Map<string, Located<FunctionSummary>[]>()
  /** Constructors by class: most calls are to classes of libraries, and must not look through all of them. */
  readonly #makers = new Map<string, Located<FunctionSummary>[]>()
  readonly #wildcards = new Map<string, readonly string[]>()
  readonly #names = new Map<string, Located<Values>[]>()
  readonly #namesOfFolder = new Map<string, Values[]>()
  /** The same by module and name, as importers write them. */
  readonly #namesByOwner = new Map<string, Located<Values>[]>()
  /** Files that bring in all of another one, by what importers call them. */
  readonly #handingOn = new Map<string, string[]>()
  /** Constants that only one class or file of the project has; of others the bare name says nothing. */
  readonly #loneConstants = new Map<string, Values>()
  readonly #callers = new Map<string, Located<CallSummary>[]>()
  readonly #setters = new Map<string, Located<CallSummary>[]>()
  /** The class that has a field; empty where several have one of that name. */
  readonly #fieldOwners = new Map<string, string>()
  readonly #plain = new Set<string>()

  constructor(files: readonly FileSummary[]) {
    for (const summary of files) this.#add(summary)
    for (const { file, calls } of files) {
      for (const call of calls) {
        const callees = this.callees(call.callee, file)
        for (const { of } of callees) push(this.#callers, of.id, { file, of: call }, MAX_CALLERS)
        if (callees.length === 0 && call.callee.name.endsWith('=')) this.#noteSetter(call, file)
      }
    }
  }

  #add({ file, package: name, functions, classes, names, wildcards, hasPlainFields }: FileSummary): void {
    if (hasPlainFields === true) this.#plain.add(file)
    const owners = new Set(moduleNames(file, name))
    if (wildcards) {
      this.#wildcards.set(file, wildcards)
      for (const owner of owners) push(this.#handingOn, owner, file, MAX_CALLERS)
    }
    for (const of of functions) this.#addFunction({ file, of }, owners)
    for (const of of classes) {
      this.classes.add(file, of)
      for (const [own, values] of Object.entries(of.fields)) {
        this.#noteConstant(own, values)
        const owner = this.#fieldOwners.get(own)
        this.#fieldOwners.set(own, owner === undefined || owner === of.name ? of.name : '')
      }
    }
    for (const [own, of] of Object.entries(names)) {
      push(this.#names, own, { file, of }, MAX_CALLERS)
      push(this.#namesOfFolder, `${folderOf(file)} ${own}`, of, MAX_CALLERS)
      for (const owner of owners) push(this.#namesByOwner, `${owner} ${own}`, { file, of }, MAX_CALLERS)
      this.#noteConstant(own, of)
    }
  }

  /** A field that another file sets; without a class only where one class has such a field. */
  #noteSetter(call: CallSummary, file: string): void {
    const name = call.callee.name.slice(0, -1)
    const cls = call.callee.cls ?? this.#fieldOwners.get(name)
    if (cls === undefined || cls === '' || this.classes.isIn(cls, file)) return
    push(this.#setters, `${cls} ${name}`, { file, of: call }, MAX_SETTERS)
  }

  /** Who sets a class's field from another file. */
  settersOf(cls: string, name: string): readonly Located<CallSummary>[] {
    return this.#setters.get(`${cls} ${name}`) ?? []
  }

  #addFunction(located: Located<FunctionSummary>, owners: Iterable<string>): void {
    const { file, of } = located
    this.#functions.set(of.id, located)
    this.#loneFunctions.set(of.name, this.#loneFunctions.has(of.name) ? undefined : located)
    if (of.cls !== undefined) push(this.#methods, `${of.cls} ${of.name}`, located, MAX_OVERRIDES)
    if (of.isConstructor && of.cls !== undefined) push(this.#makers, of.cls, located, MAX_CANDIDATES)
    if (of.cls !== undefined) return
    push(this.#functionsOfFolder, `${folderOf(file)} ${of.name}`, located, MAX_CANDIDATES)
    for (const owner of owners) push(this.#functionsOfModule, `${owner} ${of.name}`, located, MAX_OVERRIDES)
  }

  #noteConstant(name: string, values: Values): void {
    if (!/^[A-Z][A-Z0-9_]{3,}$/.test(name) || values.length === 0) return
    this.#loneConstants.set(name, this.#loneConstants.has(name) ? [] : values)
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
    const lone = this.#loneFunctions.get(callee.name)
    if (cls === undefined) {
      const near = this.#functionsOfFolder.get(`${folderOf(file)} ${callee.name}`)
      return near ?? (lone === undefined ? [] : [lone])
    }
    const owned = this.#owned(cls, callee)
    if (owned.length > 0 || callee.isGuess === undefined) return owned
    return lone === undefined ? [] : [lone]
  }

  /** The methods of a class, and the functions of a module. */
  #owned(cls: string, callee: CalleeName): readonly Located<FunctionSummary>[] {
    const { name } = callee
    if (!this.#loneFunctions.has(name)) return []
    const key = `${cls} ${name}`
    let owned = this.#known.get(key)
    if (owned === undefined) {
      // A call through an interface may mean whatever implements it.
      const methods = this.classes.kinOf(cls).flatMap((kin) => this.#methods.get(`${kin} ${name}`) ?? [])
      owned = [...methods, ...(this.#functionsOfModule.get(key) ?? [])].slice(0, MAX_OVERRIDES)
      this.#known.set(key, owned)
    }
    const type = owned.length > 0 ? undefined : singletonType(callee)
    return type === undefined ? owned : (this.#methods.get(`${type} ${name}`) ?? [])
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
    return this.classes.basesOf(cls).flatMap((base) => this.#makersOf(base, depth + 1))
  }

  /** What a name from another file stands for: `com.acme.Constants.ALG`, `./config.ALG`, or only `ALG`. */
  constant(path: string, file: string, depth = 0): Values {
    const parts = path.split(/[./]/).filter((part) => part !== '')
    const name = parts.at(-1) ?? ''
    const owner = parts.at(-2)
    if (owner === undefined) {
      const near = this.#namesOfFolder.get(`${folderOf(file)} ${name}`)
      if (near !== undefined) return near.flat()
      for (const wildcard of this.#wildcards.get(file) ?? []) {
        // An unfinished import names nothing, and would lead here again without end.
        const found = /[^./]/.test(wildcard) ? this.constant(`${wildcard}.${name}`, file) : []
        if (found.length > 0) return found
      }
      return this.#loneConstants.get(name) ?? []
    }
    const fields = this.classes.field(owner, name, file)
    if (fields.length > 0) return fields
    // `require $path`: whatever file of the project returns settings (PHP).
    if (path === '?.return') return (this.#names.get(name) ?? []).flatMap(({ of }) => of)
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

function folderOf(file: string): string {
  return file.slice(0, Math.max(0, file.lastIndexOf('/')))
}

/** What importers call a file: its own name without suffix, its folder's, its package's. */
function moduleNames(file: string, packageName: string): readonly string[] {
  const parts = file.split('/')
  const own = (parts.at(-1) ?? '').replace(/\.[^.]+$/, '')
  return [own.replaceAll('.', ':'), parts.at(-2) ?? '', packageName.slice(packageName.lastIndexOf('.') + 1)]
}
