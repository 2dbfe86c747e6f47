import { ATTRIBUTES } from '../model/attributes.ts'
import type { CallSummary, Dispatch, Sighting, ToldUse } from '../model/file-summary.ts'
import type { Place } from '../model/place.ts'
import { type Attributes, type Guard, type LibraryObject, union, type Value, type Values } from '../model/values.ts'
import type { RuleIndex } from '../packs/rule-index.ts'
import type { CallExpression, ClassIr, Expression, FunctionIr, Offset, Statement } from '../parse/ir.ts'
import type { LanguageLibrary } from '../parse/library.ts'
import type { Passed } from './call-site.ts'

/** A member of a class, whoever sets it. */
export interface Field {
  values: Values
  readonly type?: string
  /** It is also set to what is not known. */
  isOpen?: boolean
}

export interface ClassInfo {
  readonly ir: ClassIr
  readonly name: string
  readonly outer: ClassInfo | undefined
  readonly fields: Map<string, Field>
  readonly methods: Map<string, FunctionInfo[]>
  readonly constructors: FunctionInfo[]
  readonly inner: Map<string, ClassInfo>
}

export interface FunctionInfo {
  readonly id: string
  readonly ir: FunctionIr
  readonly cls: ClassInfo | undefined
  readonly isConstructor: boolean
  returns: Values
  /** It also gives what is not known. */
  isOpen?: boolean
  fallbacks: Values[]
}

export interface Variable {
  values: Values
  /** It was given nothing yet, or `null`: whatever it is given later is all that it can be. */
  isEmpty?: boolean
  /** The function that set it last. */
  setIn?: string | undefined
  readonly type: string | undefined
  readonly branch: number
}

/** The names that are known at one place. */
export class Scope {
  readonly variables = new Map<string, Variable>()
  readonly parent: Scope | undefined
  readonly cls: ClassInfo | undefined
  readonly fn: FunctionInfo | undefined

  constructor(parent: Scope | undefined, cls: ClassInfo | undefined, fn: FunctionInfo | undefined) {
    this.parent = parent
    this.cls = cls
    this.fn = fn
  }

  find(name: string): Variable | undefined {
    return this.variables.get(name) ?? this.parent?.find(name)
  }
}

const MAX_SIGHTINGS = 20_000
const MAX_CALLS = 20_000
const MAX_DISPATCHES = 2_000
const MAX_EVIDENCE = 200
/** Expressions looked at in one file; a file of 5 MB has about a million. */
const MAX_STEPS = 8_000_000
const CHECK_EVERY = 16_384

/**
 * What the parts of the analysis ask of each other: an expression holds functions, whose statements hold expressions.
 * The state hands it on, so that no part imports what imports it.
 */
export interface Evaluator {
  evaluate(state: FileState, scope: Scope, e: Expression): Values
  /** Without a report of the expression itself, which is only looked at for what it stands for. */
  evaluateQuietly(state: FileState, scope: Scope, e: Expression): Values
  /** What a variable or a field of this name is set to at first. */
  evaluateInitial(state: FileState, scope: Scope, e: Expression, name: string): Values
  callTarget(state: FileState, target: Value, e: CallExpression, passed: Passed): Values
  runBody(state: FileState, scope: Scope, body: readonly Statement[]): void
}

/** What the analysis of one file gathers. */
export class FileState {
  readonly file: string
  readonly source: string
  readonly rules: RuleIndex
  /** What the language's own functions do. */
  readonly library: LanguageLibrary
  readonly imports = new Map<string, string>()
  /** What else a name is imported as: which one holds, only the build knows (`#[cfg(..)] use a as x`). */
  readonly otherImports = new Map<string, string[]>()
  readonly wildcards: string[] = []
  readonly classes = new Map<string, ClassInfo>()
  readonly functions = new Map<string, FunctionInfo>()
  readonly functionsById = new Map<string, FunctionInfo>()
  readonly top = new Scope(undefined, undefined, undefined)
  readonly exported = new Map<string, Values>()
  /** Whatever variables of the file that are set more than once are set to. */
  readonly setAtTop = new Map<string, Values>()
  /** Setting a field runs no code. */
  hasPlainFields = false
  /** A library's name that a constant begins as is used where the constant is read. */
  usesConstantsLater: boolean | 'any' = false
  /** A bare name within a method is no member of its class. */
  namesMembersByOwner = false
  /** Entries of any map are looked at: not in files that only belong to others. */
  readsEntries = true
  /** What this file gives to fields of classes that it does not have. */
  readonly foreignFields = new Map<string, ClassInfo['fields']>()
  /** The objects of libraries by the place that makes them, so that both rounds speak of the same ones. */
  readonly #objects = new Map<string, { readonly object: LibraryObject; round: boolean }>()
  readonly sightings = new Map<string, Sighting>()
  readonly calls: CallSummary[] = []
  readonly dispatches: Dispatch[] = []
  readonly curveUses = new Map<string, ToldUse>()
  package = ''
  /** How many branches deep the analysis is. */
  branch = 0
  /** What variables stood for before each of the branches that the analysis is in changed them. */
  readonly before: Map<Variable, Pick<Variable, 'values' | 'isEmpty'>>[] = []
  /** The functions that the analysis is in; an empty name for a constant of a declared type. */
  readonly enclosing: string[] = []
  /** The cases that the analysis is in. */
  readonly guards: Guard[] = []
  /** What is known of objects that callers hand in, by function and place, for each round. */
  readonly #learnt = new Map<string, Attributes>()
  /** Only the last round reports. */
  isReporting = false
  #steps = 0
  /** Asked regularly whether time and memory are left. */
  mayGoOn: () => boolean = () => true
  readonly #lineStarts: readonly number[]
  readonly #evaluator: Evaluator

  constructor(
    { file, source, rules, library }: Pick<FileState, 'file' | 'source' | 'rules' | 'library'>,
    evaluator: Evaluator,
  ) {
    this.#evaluator = evaluator
    this.file = file
    this.source = source
    this.rules = rules
    this.library = library
    this.#lineStarts = lineStartsOf(source)
  }

  evaluate(scope: Scope, e: Expression): Values {
    return this.#evaluator.evaluate(this, scope, e)
  }

  evaluateQuietly(scope: Scope, e: Expression): Values {
    return this.#evaluator.evaluateQuietly(this, scope, e)
  }

  evaluateInitial(scope: Scope, e: Expression, name: string): Values {
    return this.#evaluator.evaluateInitial(this, scope, e, name)
  }

  callTarget(target: Value, e: CallExpression, passed: Passed): Values {
    return this.#evaluator.callTarget(this, target, e, passed)
  }

  runBody(scope: Scope, body: readonly Statement[]): void {
    this.#evaluator.runBody(this, scope, body)
  }

  /** Notes what a name of the file stands for elsewhere. `isOneOf`: perhaps, by what the build chooses. */
  import(local: string, path: string, isOneOf: boolean): void {
    const before = this.imports.get(local)
    const others = this.otherImports.get(local) ?? []
    if (isOneOf && others.includes(path)) return
    if (isOneOf && before !== undefined && before !== path) this.otherImports.set(local, [...others, before])
    this.imports.set(local, path)
  }

  /** Throws a `RangeError` when the file asks for more work than any real one. */
  step(): void {
    this.#steps += 1
    const isStopped = this.#steps % CHECK_EVERY === 0 && !this.mayGoOn()
    if (this.#steps > MAX_STEPS || isStopped) throw new RangeError('the file takes too long to analyse')
  }

  /** The object that is made at a place: the same one whenever the place is looked at. */
  objectAt(at: Offset, type: string, sure: boolean, kind = type): LibraryObject {
    const key = `${at} ${kind}`
    const known = this.#objects.get(key)
    if (known !== undefined) {
      if (known.round !== this.isReporting) forget(known.object.attrs)
      known.round = this.isReporting
      return known.object
    }
    const object: LibraryObject = { t: 'obj', type, sure, attrs: {} }
    this.#objects.set(key, { object, round: this.isReporting })
    return object
  }

  /** What a function's own calls say of an object that it is handed. */
  learntOf({ fn, i }: Extract<Value, { t: 'param' }>): Attributes {
    const key = `${this.isReporting} ${i} ${fn}`
    const attributes: Attributes = this.#learnt.get(key) ?? {}
    this.#learnt.set(key, attributes)
    return attributes
  }

  fieldsElsewhere(cls: string): ClassInfo['fields'] {
    const known = this.foreignFields.get(cls)
    if (known !== undefined) return known
    const fields: ClassInfo['fields'] = new Map()
    this.foreignFields.set(cls, fields)
    return fields
  }

  report(at: Offset, sighting: Omit<Sighting, 'place'>): void {
    const key = `${at} ${sighting.rule}`
    if (!this.isReporting || this.sightings.size >= MAX_SIGHTINGS) return
    const before = this.sightings.get(key)
    const guard = this.guards.at(-1)
    const place = this.place(at)
    const within = this.enclosing.at(-1)
    const where = { ...(guard ? { guard } : {}), ...(within ? { within } : {}) }
    if (before === undefined) this.sightings.set(key, { ...sighting, place, ...where })
    else if (before.attributes !== sighting.attributes) learn(before.attributes, sighting.attributes)
  }

  /** What was said of a place by rules that know nothing of what it is for. */
  retract(at: Offset, rule: string): void {
    this.sightings.delete(`${at} ${rule}`)
  }

  recordCall(call: Omit<CallSummary, 'place'>, at: Offset): void {
    // What stands before the file's start is only defined, not done.
    if (!this.isReporting || at < 0 || this.calls.length >= MAX_CALLS) return
    const guard = this.guards.at(-1)
    this.calls.push({ ...call, place: this.place(at), ...(guard ? { guard } : {}) })
  }

  /** A call tells what the keys on curves around it are for. */
  tellUse(use: string): void {
    const within = this.enclosing.at(-1)
    if (!this.isReporting || this.curveUses.size >= MAX_DISPATCHES) return
    this.curveUses.set(`${use} ${within ?? ''}`, { use, ...(within ? { within } : {}) })
  }

  recordDispatch(dispatch: Dispatch): void {
    if (this.isReporting && this.dispatches.length < MAX_DISPATCHES) this.dispatches.push(dispatch)
  }

  place(at: Offset): Place {
    let low = 0
    let high = this.#lineStarts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.#lineStarts[middle] ?? 0) <= at) low = middle
      else high = middle - 1
    }
    const start = this.#lineStarts[low] ?? 0
    const end = this.#lineStarts[low + 1] ?? this.source.length
    const from = at - start > MAX_EVIDENCE ? at - 40 : start
    const evidence = this.source
      .slice(from, Math.min(end, from + 4 * MAX_EVIDENCE))
      .trim()
      .slice(0, MAX_EVIDENCE)
    return { line: low + 1, column: at - start + 1, evidence }
  }
}

/** What was guessed in the first round must not stay when the second knows better. */
function forget(attrs: Attributes): void {
  for (const name of ATTRIBUTES) delete attrs[name]
}

/** Teaches an object. */
export function learn(attrs: Attributes, from: Attributes): void {
  for (const [name, values] of Object.entries(from)) {
    const key = name as keyof typeof attrs // Object.entries forgets the names of the keys.
    attrs[key] = union(attrs[key] ?? [], values)
  }
}

function lineStartsOf(source: string): readonly number[] {
  const starts = [0]
  for (let i = source.indexOf('\n'); i >= 0; i = source.indexOf('\n', i + 1)) starts.push(i + 1)
  return starts
}

/** An object of which only the type is known. */
export function typedObject(type: string, sure: boolean): Value {
  return { t: 'obj', type, sure, attrs: {} }
}
