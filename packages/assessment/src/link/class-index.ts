import type { ClassSummary } from '../model/file-summary.ts'
import type { Values } from '../model/values.ts'
import { lastName } from '../packs/last-name.ts'
import { type Located, push } from './located.ts'

/**
 * So many classes of one name are told apart; of more, only those in the asking file count, or else the first. Large
 * projects have thousands of some (`Create`, `Config`).
 */
const MAX_OF_ONE_NAME = 24
/** Of those that extend a class. */
const MAX_EXTENDING = 200
/** Of a class's bases and of those that extend it. */
const MAX_KIN = 400
const MAX_HEIGHT = 5
/** What a class only declares is asked of so many that extend it. */
const MAX_OVERRIDES = 12

/** Every class of a project by its name. */
export class ClassIndex {
  readonly #byName = new Map<string, Located<ClassSummary>[]>()
  /** The same by file and name, of names that more have than are told apart. */
  readonly #crowded = new Map<string, Located<ClassSummary>[]>()
  readonly #extending = new Map<string, ClassSummary[]>()
  readonly #kin = new Map<string, readonly string[]>()

  add(file: string, of: ClassSummary): void {
    const all = this.#byName.get(of.name) ?? []
    if (all.length < MAX_OF_ONE_NAME) push(this.#byName, of.name, { file, of })
    else push(this.#crowded, `${file} ${of.name}`, { file, of })
    for (const base of of.supers) push(this.#extending, lastName(base), of, MAX_EXTENDING)
  }

  /** Whether the project has a class by this name. */
  has(name: string): boolean {
    return this.#byName.has(name)
  }

  /** Whether a class by this name stands in a file. */
  isIn(name: string, file: string): boolean {
    return this.#crowded.has(`${file} ${name}`) || this.#byName.get(name)?.some((one) => one.file === file) === true
  }

  /** The class's own name, those of its bases, and those of classes that extend it. */
  kinOf(name: string): readonly string[] {
    let kin = this.#kin.get(name)
    if (kin === undefined) {
      const bases = this.#reach(name, (one) => this.basesOf(one))
      const below = this.#reach(name, (one) => (this.#extending.get(one) ?? []).map((of) => of.name))
      kin = [...new Set([name, ...bases, ...below])].slice(0, MAX_KIN)
      this.#kin.set(name, kin)
    }
    return kin
  }

  basesOf(name: string): readonly string[] {
    return (this.#byName.get(name) ?? []).flatMap(({ of }) => of.supers.map(lastName))
  }

  #reach(from: string, next: (name: string) => readonly string[]): ReadonlySet<string> {
    const reached = new Set<string>()
    let edge = [from]
    for (let height = 0; height < MAX_HEIGHT && edge.length > 0; height += 1) {
      const beyond: string[] = []
      for (const name of edge.flatMap(next)) {
        if (reached.has(name) || reached.size >= MAX_KIN) continue
        reached.add(name)
        beyond.push(name)
      }
      edge = beyond
    }
    return reached
  }

  /** The values of a class's field, its bases' included; `file` is the one that asks. */
  field(cls: string, name: string, file?: string): Values {
    const seen = new Set<string>()
    const { values, isDeclared } = this.#inherited(cls, name, { file, seen, height: 0 })
    // What a class only declares, those that extend it say.
    if (values.length > 0 || !isDeclared) return values
    return (this.#extending.get(cls) ?? []).slice(0, MAX_OVERRIDES).flatMap(({ fields }) => own(fields, name) ?? [])
  }

  #inherited(
    cls: string,
    name: string,
    { file, seen, height }: { file: string | undefined; seen: Set<string>; height: number },
  ): { values: Values; isDeclared: boolean } {
    if (seen.has(cls) || height >= MAX_HEIGHT) return { values: [], isDeclared: false }
    seen.add(cls)
    const values: Values[] = []
    let isDeclared = false
    for (const { of } of this.#named(cls, file)) {
      const known = own(of.fields, name)
      if (known !== undefined) values.push(known)
      isDeclared ||= known !== undefined
      if (known !== undefined) continue
      for (const base of of.supers) {
        const inherited = this.#inherited(lastName(base), name, { file, seen, height: height + 1 })
        values.push(inherited.values)
        isDeclared ||= inherited.isDeclared
      }
    }
    return { values: values.flat(), isDeclared }
  }

  #named(cls: string, file: string | undefined): readonly Located<ClassSummary>[] {
    const all = this.#byName.get(cls) ?? []
    if (file === undefined || all.length < MAX_OF_ONE_NAME) return all
    const near = [...all.filter((one) => one.file === file), ...(this.#crowded.get(`${file} ${cls}`) ?? [])]
    return near.length > 0 ? near : all
  }

  /** Which of a struct's members has a name; -1 where none has. */
  placeOfField(cls: string, name: string): number {
    const known = this.#byName.get(cls)?.find(({ of }) => Object.hasOwn(of.fields, name))
    return known === undefined ? -1 : Object.keys(known.of.fields).indexOf(name)
  }

  /** What a constant of an enumeration says of its own, in a body behind it. */
  fieldOfConstant(cls: string, constant: string, name: string): Values {
    const bodies = (this.#byName.get(constant) ?? []).filter(({ of }) => of.supers.includes(cls))
    return bodies.flatMap(({ of }) => own(of.fields, name) ?? [])
  }
}

function own(fields: Readonly<Record<string, Values>>, name: string): Values | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined
}
