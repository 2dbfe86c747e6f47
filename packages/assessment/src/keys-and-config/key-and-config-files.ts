import type { Setting } from '../model/detection.ts'
import type { FileSummary, Sighting } from '../model/file-summary.ts'
import type { Knowledge } from '../packs/prepare-knowledge.ts'
import { createKeywordFilter, type KeywordFilter } from '../prefilter/keyword-filter.ts'
import { beginsWithKey, isDerFile, isKeyFile, isSettingsFile, isTextFile, mayBeUnnamedKey } from '../walk/file-names.ts'
import { decodeSource, isBinary, searchable } from '../walk/read-source.ts'
import { describeCommands, keywordsOfCommands, mayHoldCommands } from './commands.ts'
import { describeDerFile } from './keys/der-file.ts'
import { describeSshKeys } from './keys/open-ssh.ts'
import { describePem, ENCODED_PEM_MARK, PEM_MARK } from './keys/pem.ts'
import { describeSettings } from './settings/describe-settings.ts'

type Rules = Pick<Knowledge, 'settings' | 'textRules'>

/** Finds cryptography in files that are no programs: keys, certificates, settings, commands. */
export interface KeyOrConfigFile {
  /** As detections name it: `pem`, `nginx`, `sshd`, ... */
  readonly kind: string
  readonly setting: Setting
  /** By the name of the file, without its folders. */
  readonly wants: (name: string) => boolean
  /** The file is looked at only where one of these stands in it; case does not count. */
  readonly keywords?: (rules: Rules) => readonly string[]
  /** Instead of keywords: one of these must stand in it to the letter, which is much quicker to see. */
  readonly marks?: readonly string[]
  /** Also of a file whose name says nothing, where it begins as one does. */
  readonly isUnnamed?: true
  /** Whether NUL bytes do not make it useless (DER). */
  readonly isBinary?: true
  /** Must not throw, and must take time linear in the length. Algorithm names are read by the packs' names.json. */
  readonly detect: (bytes: Uint8Array, path: string, rules: Rules) => readonly Sighting[]
}

/** Every kind of file that is no program. To add one: a file in `keys/`, a line here. */
export const KEY_AND_CONFIG_FILES: readonly KeyOrConfigFile[] = [
  {
    kind: 'pem',
    setting: 'keyMaterial',
    wants: isTextFile,
    isUnnamed: true,
    marks: [PEM_MARK, ENCODED_PEM_MARK],
    detect: (bytes) => describePem(decodeSource(bytes)),
  },
  { kind: 'der', setting: 'keyMaterial', wants: isDerFile, isBinary: true, detect: describeDerFile },
  {
    kind: 'ssh-key',
    setting: 'keyMaterial',
    wants: (name) => isKeyFile(name) || isSettingsFile(name),
    isUnnamed: true,
    marks: [' AAAA'],
    detect: (bytes) => describeSshKeys(decodeSource(bytes)),
  },
  {
    kind: 'configuration',
    setting: 'configuration',
    wants: isSettingsFile,
    keywords: ({ settings }) => settings.keywords,
    detect: (bytes, path, { settings }) => describeSettings(decodeSource(bytes), path, settings),
  },
  {
    kind: 'commands',
    setting: 'configuration',
    wants: mayHoldCommands,
    keywords: ({ textRules }) => keywordsOfCommands(textRules),
    detect: (bytes, path, { textRules }) => describeCommands(bytes, path, textRules),
  },
]

/** Whether a finding's language is the name of one of the kinds. */
export function isKeyOrConfigKind(language: string): boolean {
  return KEY_AND_CONFIG_FILES.some(({ kind }) => kind === language)
}

/** Whether a file may be of one of the kinds, by its name. */
export function isKeyOrConfigFile(name: string): boolean {
  return KEY_AND_CONFIG_FILES.some((kind) => kind.wants(name))
}

/** Every JSON Web Key has it (RFC 7517, section 4.1). */
const JWK_MEMBER = 'kty'
const filters = new WeakMap<readonly string[], KeywordFilter>()

/** What a file tells that is no program; nothing for any other. */
export function summariesOfKeyOrConfigFile(path: string, bytes: Uint8Array, knowledge: Rules): readonly FileSummary[] {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const isUnnamed = mayBeUnnamedKey(name) && beginsWithKey(bytes)
  return KEY_AND_CONFIG_FILES.flatMap((kind) => {
    const isWanted = kind.wants(name) || (isUnnamed && kind.isUnnamed === true)
    if (!isWanted || (!kind.isBinary && isBinary(bytes)) || !passes(kind, bytes, knowledge)) return []
    const sightings = kind.detect(bytes, path, knowledge)
    if (sightings.length === 0) return []
    const empty = { package: '', functions: [], classes: [], calls: [], names: {} }
    return [{ ...empty, file: path, language: kind.kind, setting: kind.setting, sightings }]
  })
}

function passes(kind: KeyOrConfigFile, raw: Uint8Array, rules: Rules): boolean {
  const bytes = searchable(raw)
  if (kind.marks !== undefined) {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    return kind.marks.some((mark) => text.includes(mark, 0, 'latin1'))
  }
  const keywords = kind.keywords?.(rules)
  if (keywords === undefined) return true
  let filter = filters.get(keywords)
  if (filter === undefined) {
    filter = createKeywordFilter([...keywords, JWK_MEMBER])
    filters.set(keywords, filter)
  }
  return filter(bytes)
}
