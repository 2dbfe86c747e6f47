import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, realpathSync } from 'node:fs'
import type { Claim } from '../claim.ts'
import type { Look, Signature, Surface } from '../surface.ts'
import { debianPackageOf } from './debian.ts'
import { splitAtCommas } from './parameter-list.ts'

const JARS = '/usr/share/java'
const MAX_OUTPUT_BYTES = 268_435_456
const CLASSES_PER_CALL = 400

interface JavaClass {
  readonly bases: readonly string[]
  readonly methods: ReadonlyMap<string, readonly Signature[]>
  readonly constructors: readonly Signature[]
  readonly fields: ReadonlySet<string>
}

/** The public classes of the JDK and of the jars below /usr/share/java, as `javap` prints them. */
export function openJava(claims: readonly Claim[]): Surface {
  const jarOf = classesInJars()
  const classes = new Map<string, JavaClass>()
  const asked = new Set<string>()
  for (let wanted = claims.flatMap(({ path }) => candidatesOf(path)); wanted.length > 0; ) {
    const fresh = [...new Set(wanted)].filter((name) => !asked.has(name))
    for (const name of fresh) asked.add(name)
    const read = readClasses(fresh, jarOf)
    for (const [name, found] of read) classes.set(name, found)
    wanted = [...read.values()].flatMap(({ bases }) => bases).filter((base) => !asked.has(base))
  }
  const packages = new Set([...jarOf.keys()].map((name) => name.slice(0, name.lastIndexOf('.'))))
  return {
    packageOf(claim) {
      const name = candidatesOf(claim.path).find((one) => classes.has(one))
      if (name === undefined) return undefined
      const jar = jarOf.get(name)
      return jar === undefined ? { package: 'openjdk', version: javaVersion() } : debianPackageOf(jar)
    },
    look: (claim) => lookIn(classes, packages, claim),
  }
}

function lookIn(classes: ReadonlyMap<string, JavaClass>, packages: ReadonlySet<string>, claim: Claim): Look {
  const { path, member, kind } = claim
  const name = candidatesOf(path).find((one) => classes.has(one))
  const found = name === undefined ? undefined : classes.get(name)
  const isWhole = name !== undefined && plain(name) === path
  const isTold = packages.has(path.replace(/\.[A-Z].*$/, '')) || /^(?:java|javax\.(?:crypto|net))\./.test(path)
  if (found === undefined) return isTold ? { is: 'missing', isTypeMissing: member !== undefined } : { is: 'untold' }
  if (kind === 'new') return isWhole ? { is: 'declared', signatures: found.constructors } : { is: 'missing' }
  if (member !== undefined) {
    if (!isWhole) return { is: 'missing', isTypeMissing: true }
    if (kind === 'property') return hasProperty(classes, found, member) ? { is: 'declared' } : { is: 'untold' }
    return methodIn(classes, found, member)
  }
  if (isWhole) return { is: 'declared' }
  const last = path.slice(path.lastIndexOf('.') + 1)
  if (name === undefined || `${plain(name)}.${last}` !== path) return { is: 'missing' }
  if (hasField(classes, found, last)) return { is: 'declared' }
  return methodIn(classes, found, last)
}

function methodIn(classes: ReadonlyMap<string, JavaClass>, of: JavaClass, name: string): Look {
  const signatures = withBases(classes, of).flatMap((one) => one.methods.get(name) ?? [])
  return signatures.length > 0 ? { is: 'declared', signatures } : { is: 'missing' }
}

function hasField(classes: ReadonlyMap<string, JavaClass>, of: JavaClass, name: string): boolean {
  return withBases(classes, of).some(({ fields }) => fields.has(name))
}

/** Kotlin and Groovy write `key.encoded` for `key.getEncoded()`. */
function hasProperty(classes: ReadonlyMap<string, JavaClass>, of: JavaClass, name: string): boolean {
  const upper = name.charAt(0).toUpperCase() + name.slice(1)
  const names = [name, `get${upper}`, `is${upper}`, `set${upper}`]
  return withBases(classes, of).some(({ methods, fields }) => fields.has(name) || names.some((one) => methods.has(one)))
}

function withBases(classes: ReadonlyMap<string, JavaClass>, of: JavaClass): readonly JavaClass[] {
  const all = new Set([of])
  for (const one of all) {
    for (const base of one.bases) {
      const found = classes.get(base)
      if (found !== undefined) all.add(found)
    }
  }
  return [...all]
}

/** `a.B.C.d` may be the class `a.B$C$d`, or a member of `a.B$C`, or of `a.B`. */
function candidatesOf(path: string): readonly string[] {
  const names = [path, path.slice(0, path.lastIndexOf('.'))]
  return names.map((name) => name.replace(/(\.[A-Z]\w*)\.(?=[A-Z])/g, '$1$').replace(/(\$[A-Z]\w*)\.(?=[A-Z])/g, '$1$'))
}

function plain(name: string): string {
  return name.replaceAll('$', '.')
}

function classesInJars(): ReadonlyMap<string, string> {
  const jarOf = new Map<string, string>()
  const jars = new Set(
    readdirSync(JARS)
      .filter((name) => name.endsWith('.jar'))
      .sort()
      .map((name) => realpathSync(`${JARS}/${name}`)),
  )
  for (const jar of jars) {
    const listing = spawnSync('unzip', ['-Z1', jar], { encoding: 'utf8', maxBuffer: MAX_OUTPUT_BYTES }).stdout ?? ''
    for (const entry of listing.split('\n')) {
      const name = entry.slice(0, -'.class'.length).replaceAll('/', '.')
      // Some jars hold classes of others, too: the first by name has its own.
      if (entry.endsWith('.class') && !entry.startsWith('META-INF') && !jarOf.has(name)) jarOf.set(name, jar)
    }
  }
  return jarOf
}

function readClasses(names: readonly string[], jarOf: ReadonlyMap<string, string>): ReadonlyMap<string, JavaClass> {
  const told = names.filter((name) => jarOf.has(name) || /^javax?\./.test(name))
  const jars = new Set(told.flatMap((name) => jarOf.get(name) ?? []))
  const found = new Map<string, JavaClass>()
  for (let at = 0; at < told.length; at += CLASSES_PER_CALL) {
    const args = ['-protected', '-cp', [...jars, '.'].join(':'), ...told.slice(at, at + CLASSES_PER_CALL)]
    const { stdout } = spawnSync('javap', args, { encoding: 'utf8', maxBuffer: MAX_OUTPUT_BYTES })
    for (const [name, read] of readPrinted(stdout)) found.set(name, read)
  }
  return found
}

/** Reads what `javap` prints of several classes. */
export function readPrinted(text: string): ReadonlyMap<string, JavaClass> {
  const classes = new Map<string, JavaClass>()
  for (const [, head = '', body = ''] of text.matchAll(
    /^((?:public |abstract |final |protected |static |sealed )*(?:class|interface|enum|record|@interface) [^{]+)\{\n([\s\S]*?)^\}/gm,
  )) {
    const bare = withoutTypeArguments(head)
    const [, name = '', rest = ''] = /(?:class|interface|enum|record) (\S+)\s*(.*)$/s.exec(bare) ?? []
    const bases = [...rest.matchAll(/[\w.$]+/g)].map(([word]) => word).filter((word) => word.includes('.'))
    classes.set(name, { bases, ...membersOf(name, body) })
  }
  return classes
}

function membersOf(className: string, body: string): Omit<JavaClass, 'bases'> {
  const methods = new Map<string, Signature[]>()
  const constructors: Signature[] = []
  const fields = new Set<string>()
  for (const line of body.split('\n')) {
    const declaration = withoutTypeArguments(line.trim())
    const [, name, list] = /([\w.$]+)\(([^)]*)\)/.exec(declaration) ?? []
    if (name === undefined || list === undefined) {
      const [, field] = /(\w+)(?: = [^;]*)?;$/.exec(declaration) ?? []
      if (field !== undefined) fields.add(field)
      continue
    }
    const types = splitAtCommas(list)
    const takesMore = types.at(-1)?.endsWith('...') === true
    const signature = { parameters: types.map((type) => ({ type })), takesMore }
    if (name === className) constructors.push(signature)
    else methods.set(name, [...(methods.get(name) ?? []), signature])
  }
  return { methods, constructors, fields }
}

function withoutTypeArguments(text: string): string {
  let plainText = text
  for (let last = ''; last !== plainText; ) {
    last = plainText
    plainText = plainText.replace(/<[^<>]*>/g, '')
  }
  return plainText
}

function javaVersion(): string {
  return execFileSync('java', ['--version'], { encoding: 'utf8' }).split('\n')[0] ?? ''
}
