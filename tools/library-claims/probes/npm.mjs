/*
 * Tells what the type declarations of installed npm packages declare. Run in a folder with `node_modules`, TypeScript 5
 * among them. Reads claims as JSON from stdin, writes looks as JSON to stdout.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const require = createRequire(join(process.cwd(), 'package.json'))
const ts = require('typescript')

const claims = JSON.parse(readFileSync(0, 'utf8'))

/** `@noble/ciphers/aes.gcm`: the module, and the names in it. */
function split(path) {
  const slash = path.lastIndexOf('/')
  const [last, ...rest] = path.slice(slash + 1).split('.')
  return { module: path.slice(0, slash + 1) + last, rest }
}

const modules = [...new Set(claims.map(({ path }) => split(path).module))].filter((name) => /^[@\w/-]+$/.test(name))
const specifiers = modules.flatMap((name) => [name, `${name}.js`])
const entry = join(process.cwd(), 'claims-entry.ts')
const source = specifiers
  .map((name, at) => `import * as m${at} from ${JSON.stringify(name)}; export { m${at} }`)
  .join('\n')
const options = {
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  skipLibCheck: true,
  noEmit: true,
  types: ['node'],
  lib: ['lib.esnext.d.ts', 'lib.dom.d.ts'],
}
const host = ts.createCompilerHost(options)
const { getSourceFile, fileExists, readFile } = host
host.getSourceFile = (name, ...more) =>
  name === entry ? ts.createSourceFile(name, source, options.target) : getSourceFile.call(host, name, ...more)
host.fileExists = (name) => name === entry || fileExists.call(host, name)
host.readFile = (name) => (name === entry ? source : readFile.call(host, name))
const program = ts.createProgram([entry], options, host)
const checker = program.getTypeChecker()
const file = program.getSourceFile(entry)

const moduleSymbols = new Map()
for (const [at, statement] of file.statements.filter(ts.isImportDeclaration).entries()) {
  const symbol = checker.getSymbolAtLocation(statement.moduleSpecifier)
  const name = modules[Math.floor(at / 2)]
  if (symbol !== undefined && !moduleSymbols.has(name)) moduleSymbols.set(name, symbol)
}

const resolved = (symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol)

/** A member of a module, a name space, a class or a value. */
function memberOf(symbol, name) {
  const found = exportsOf(symbol).find((one) => one.name === name)
  if (found !== undefined) return resolved(found)
  const type = checker.getTypeOfSymbolAtLocation(symbol, file)
  const property = type.getProperty(name)
  return property && resolved(property)
}

function exportsOf(symbol) {
  if (!(symbol.flags & ts.SymbolFlags.Module)) return []
  const own = checker.getExportsOfModule(symbol)
  const fromDefault = own.filter(({ name }) => name === 'default' || name === 'export=')
  return [
    ...own,
    ...fromDefault.flatMap((one) => checker.getTypeOfSymbolAtLocation(resolved(one), file).getProperties()),
  ]
}

function find(path) {
  const { module, rest } = split(path)
  let symbol = moduleSymbols.get(module)
  if (symbol === undefined) return undefined
  for (const name of rest) {
    symbol = memberOf(symbol, name)
    if (symbol === undefined) return null
  }
  return symbol
}

function signaturesOf(type, isNew) {
  const found = checker.getSignaturesOfType(type, isNew ? ts.SignatureKind.Construct : ts.SignatureKind.Call)
  return found.map((signature) => ({
    parameters: signature.parameters
      .filter((one) => !isRest(one))
      .map((one) => ({
        name: one.name,
        type: checker.typeToString(checker.getTypeOfSymbolAtLocation(one, file)).slice(0, 80),
      })),
    takesMore: signature.parameters.some(isRest),
  }))
}

function isRest({ valueDeclaration }) {
  return (
    valueDeclaration !== undefined && ts.isParameter(valueDeclaration) && valueDeclaration.dotDotDotToken !== undefined
  )
}

function declared(type, isNew) {
  const signatures = signaturesOf(type, isNew)
  return signatures.length > 0 ? { is: 'declared', signatures } : { is: 'declared' }
}

function look({ path, member, kind }) {
  const symbol = find(path)
  if (symbol === undefined) return { is: 'untold' }
  if (symbol === null) return { is: 'missing', isTypeMissing: member !== undefined }
  if (member !== undefined) {
    const property = checker.getDeclaredTypeOfSymbol(symbol).getProperty(member)
    if (property === undefined) {
      const isType = symbol.flags & (ts.SymbolFlags.Class | ts.SymbolFlags.Interface | ts.SymbolFlags.TypeAlias)
      return isType && kind === 'method' ? { is: 'missing' } : { is: 'untold' }
    }
    return kind === 'property' ? { is: 'declared' } : declared(checker.getTypeOfSymbolAtLocation(property, file), false)
  }
  if (kind === 'ref') return { is: 'declared' }
  if (symbol.flags & ts.SymbolFlags.Module && !(symbol.flags & ts.SymbolFlags.Function)) {
    const own = checker.getExportsOfModule(symbol).find(({ name }) => name === 'default' || name === 'export=')
    return own === undefined
      ? { is: 'declared' }
      : declared(checker.getTypeOfSymbolAtLocation(resolved(own), file), kind === 'new')
  }
  return declared(checker.getTypeOfSymbolAtLocation(symbol, file), kind === 'new')
}

function packageOf(path) {
  const { module } = split(path)
  const name = module.startsWith('@') ? module.split('/').slice(0, 2).join('/') : module.split('/')[0]
  if (!moduleSymbols.has(module)) return null
  const declaration = moduleSymbols.get(module).declarations?.[0]?.getSourceFile().fileName ?? ''
  const [, owner] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(declaration) ?? [undefined, name]
  const { version } = JSON.parse(readFileSync(join('node_modules', owner, 'package.json'), 'utf8'))
  return { package: owner, version }
}

const answers = claims.map((claim) => {
  try {
    return { look: look(claim), package: packageOf(claim.path) }
  } catch {
    return { look: { is: 'untold' }, package: null }
  }
})
process.stdout.write(JSON.stringify(answers))
