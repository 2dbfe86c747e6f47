import {
  ARCHIVE_SUFFIXES,
  BINARY_SUFFIXES,
  INTERPRETERS,
  OTHER_LANGUAGES,
  type OtherLanguage,
} from './other-languages.ts'

const bySuffix = new Map<string, OtherLanguage[]>()
const byName = new Map<string, OtherLanguage>()
const byInterpreter = new Map<string, OtherLanguage>()
for (const language of OTHER_LANGUAGES) {
  for (const suffix of language.suffixes) bySuffix.set(suffix, [...(bySuffix.get(suffix) ?? []), language])
  for (const name of language.names ?? []) byName.set(name, language)
  for (const interpreter of language.interpreters ?? []) byInterpreter.set(interpreter, language)
}
const archives = new Set(ARCHIVE_SUFFIXES)
const binaries = new Set(BINARY_SUFFIXES)

/** The last suffix of a path in lower case, with its dot; none where the name has none, or is nothing else. */
export function suffixOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const dot = name.lastIndexOf('.')
  return dot <= 0 ? '' : name.slice(dot).toLowerCase()
}

/** The program that runs a script, without folders and version: `python` of `#!/usr/bin/env python3.12`. */
export function interpreterOf(start: string): string | undefined {
  const line = /^#!\s{0,8}([^\n\r]{1,200})/.exec(start)?.[1]
  const words = line?.split(/\s+/) ?? []
  const isEnv = /(?:^|\/)env$/.test(words[0] ?? '')
  const program = isEnv ? words.slice(1).find((word) => !word.startsWith('-') && !word.includes('=')) : words[0]
  const name = program?.slice(program.lastIndexOf('/') + 1).toLowerCase()
  return name === undefined || name === '' ? undefined : name.replace(/[\d.]+$/, '')
}

/** Which understood language a script without a suffix is in, by its first line. */
export function scriptLanguageOf(start: string): string | undefined {
  const interpreter = interpreterOf(start)
  return interpreter !== undefined && Object.hasOwn(INTERPRETERS, interpreter) ? INTERPRETERS[interpreter] : undefined
}

/**
 * The language of source that no reader understands: by the file's name, and by its start where the name has no
 * suffix or one that languages share.
 */
export function otherLanguageOf(path: string, start: () => string): OtherLanguage | undefined {
  const suffix = suffixOf(path)
  if (suffix !== '') {
    const candidates = bySuffix.get(suffix) ?? []
    const [only] = candidates
    if (candidates.length === 1 && only?.sign === undefined) return only
    return candidates.find(({ sign }) => sign === undefined || sign.test(start()))
  }
  const named = byName.get(path.slice(path.lastIndexOf('/') + 1).toLowerCase())
  return named ?? byInterpreter.get(interpreterOf(start()) ?? '')
}

/** Whether a file may be source that no reader understands, by its suffix. */
export function hasOtherSuffix(path: string): boolean {
  return bySuffix.has(suffixOf(path))
}

/** What a file holds that nothing is read of, by its name. */
export function closedKindOf(path: string): 'archives' | 'binaries' | undefined {
  const suffix = suffixOf(path)
  if (archives.has(suffix)) return 'archives'
  return binaries.has(suffix) || /\.so(?:\.\d+){1,3}$/i.test(path) ? 'binaries' : undefined
}

/** Whether a file without a suffix is a compiled program, by its first bytes: ELF, Mach-O, PE. */
export function isProgram(bytes: Uint8Array): boolean {
  const [a, b, c, d] = bytes
  if (a === 0x7f && b === 0x45 && c === 0x4c && d === 0x46) return true
  if (a === 0x4d && b === 0x5a) return true
  return (a === 0xcf || a === 0xce) && b === 0xfa && c === 0xed && d === 0xfe
}
