import type { Confidence, Role, Setting } from './detection.ts'
import type { Place } from './place.ts'
import type { Attributes, CalleeName, Guard, Value, Values } from './values.ts'

/** A use of cryptography that was seen; which algorithm it is may depend on what other files say. */
export interface Sighting {
  readonly rule: string
  readonly library: string
  readonly place: Place
  readonly role: Role | undefined
  /** Instead of `role`, where the size of the key is known. */
  readonly sizedRole?: Role
  /** Of the object that the call makes or changes; it may have learnt more after the call. */
  readonly attributes: Attributes
  readonly confidence: Confidence
  /** It happens only in one of several cases. */
  readonly guard?: Guard
  /** The function that it stands in. */
  readonly within?: string
  /** The call is handed its algorithm: where nothing tells which, the use is known and the algorithm is not. */
  readonly isAsked?: true
  /** The offset of the call: several rules may speak of one. */
  readonly call?: number
  /** The place sets only this, of an algorithm that another line names. */
  readonly about?: 'keySize' | 'curve'
  /** The full name of what is called, where it may say more of the algorithm than the rule does: its key's size. */
  readonly called?: string
  /** The name as it is written, where no import says whose it is: it may be a class of the project's own. */
  readonly guessed?: string
}

export interface FunctionSummary {
  readonly id: string
  readonly name: string
  readonly cls?: string
  readonly isConstructor: boolean
  readonly params: readonly {
    readonly name: string
    /** As it is declared. */
    readonly type?: string
    readonly fallback: Values
    readonly isRest: boolean
  }[]
  readonly returns: Values
}

export interface ClassSummary {
  readonly name: string
  readonly supers: readonly string[]
  readonly fields: Readonly<Record<string, Values>>
}

export interface CallSummary {
  readonly callee: CalleeName
  readonly args: readonly Values[]
  readonly named?: Readonly<Record<string, Values>>
  readonly place: Place
  /** Of the members of a struct literal that stand on lines of their own. */
  readonly places?: Readonly<Record<string, Place>>
  /** An enumeration's constant: what it passes is known here but used elsewhere. */
  readonly isDeclaration?: true
  /** It is made only in one of several cases. */
  readonly guard?: Guard
}

/** A function or class of the project is taken out of a table by a key that others choose, and used. */
export interface Dispatch {
  readonly of: Value
  readonly key: Value
}

/** What a call tells that is not reported itself: `ECDH` or `ECDSA`, and the function that it stands in. */
export interface ToldUse {
  readonly use: string
  readonly within?: string
}

/** All that one file tells, for the linker. */
export interface FileSummary {
  readonly file: string
  readonly language: string
  readonly package: string
  /** Setting a field runs no code. */
  readonly hasPlainFields?: true
  /** Packages, modules and classes of which all names are imported. */
  readonly wildcards?: readonly string[]
  /** Where it is known otherwise than by the path. */
  readonly setting?: Setting
  readonly sightings: readonly Sighting[]
  readonly functions: readonly FunctionSummary[]
  readonly classes: readonly ClassSummary[]
  readonly calls: readonly CallSummary[]
  readonly dispatches?: readonly Dispatch[]
  /** What calls tell of the keys on curves around them: signing or agreement. */
  readonly curveUses?: readonly ToldUse[]
  /** What the file's own names stand for at its end. */
  readonly names: Readonly<Record<string, Values>>
}
