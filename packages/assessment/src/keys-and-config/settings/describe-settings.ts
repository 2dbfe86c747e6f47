import { redact } from '../../findings/redact.ts'
import type { Sighting } from '../../model/file-summary.ts'
import type { IndexedSettingRule, SettingRules } from '../../packs/setting-rules.ts'
import { sightingOf, withoutRepeats } from '../fact.ts'
import { describeJwks } from '../keys/jwk.ts'
import type { Entry } from './entry.ts'
import { readJson } from './read-json.ts'
import { readLines } from './read-lines.ts'
import { readXml } from './read-xml.ts'
import { readYaml } from './read-yaml.ts'
import { type NamedSetting, readSetting } from './readings.ts'

/** Longer files are data, not settings. */
const MAX_TEXT = 2_097_152
const MAX_SIGHTINGS = 5_000
const MAX_KNOWN_KEYS = 20_000
const MAX_SHOWN = 400
const SHOWN_BEFORE = 40

/** The cryptography that a configuration file chooses. */
export function describeSettings(text: string, path: string, rules: SettingRules): readonly Sighting[] {
  if (text.length > MAX_TEXT) return []
  const file = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  const read = readerFor(file, text)
  const entries = read(text).flatMap(spread)
  const sightings: Sighting[] = read === readJson ? [...describeJwks(entries)] : []
  const isOfInterest = interest(rules)
  let known: { readonly beside: BlockIndex; readonly lines: readonly string[] } | undefined
  for (const entry of entries) {
    if (sightings.length >= MAX_SIGHTINGS) break
    if (!isOfInterest(entry.key)) continue
    known ??= { beside: indexByBlock(entries), lines: text.split('\n') }
    const setting = named(entry, file, known.beside)
    if (entry.value === '' && !/^aes(?:cbc|gcm)$/.test(setting.name)) continue
    sightings.push(...sightingsOf(entry, setting, { lines: known.lines, found: ruleFor(setting, rules) }))
  }
  return sightings
}

/** Most settings have names that no rule fits, and the same names again and again. */
function interest(rules: SettingRules): (key: string) => boolean {
  const known = new Map<string, boolean>()
  return (key) => {
    let answer = known.get(key)
    if (answer === undefined) {
      const name = lastName(comparable(key.replaceAll(/[/:]/g, '.')))
      answer = name === 'value' || rules.knows(name)
      if (known.size < MAX_KNOWN_KEYS) known.set(key, answer)
    }
    return answer
  }
}

function sightingsOf(
  entry: Entry,
  setting: NamedSetting,
  { lines, found }: { readonly lines: readonly string[]; readonly found: IndexedSettingRule | undefined },
): readonly Sighting[] {
  if (found === undefined) return []
  const { rule, library } = found
  const { id, confidence } = rule
  const { line, column } = entry
  const evidence = redact(windowOf(lines[line - 1] ?? '', column))
  const source = { rule: `settings/${id}`, library, line, column, evidence }
  return withoutRepeats(readSetting(setting, rule)).map((fact) =>
    sightingOf(confidence === undefined ? fact : { confidence, ...fact }, source),
  )
}

/** What is around a place in a line, which may be a whole file. */
function windowOf(line: string, column: number): string {
  if (line.length <= MAX_SHOWN) return line
  const start = Math.max(0, column - SHOWN_BEFORE)
  return line.slice(start, start + MAX_SHOWN)
}

function readerFor(file: string, text: string): (text: string) => readonly Entry[] {
  if (/\.(?:json|jsonc|json5|tfstate|jwks?)$/.test(file)) return readJson
  if (/\.ya?ml$/.test(file)) return readYaml
  if (/\.(?:xml|config|csproj|props|targets)$/.test(file) && /^\s*</.test(text.slice(0, 200).replace(/^\ufeff/, '')))
    return readXml
  return readLines
}

/** Lists of what must not be used, and settings that only say what counts as weak. */
const EXCLUDING =
  /disabl|exclud|forbid|forbidden|denied|deny|blacklist|blocklist|legacy|unsupported|weak|reject|prohibit|insecure/

function ruleFor(setting: NamedSetting, rules: SettingRules): IndexedSettingRule | undefined {
  const { name, full, file } = setting
  if (EXCLUDING.test(full)) return undefined
  return rules.find({ name, around: full.slice(0, full.length - name.length), file })
}

function comparable(text: string): string {
  return text.toLowerCase().replaceAll(/[-_ "]/g, '')
}

function lastName(full: string): string {
  return full.slice(full.lastIndexOf('.') + 1)
}

function named({ path, key, value, block }: Entry, file: string, beside: BlockIndex): NamedSetting {
  const others = beside.get(block)
  // Environments and .NET settings write the name as a value: `name: TLS_CIPHERS, value: ...`.
  const own = key.toLowerCase() === 'value' ? (others?.get('name') ?? others?.get('key') ?? key) : key
  const full = comparable([...path, own].join('.').replaceAll(/[/:]/g, '.'))
  return {
    name: lastName(full),
    full,
    value: value.trim(),
    file,
    beside: (...names) => names.map((one) => others?.get(one)).find((one) => one !== undefined && one !== ''),
  }
}

type BlockIndex = ReadonlyMap<number, ReadonlyMap<string, string>>

function indexByBlock(entries: readonly Entry[]): BlockIndex {
  const index = new Map<number, Map<string, string>>()
  for (const { block, key, value } of entries) {
    const members = index.get(block) ?? new Map<string, string>()
    index.set(block, members.set(comparable(key), value))
  }
  return index
}

/** Directives whose first word is the setting: nginx's and Apache's way to hand one on to OpenSSL. */
const HANDED_ON = /^(?:(?:proxy_|grpc_)?ssl_conf_command|SSLOpenSSLConfCmd|SSLProxyOpenSSLConfCmd)$/i
/** Directives with settings among their words: HAProxy's. */
const WORDS_INSIDE = /^(?:bind|server|default-server|server-template)$/
const FLAG =
  /(?<=^|[\s"'])--?([A-Za-z][\w.-]{0,60}(?:cipher|curve|alg|group)[\w-]{0,40}|cipher[\w-]{0,40})[= ]["']?([^\s"']{2,4000})/g

/** What a setting holds that are settings themselves. */
function spread(entry: Entry): readonly Entry[] {
  const { key, value } = entry
  if (HANDED_ON.test(key)) {
    const [name = '', rest = ''] = value.split(/\s+(.*)/s, 2)
    return [{ ...entry, key: name, value: rest.replaceAll(/["']/g, '') }]
  }
  if (WORDS_INSIDE.test(key)) {
    const words = value.split(/\s+/)
    const inner = words.flatMap((word, i) =>
      INSIDE.has(word) ? [{ ...entry, key: word, value: words[i + 1] ?? '' }] : [],
    )
    return [entry, ...inner]
  }
  const variable = /^([A-Z][A-Z0-9_]{2,60})=(.+)$/s.exec(value)
  if (variable !== null) return [{ ...entry, key: variable[1] ?? '', value: variable[2] ?? '' }]
  if (value.length < 10 || !(value.startsWith('-') || value.includes('--'))) return [entry]
  const flags = [...value.matchAll(FLAG)].map(([, name = '', given = '']) => ({ ...entry, key: name, value: given }))
  return flags.length === 0 ? [entry] : flags
}

const INSIDE = new Set(['ciphers', 'ciphersuites', 'curves', 'ecdhe', 'sigalgs'])
