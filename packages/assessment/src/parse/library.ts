/**
 * What the evaluator must know of a language's own library, as data: names of functions and methods. Names are compared
 * without regard to case, except for those of `makesMaps`. A function is known by the last part of its name.
 */
export interface LanguageLibrary {
  /** They give back what they get, as far as names and sizes go: `trim`, `toString`. */
  readonly transparent: ReadonlySet<string>
  /** They give the bytes of a text. */
  readonly toBytes: ReadonlySet<string>
  /** They give the element of a list or a map under a key, or what is passed behind the key. */
  readonly looksUp: ReadonlySet<string>
  /** They give the entries of several maps in one. */
  readonly merges: ReadonlySet<string>
  /** They put one text in the place of another. */
  readonly replaces: ReadonlySet<string>
  /** They cut a part out of a text, from one place to another. */
  readonly cuts: ReadonlySet<string>
  /** They cut bytes out, from one place to another; of two places the second is behind the last byte. */
  readonly cutsBytes: ReadonlySet<string>
  /** They give as many bytes as they are asked for, from the first on. */
  readonly takesBytes: ReadonlySet<string>
  /** They put texts together. */
  readonly joins: ReadonlySet<string>
  /** Methods of maps that store a value under a key. */
  readonly stores: ReadonlySet<string>
  /** Classes and functions that make a map, empty, of pairs or of another map: `HashMap`, `Object.fromEntries`. */
  readonly makesMaps: ReadonlySet<string>
  /** They make a function of the one that they get, which does the same. */
  readonly wrapsFunctions: ReadonlySet<string>
  /** They make a function of one and of its first arguments. */
  readonly bindsArguments: ReadonlySet<string>
  /** Functions that give a module by its path. */
  readonly loadsModules: ReadonlySet<string>
}

type Words = Partial<Record<keyof LanguageLibrary, string>>

/** A library of names that are parted by blanks and ends of lines; what is not named is empty. */
export function libraryOf(words: Words): LanguageLibrary {
  const plain = (member: keyof LanguageLibrary) => wordsOf((words[member] ?? '').toLowerCase())
  return {
    transparent: plain('transparent'),
    toBytes: plain('toBytes'),
    looksUp: plain('looksUp'),
    merges: plain('merges'),
    replaces: plain('replaces'),
    cuts: plain('cuts'),
    cutsBytes: plain('cutsBytes'),
    takesBytes: plain('takesBytes'),
    joins: plain('joins'),
    stores: plain('stores'),
    makesMaps: wordsOf(words.makesMaps ?? ''),
    wrapsFunctions: plain('wrapsFunctions'),
    bindsArguments: plain('bindsArguments'),
    loadsModules: plain('loadsModules'),
  }
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter((word) => word !== ''))
}
