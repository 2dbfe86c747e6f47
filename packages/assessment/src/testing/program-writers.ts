/** What a smallest program calls, and with what. */
export interface Wanted {
  /** `call`, `new`, `method`, `ref`: how the name is used. */
  readonly how: 'call' | 'new' | 'method' | 'ref'
  /** The parts before the last: packages, modules, types. */
  readonly owner: string
  readonly name: string
  /** As the language writes them. */
  readonly args: readonly string[]
}

export interface Written {
  readonly path: string
  readonly source: string
}

type Writer = (wanted: Wanted) => Written | undefined

/** How each language writes the use of one name. */
export const WRITERS: Readonly<Record<string, Writer>> = {
  java: writeJava,
  kotlin: writeKotlin,
  csharp: writeCsharp,
  go: writeGo,
  python: writePython,
  typescript: writeTypescript,
  rust: writeRust,
  c: writeC,
  cpp: writeCpp,
  php: writePhp,
  ruby: writeRuby,
  swift: writeSwift,
}

function lastOf(owner: string): string {
  return owner.slice(Math.max(owner.lastIndexOf('.'), owner.lastIndexOf('/')) + 1)
}

/** The first part that is a type: `javax.crypto.Cipher` of `javax.crypto.Cipher.Mode`. */
function typeIn(owner: string): { readonly imported: string; readonly used: string } {
  const parts = owner.split('.')
  const at = parts.findIndex((part) => /^[A-Z]/.test(part))
  if (at < 0) return { imported: owner, used: lastOf(owner) }
  return { imported: parts.slice(0, at + 1).join('.'), used: parts.slice(at).join('.') }
}

function writeJava({ how, owner, name, args }: Wanted): Written | undefined {
  const type = typeIn(how === 'new' ? `${owner}.${name}` : owner)
  const list = args.join(', ')
  const uses = {
    call: `${type.used}.${name}(${list})`,
    new: `new ${type.used}(${list})`,
    method: `it.${name}(${list})`,
    ref: `use(${type.used}.${name})`,
  }
  const parameter = how === 'method' ? `${type.used} it` : ''
  const source = `import ${type.imported};\nclass A {\n  void f(${parameter}) {\n    ${uses[how]};\n  }\n}\n`
  return owner === '' ? undefined : { path: 'A.java', source }
}

function writeKotlin({ how, owner, name, args }: Wanted): Written | undefined {
  const type = typeIn(how === 'new' ? `${owner}.${name}` : owner)
  const list = args.join(', ')
  const uses = {
    call: `${type.used}.${name}(${list})`,
    new: `${type.used}(${list})`,
    method: `it.${name}(${list})`,
    ref: `use(${type.used}.${name})`,
  }
  const parameter = how === 'method' ? `it: ${type.used}` : ''
  const source = `import ${type.imported}\nfun f(${parameter}) {\n  ${uses[how]}\n}\n`
  return owner === '' ? undefined : { path: 'A.kt', source }
}

function writeCsharp({ how, owner, name, args }: Wanted): Written | undefined {
  const list = args.join(', ')
  const uses = {
    call: `${owner}.${name}(${list})`,
    new: `new ${owner}.${name}(${list})`,
    method: `it.${name}(${list})`,
    ref: `use(${owner}.${name})`,
  }
  const parameter = how === 'method' ? `${owner} it` : ''
  return { path: 'A.cs', source: `class A {\n  void F(${parameter}) {\n    ${uses[how]};\n  }\n}\n` }
}

function writeGo({ how, owner, name, args }: Wanted): Written | undefined {
  const whole = how === 'new' ? `${owner}.${name}` : owner
  const slash = whole.lastIndexOf('/')
  const dot = whole.indexOf('.', slash + 1)
  const path = dot < 0 ? whole : whole.slice(0, dot)
  const inside = dot < 0 ? '' : whole.slice(dot)
  if (path === '' || (how === 'new' && args.length > 0)) return undefined
  const list = args.join(', ')
  const uses = {
    call: `lib${inside}.${name}(${list})`,
    new: `use(lib${inside}{})`,
    method: `it.${name}(${list})`,
    ref: `use(lib${inside}.${name})`,
  }
  const parameter = how === 'method' ? `it *lib${inside}` : ''
  const source = `package a\n\nimport lib "${path}"\n\nfunc f(${parameter}) {\n\t${uses[how]}\n}\n`
  return { path: 'a.go', source }
}

function writePython({ how, owner, name, args }: Wanted): Written | undefined {
  if (owner === '') return undefined
  const list = args.join(', ')
  const uses = {
    call: `${owner}.${name}(${list})`,
    new: `${owner}.${name}(${list})`,
    method: `it.${name}(${list})`,
    ref: `use(${owner}.${name})`,
  }
  const parameter = how === 'method' ? `it: ${owner}` : ''
  return { path: 'a.py', source: `import ${owner}\n\ndef f(${parameter}):\n    ${uses[how]}\n` }
}

function writeTypescript({ how, owner, name, args }: Wanted): Written | undefined {
  const whole = owner === '' ? name : owner
  const [, module = '', inside = ''] = /^((?:@[^/]+\/)?[^.]*(?:\.js(?=\.|$))?)(.*)$/.exec(whole) ?? []
  const list = args.join(', ')
  const end = owner === '' ? '' : `.${name}`
  const uses = {
    call: `lib${inside}${end}(${list})`,
    new: `new lib${inside}${end}(${list})`,
    method: `it.${name}(${list})`,
    ref: `use(lib${inside}${end})`,
  }
  const parameter = how === 'method' ? `it: lib${inside}` : ''
  return {
    path: 'a.ts',
    source: `import * as lib from '${module}'\nexport function f(${parameter}) {\n  ${uses[how]}\n}\n`,
  }
}

function writeRust({ how, owner, name, args }: Wanted): Written | undefined {
  if (owner === '') return undefined
  const path = owner.replaceAll('.', '::')
  const list = args.join(', ')
  const uses = {
    call: `${path}::${name}(${list})`,
    new: `use_it(${path}::${name} {})`,
    method: `it.${name}(${list})`,
    ref: `use_it(&${path}::${name})`,
  }
  const parameter = how === 'method' ? `it: &${path}` : ''
  return { path: 'a.rs', source: `fn f(${parameter}) {\n    ${uses[how]};\n}\n` }
}

function writeC({ how, owner, name, args }: Wanted): Written | undefined {
  if (owner !== '' || how === 'method' || how === 'new') return undefined
  const use = how === 'call' ? `${name}(${args.join(', ')})` : `use(${name})`
  return { path: 'a.c', source: `void f(void) {\n  ${use};\n}\n` }
}

function writeCpp({ how, owner, name, args }: Wanted): Written | undefined {
  const path = (owner === '' ? name : `${owner}.${name}`).replaceAll('.', '::')
  const list = args.join(', ')
  const uses = {
    call: `${path}(${list})`,
    new: `auto one = new ${path}(${list})`,
    method: `it->${name}(${list})`,
    ref: `use(${path})`,
  }
  const parameter = how === 'method' ? `${owner.replaceAll('.', '::')} *it` : ''
  return { path: 'a.cc', source: `void f(${parameter}) {\n  ${uses[how]};\n}\n` }
}

function writePhp({ how, owner, name, args }: Wanted): Written | undefined {
  const path = `\\${owner.replaceAll('.', '\\')}`
  const list = args.map((one) => (one === 'x' ? '$x' : one)).join(', ')
  const isClass = /[A-Z]/.test(lastOf(owner)[0] ?? '')
  const uses = {
    call: owner === '' ? `${name}(${list})` : isClass ? `${path}::${name}(${list})` : `${path}\\${name}(${list})`,
    new: `$one = new ${owner === '' ? '' : path}\\${name}(${list})`,
    method: `$it->${name}(${list})`,
    ref: owner === '' ? `use_it(${name})` : `use_it(${path}::${name})`,
  }
  const parameter = how === 'method' ? `${path} $it` : ''
  return { path: 'a.php', source: `<?php\nfunction f(${parameter}) {\n  ${uses[how]};\n}\n` }
}

function writeRuby({ how, owner, name, args }: Wanted): Written | undefined {
  if (how === 'method') return undefined
  const path = owner.replaceAll('.', '::')
  const list = args.join(', ')
  const whole = path === '' ? name : `${path}::${name}`
  const uses = {
    call: path === '' ? `${name}(${list})` : `${path}.${name}(${list})`,
    new: `${whole}.new(${list})`,
    ref: `use_it(${whole})`,
  }
  return { path: 'a.rb', source: `def f\n  ${uses[how]}\nend\n` }
}

function writeSwift({ how, owner, name, args }: Wanted): Written | undefined {
  // What one library gives the types of another counts only beside its import.
  if (how === 'method' && !owner.includes('.')) return undefined
  const [module = '', ...types] = owner.split('.')
  const type = types.join('.')
  const dotted = type === '' ? name : `${type}.${name}`
  const list = args.join(', ')
  const uses = {
    call: `${dotted}(${list})`,
    new: `_ = ${dotted}(${list})`,
    method: `it.${name}(${list})`,
    ref: `use(${dotted})`,
  }
  const parameter = how === 'method' ? `it: ${type}` : ''
  const imported = module === '' ? '' : `import ${module}\n`
  return { path: 'a.swift', source: `${imported}func f(${parameter}) {\n  ${uses[how]}\n}\n` }
}
