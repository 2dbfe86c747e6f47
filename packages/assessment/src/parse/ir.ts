/*
 * What the analysis knows of a program, in whatever language it is written: calls, names, constants, functions and
 * classes. A language's reader (`java/`, ...) turns a syntax tree into this; what its own functions do it says as data
 * (`java/library.ts`).
 */

/** Where something stands: an offset into the source, in UTF-16 code units. */
export type Offset = number

export interface Argument {
  /** Of a keyword argument, or of a member of a struct literal. */
  readonly name?: string
  readonly value: Expression
  /** Where it begins, its name included. */
  readonly at?: Offset
}

/** An entry of a map or an object literal. */
export interface MapEntry {
  readonly key: Expression
  readonly value: Expression
  /** Where it begins. */
  readonly at?: Offset
}

export type Expression =
  | { readonly k: 'str'; readonly v: string }
  | { readonly k: 'num'; readonly v: number }
  /** Only a rule's condition asks for it; as a value it says nothing. */
  | { readonly k: 'bool'; readonly v: boolean }
  /** Bytes of a known number, such as `new byte[16]`; `of`: what they are cut out of. */
  | { readonly k: 'bytes'; readonly count: Expression; readonly of?: Expression }
  /** `on`: what it may be a member of, as the object of Kotlin's `apply { ... }`. */
  | { readonly k: 'name'; readonly id: string; readonly at: Offset; readonly on?: Expression }
  | { readonly k: 'this' }
  | { readonly k: 'super' }
  | { readonly k: 'member'; readonly of: Expression; readonly name: string; readonly at: Offset }
  | CallExpression
  | { readonly k: 'index'; readonly of: Expression; readonly key: Expression; readonly at?: Offset }
  /** Joined strings, or the sum of numbers. */
  | { readonly k: 'add'; readonly parts: readonly Expression[] }
  | { readonly k: 'arith'; readonly op: string; readonly l: Expression; readonly r: Expression }
  /** What one of several cases gives. */
  | { readonly k: 'case'; readonly when: Case; readonly value: Expression }
  /**
   * One of several, as of a conditional; all are possible. `fallback`: the last, where the others say nothing;
   * `readings`: the same read in several ways, some of which may lead nowhere.
   */
  | { readonly k: 'choice'; readonly of: readonly Expression[]; readonly as?: 'fallback' | 'readings' }
  /** A variable that a call may set: `&size`, `ref size`. */
  | { readonly k: 'address'; readonly of: Expression }
  | { readonly k: 'list'; readonly items: readonly Expression[]; readonly places?: readonly Offset[] }
  | { readonly k: 'map'; readonly entries: readonly MapEntry[] }
  | { readonly k: 'lambda'; readonly fn: FunctionIr }
  | { readonly k: 'class'; readonly cls: ClassIr }
  | { readonly k: 'cast'; readonly type: string; readonly of: Expression; readonly at: Offset }
  | { readonly k: 'assign'; readonly target: Expression; readonly value: Expression }
  /** Statements whose value is one of `value`, such as a block or a switch. */
  | { readonly k: 'block'; readonly body: readonly Statement[]; readonly value: readonly Expression[] }
  /** Looked into, but of no known value. */
  | {
      readonly k: 'other'
      readonly of: readonly Expression[]
      /** Of a comparison: the case that it asks for. */
      readonly asks?: Case
    }

export interface CallExpression {
  readonly k: 'call'
  readonly callee: Expression
  readonly args: readonly Argument[]
  /** `new X(...)`, or a struct literal. */
  readonly isNew: boolean
  /** Of the last part of the callee's name: the line that a reader would mark. */
  readonly at: Offset
  /** The body of an anonymous class. */
  readonly body?: ClassIr
  /** Arguments in angle or square brackets, as written. */
  readonly typeArguments?: readonly string[]
}

export type Statement =
  | { readonly k: 'expr'; readonly e: Expression }
  | {
      readonly k: 'let'
      readonly name: string
      readonly type?: string
      readonly value?: Expression
      readonly isStatic?: boolean
    }
  /** One value for each name, or one value that is taken apart: `a, b = f()`. */
  | { readonly k: 'unpack'; readonly targets: readonly (Expression | undefined)[]; readonly value: Expression }
  /** Takes members out of an object: `const { a, b: c } = o`. */
  | { readonly k: 'pick'; readonly members: readonly PickedMember[]; readonly value: Expression }
  | { readonly k: 'return'; readonly e: Expression }
  /** What may or may not run. `isLoop`: more than once. */
  | { readonly k: 'branch'; readonly body: readonly Statement[]; readonly when?: Case; readonly isLoop?: true }
  | { readonly k: 'each'; readonly target: Expression; readonly of: Expression; readonly body: readonly Statement[] }
  | { readonly k: 'func'; readonly fn: FunctionIr }
  | { readonly k: 'class'; readonly cls: ClassIr }
  | { readonly k: 'import'; readonly of: ImportIr }
  /** What the module gives away under another name. */
  | { readonly k: 'export'; readonly name: string; readonly value: Expression }

/** One way of a `switch`: taken where `of` is one of `is`, or none of them. */
export interface Case {
  readonly of: Expression
  readonly is: readonly Expression[]
  readonly isOthers?: true
  /** What is left by an `if`: chosen only where another way of it has an algorithm as well. */
  readonly isRest?: true
}

export interface PickedMember {
  readonly member: string
  readonly name: string
  readonly fallback?: Expression
  /** All members that are not taken out beside it: `const { a, ...others } = o`. */
  readonly isRest?: true
}

export interface ImportIr {
  /** The name in this file; absent for everything of `path`. */
  readonly local?: string
  /** One of several for the name: the build chooses (Rust's `cfg`). */
  readonly isOneOf?: true
  /** Parts joined by dots; a module path keeps its slashes: `crypto/aes`, `node:crypto.createHash`. */
  readonly path: string
}

export interface ParameterIr {
  readonly name: string
  readonly type?: string
  readonly fallback?: Expression
  /** Takes all the remaining arguments. */
  readonly isRest?: boolean
  /** Members taken out of the argument: `function f({ a, b })`. */
  readonly members?: readonly PickedMember[]
  /** Also becomes a field of that name (TypeScript, Kotlin, records). */
  readonly isField?: boolean
  /** What callers name it, where that is not its own name (Swift). */
  readonly label?: string
}

export interface FunctionIr {
  readonly name: string
  readonly at: Offset
  readonly params: readonly ParameterIr[]
  readonly body: readonly Statement[]
  readonly returnType?: string
  readonly isStatic?: boolean
  /** Runs where its name is read, without a call (Python's `@property`, JavaScript's `get`). */
  readonly isGetter?: true
  /** The class that the function belongs to, where it stands outside of it (Go). */
  readonly receiver?: { readonly name: string; readonly type: string }
  readonly annotations?: readonly Expression[]
}

export interface ClassIr {
  readonly name: string
  readonly at: Offset
  readonly supers: readonly string[]
  readonly fields: readonly Statement[]
  readonly methods: readonly FunctionIr[]
  readonly constructors: readonly FunctionIr[]
  readonly constants: readonly { readonly name: string; readonly args: readonly Argument[]; readonly body?: ClassIr }[]
  readonly inner: readonly ClassIr[]
  /** Only methods for a type that is declared elsewhere, perhaps in a library: its name still means that type. */
  readonly isExtension?: true
}

/** One file, read. */
export interface ModuleIr {
  /** The package or module, where the language names one. */
  readonly package?: string
  readonly body: readonly Statement[]
  /** A member is never named without its object: a bare name within a method is none (JavaScript, Python). */
  readonly namesMembersByOwner?: true
  /** Setting a field runs no code, wherever its class stands (C, C++). */
  readonly hasPlainFields?: true
  /**
   * What a library calls an algorithm is used where the constant that it is given to is read: of fields, and of
   * variables outside of functions whose names are all capitals; `any`: whatever their names are (Go).
   */
  readonly usesConstantsLater?: true | 'any'
}

/** No known value. */
export const NOTHING: Expression = { k: 'other', of: [] }

/** Whether it is written that there is nothing: `null`, `None`. */
export function isEmpty(e: Expression): boolean {
  return e.k === 'other' && e.of.length === 0
}
