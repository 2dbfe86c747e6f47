import { isBuiltin } from 'node:module'
import { posix } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'rolldown'
import { parseSync, Visitor } from 'rolldown/utils'

/** What stands at the head of each file of a bundle, for what `keepLocations` writes. */
export const LOCATION_HELPERS = `import { fileURLToPath as sluiceFileURLToPath } from 'node:url';
const sluiceModuleUrl = (relative) => new URL(relative, import.meta.url).href;
const sluiceModulePath = (relative) => sluiceFileURLToPath(new URL(relative, import.meta.url));`

/** A part of a module, and what stands in its place. */
interface Replacement {
  readonly start: number
  readonly end: number
  readonly text: string
}

type Program = ReturnType<typeof parseSync>['program']

/** Only a module that has one of these words is parsed. */
const LOCATION_WORDS = /\bimport\.meta\b|\b__dirname\b|\b__filename\b/

/**
 * Keeps modules of a bundle in `target` knowing where they were: weights, policies, migrations and scripts of threads
 * are found from there, by a URL relative to the bundle, so that both can move together.
 *
 * A module of this workspace that loads packages by `createRequire` has them in the bundle: loaded from outside, they
 * would bring a second copy of what the bundle has, whose classes are others.
 */
export function keepLocations(target: string): Plugin {
  return {
    name: 'keep-locations',
    transform: {
      filter: { code: LOCATION_WORDS },
      handler(code, id) {
        // Rolldown's own helpers have no file, and mean the bundle.
        if (id.startsWith('\0')) return undefined
        const { program, errors } = parseSync(id, code)
        if (errors[0] !== undefined) throw new Error(`${id}: ${errors[0].message}`)
        const relative = relativeUrl(target, id)
        if (!isEcmaScriptModule(program)) return `${commonJsLocations(relative)}${code}`
        const loads = isOfWorkspace(id) ? packagesLoaded(program) : { imports: '', replacements: [] }
        return loads.imports + replaceAll(code, [...metaProperties(program, id, relative), ...loads.replacements])
      },
    },
  }
}

/** Declared by `var`, as in the function that CommonJS modules stand in. */
function commonJsLocations(relative: string): string {
  return `var __filename = ${pathOf(relative)}, __dirname = ${pathOf(posix.dirname(relative))};`
}

function isEcmaScriptModule(program: Program): boolean {
  let isModule = false
  const found = () => {
    isModule = true
  }
  new Visitor({
    ImportDeclaration: found,
    ExportAllDeclaration: found,
    ExportDefaultDeclaration: found,
    ExportNamedDeclaration: found,
    MetaProperty: found,
  }).visit(program)
  return isModule
}

function metaProperties(program: Program, id: string, relative: string): Replacement[] {
  const written: Readonly<Record<string, string>> = {
    url: `sluiceModuleUrl(${quote(relative)})`,
    filename: pathOf(relative),
    dirname: pathOf(posix.dirname(relative)),
  }
  const replacements: Replacement[] = []
  new Visitor({
    MemberExpression({ object, property, start, end }) {
      if (object.type !== 'MetaProperty') return
      const text = property.type === 'Identifier' ? written[property.name] : undefined
      if (text === undefined) throw new Error(`${id}: the bundle knows no such property of import.meta`)
      replacements.push({ start, end, text })
    },
  }).visit(program)
  return replacements
}

/** What `const load = createRequire(import.meta.url)` loads of other packages by `load('name')`, as imports. */
function packagesLoaded(program: Program): { readonly imports: string; readonly replacements: readonly Replacement[] } {
  const loaders = new Set<string>()
  const replacements: Replacement[] = []
  let imports = ''
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type !== 'Identifier' || init?.type !== 'CallExpression' || init.callee.type !== 'Identifier') return
      if (init.callee.name === 'createRequire') loaders.add(id.name)
    },
    CallExpression({ callee, arguments: [name], start, end }) {
      if (callee.type !== 'Identifier' || !loaders.has(callee.name) || name?.type !== 'Literal') return
      const wanted = name.value
      if (typeof wanted !== 'string' || wanted.startsWith('.') || isBuiltin(wanted)) return
      const text = `sluiceLoaded${replacements.length}`
      imports += `import * as ${text} from ${quote(wanted)};`
      replacements.push({ start, end, text })
    },
  }).visit(program)
  return { imports, replacements }
}

function isOfWorkspace(id: string): boolean {
  const [, inPackages] = /^.*\/node_modules\/(.*)$/.exec(pathToFileURL(id).pathname) ?? []
  return inPackages === undefined || inPackages.startsWith('@sluice/')
}

function replaceAll(code: string, replacements: readonly Replacement[]): string {
  let [text, at] = ['', 0]
  for (const { start, end, text: instead } of replacements.toSorted((a, b) => a.start - b.start)) {
    text += code.slice(at, start) + instead
    at = end
  }
  return text + code.slice(at)
}

/** Of two absolute paths, as a relative URL. */
function relativeUrl(folder: string, file: string): string {
  return posix.relative(pathToFileURL(folder).pathname, pathToFileURL(file).pathname)
}

/** An expression; left out of the bundle where nothing uses it. */
function pathOf(relative: string): string {
  return `/* @__PURE__ */ sluiceModulePath(${quote(relative)})`
}

function quote(text: string): string {
  return JSON.stringify(text)
}
