import type { ClassSummary, FileSummary, FunctionSummary } from '../model/file-summary.ts'
import type { Values } from '../model/values.ts'
import type { RuleIndex } from '../packs/rule-index.ts'
import type { ModuleIr, Statement } from '../parse/ir.ts'
import type { LanguageLibrary } from '../parse/library.ts'
import { evaluate, evaluateInitial, evaluateQuietly } from './evaluate.ts'
import { callTarget } from './evaluate-call.ts'
import { type ClassInfo, type Evaluator, FileState } from './file-state.ts'
import { declareClass, declareMethod, functionInfo } from './run-classes.ts'
import { runFunction } from './run-function.ts'
import { runBody } from './run-statements.ts'

const EVALUATOR: Evaluator = { evaluate, evaluateQuietly, evaluateInitial, callTarget, runBody }

export interface FileToAnalyse {
  readonly file: string
  readonly language: string
  readonly source: string
  readonly module: ModuleIr
  readonly rules: RuleIndex
  readonly library: LanguageLibrary
  /** No keyword stands in it: it only belongs to others, as a wrapper's caller. */
  readonly isRelated?: boolean
  /** Asked regularly whether time and memory are left. */
  readonly mayGoOn?: () => boolean
}

/**
 * Looks at one file twice: first to learn what fields, constants and functions stand for, then to report. Throws a
 * `RangeError` where the file asks for more work than any real one.
 */
export function analyseFile({
  file,
  language,
  library,
  source,
  module,
  rules,
  ...options
}: FileToAnalyse): FileSummary {
  const state = new FileState({ file, source, rules, library }, EVALUATOR)
  if (options.mayGoOn !== undefined) state.mayGoOn = options.mayGoOn
  state.readsEntries = options.isRelated !== true
  state.package = module.package ?? ''
  state.hasPlainFields = module.hasPlainFields ?? false
  state.namesMembersByOwner = module.namesMembersByOwner ?? false
  state.usesConstantsLater = module.usesConstantsLater ?? false
  declareAll(state, module.body)
  runAll(state, module.body)
  state.isReporting = true
  runAll(state, module.body)
  return {
    file,
    language,
    package: state.package,
    ...(state.hasPlainFields ? { hasPlainFields: true as const } : {}),
    ...(state.wildcards.length > 0 ? { wildcards: state.wildcards } : {}),
    sightings: [...state.sightings.values()],
    functions: [...state.functionsById.values()].map(summaryOfFunction),
    classes: [...[...state.classes.values()].map(summaryOfClass), ...foreignClasses(state)],
    calls: state.calls,
    ...(state.dispatches.length > 0 ? { dispatches: state.dispatches } : {}),
    ...(state.curveUses.size > 0 ? { curveUses: [...state.curveUses.values()] } : {}),
    names: namesOf(state),
  }
}

function declareAll(state: FileState, body: readonly Statement[]): void {
  for (const statement of body) {
    if (statement.k === 'class') declareClass(state, statement.cls, undefined)
    if (statement.k === 'import') {
      if (statement.of.local !== undefined)
        state.import(statement.of.local, statement.of.path, statement.of.isOneOf === true)
      else if (!state.wildcards.includes(statement.of.path)) state.wildcards.push(statement.of.path)
    }
  }
  for (const statement of body) {
    if (statement.k !== 'func') continue
    const { fn } = statement
    if (fn.receiver === undefined) state.functions.set(fn.name, functionInfo(state, fn, undefined, false))
    else declareMethod(state, classFor(state, fn.receiver.type), fn)
  }
}

/** A type of which only methods stand in this file. */
function classFor(state: FileState, name: string): ClassInfo {
  const ir = { name, at: 0, supers: [], fields: [], methods: [], constructors: [], constants: [], inner: [] }
  return state.classes.get(name) ?? declareClass(state, ir, undefined)
}

function runAll(state: FileState, body: readonly Statement[]): void {
  runBody(state, state.top, body)
  for (const statement of body) {
    if (statement.k !== 'func' || statement.fn.receiver === undefined) continue
    const cls = state.classes.get(statement.fn.receiver.type)
    runFunction(state, state.top, functionInfo(state, statement.fn, cls, false))
  }
}

function summaryOfFunction(info: ReturnType<typeof functionInfo>): FunctionSummary {
  return {
    id: info.id,
    name: info.isConstructor ? '<init>' : info.ir.name,
    ...(info.cls ? { cls: info.cls.name } : {}),
    isConstructor: info.isConstructor,
    params: info.ir.params.map(({ name, label, isRest, type = '' }, i) => ({
      name: label ?? name,
      ...(type === '' ? {} : { type }),
      fallback: info.fallbacks[i] ?? [],
      isRest: isRest ?? false,
    })),
    returns: info.returns,
  }
}

function summaryOfClass(cls: ClassInfo): ClassSummary {
  return {
    name: cls.name,
    supers: cls.ir.supers,
    fields: Object.fromEntries([...cls.fields].map(([name, { values }]) => [name, values])),
  }
}

/** Fields of classes of other files, as this one sets them. */
function foreignClasses({ classes, foreignFields }: FileState): readonly ClassSummary[] {
  return [...foreignFields]
    .filter(([name]) => !classes.has(name))
    .map(([name, fields]) => ({
      name,
      supers: [],
      fields: Object.fromEntries([...fields].map(([field, { values }]) => [field, values])),
    }))
}

function namesOf(state: FileState): Readonly<Record<string, Values>> {
  const names: Record<string, Values> = Object.create(null)
  for (const [name, { values }] of state.top.variables) if (values.length > 0) names[name] = values
  for (const [name, values] of state.exported) if (values.length > 0) names[name] = values
  return names
}
