import type { Argument, ClassIr, FunctionIr, ParameterIr, Statement } from '../ir.ts'

/** A type while its parts are gathered; extensions in the same file add to it. */
export interface OpenType {
  readonly name: string
  readonly at: number
  isExtension: boolean
  isStruct: boolean
  isInner: boolean
  /** Of an enumeration with values of its own, such as texts. */
  rawType: string
  readonly supers: string[]
  readonly fields: Statement[]
  readonly methods: FunctionIr[]
  readonly constructors: FunctionIr[]
  readonly constants: { name: string; args: readonly Argument[] }[]
  readonly inner: OpenType[]
  /** Fields that are given by callers where there is no initialiser. */
  readonly stored: ParameterIr[]
}

/** What the values of an enumeration may be. */
export const RAW_TYPES = new Set(['String', 'Int', 'UInt8', 'Int32', 'UInt32', 'Character', 'UInt', 'UInt16', 'Int64'])

/** A type of which nothing is known yet but its name. */
export function newType(name: string, at: number): OpenType {
  return {
    name,
    at,
    isExtension: true,
    isStruct: false,
    isInner: false,
    rawType: '',
    supers: [],
    fields: [],
    methods: [],
    constructors: [],
    constants: [],
    inner: [],
    stored: [],
  }
}

/** Within a body `Self` still means the type, but declarations are local. */
export function localType(type: OpenType): OpenType {
  return { ...type, at: -1, fields: [], methods: [], constructors: [], constants: [], inner: [], stored: [] }
}

export function closedType(type: OpenType, depth = 0): ClassIr {
  const { name, at, supers, fields, methods, constants, inner, isExtension, rawType } = type
  const raw: ParameterIr = { name: 'rawValue', isField: true }
  const made: FunctionIr[] = []
  if (rawType !== '') made.push({ name: '<init>', at, params: [raw], body: [] })
  else if (type.isStruct && type.constructors.length === 0) {
    made.push({ name: '<init>', at, params: type.stored, body: [] })
  }
  return {
    name,
    at,
    supers,
    fields,
    methods,
    constructors: [...made, ...type.constructors],
    constants,
    inner: depth > 20 ? [] : inner.map((one) => closedType(one, depth + 1)),
    ...(isExtension ? { isExtension } : {}),
  }
}
