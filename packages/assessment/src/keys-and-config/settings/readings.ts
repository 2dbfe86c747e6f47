import type { SettingRule } from '../../packs/setting-rule-format.ts'
import type { Fact } from '../fact.ts'
import { describeCipherList } from './cipher-list.ts'
import {
  readGroups,
  readLikelyCiphers,
  readNames,
  readProposals,
  readSignatures,
  readSizes,
  readSshList,
} from './values.ts'

/** A setting with its name made comparable: small letters, no `-` and `_`; what stands around it with dots between. */
export interface NamedSetting {
  readonly name: string
  readonly full: string
  readonly value: string
  readonly file: string
  /** The value of a setting beside this one. */
  readonly beside: (...names: readonly string[]) => string | undefined
}

type Read = (setting: NamedSetting, rule: SettingRule) => readonly Fact[]

const READERS: Readonly<Record<SettingRule['reading'], Read>> = {
  aesMode: ({ name }) => [{ algorithm: 'AES', role: 'Encryption', mode: name.slice(3).toUpperCase() }],
  cipherList: ({ value }) => describeCipherList(value),
  groups: ({ value }) => readGroups(value),
  hmacHash: ({ value }) => (/^SHA\d+$/i.test(value) ? [{ algorithm: 'HMAC', role: 'Mac', hash: value }] : []),
  hmacNames: ({ value }) => (value.startsWith('HMAC') ? readNames(value, 'Mac') : []),
  keyAlgorithm,
  keySize: ({ value }, { algorithm }) =>
    algorithm !== undefined && /^\d{3,5}$/.test(value)
      ? [{ algorithm, role: 'KeyGeneration', keySize: Number(value) }]
      : [],
  likelyCipherList: ({ value }) => readLikelyCiphers(value),
  machineKey,
  names: ({ value }, { role }) => readNames(value, role),
  proposals: ({ value }) => readProposals(value),
  signatures: ({ value }) => readSignatures(value),
  sizes: ({ value }) => readSizes(value),
  sshHostKey: hostKey,
  sshList: ({ value }, { role = 'Unknown' }) => readSshList(value, role),
  wireGuardKey,
}

/** What a setting says, as its rule reads it. */
export function readSetting(setting: NamedSetting, rule: SettingRule): readonly Fact[] {
  if (setting.beside(...(rule.unlessBeside ?? [])) !== undefined) return []
  return READERS[rule.reading](setting, rule)
}

function hostKey({ value }: NamedSetting): readonly Fact[] {
  const algorithm = /ssh_host_(rsa|dsa|ecdsa|ed25519)_key$/.exec(value)?.[1]
  return algorithm === undefined ? [] : [{ algorithm, role: 'KeyMaterial', protocol: 'SSH' }]
}

/** WireGuard offers no other: Curve25519 and ChaCha20-Poly1305 (the WireGuard paper, section 5.4). */
function wireGuardKey({ value }: NamedSetting): readonly Fact[] {
  return /^[A-Za-z0-9+/]{42,43}=$/.test(value) ? [{ algorithm: 'X25519', role: 'KeyMaterial' }] : []
}

function machineKey({ value, beside }: NamedSetting): readonly Fact[] {
  const key = /^[0-9A-Fa-f]+/.exec(beside('decryptionkey') ?? '')?.[0].length ?? 0
  const keySize = [32, 48, 64].includes(key) ? { keySize: key * 4 } : {}
  return readNames(value, 'Encryption').map((fact) => ({ ...fact, ...keySize }))
}

/** A key to be made: its kind, with the size or the curve that stands beside it. */
function keyAlgorithm({ value, beside }: NamedSetting): readonly Fact[] {
  const size = beside('size', 'keysize', 'rsabits', 'bits', 'keybits', 'keylength')
  const curve = beside('curve', 'ecdsacurve', 'ellipticcurve', 'curvename')
  return readNames(value, 'KeyGeneration').map((fact) => {
    const bits = Number(/^\d{3,5}$/.exec(size ?? '')?.[0] ?? Number.NaN)
    if (/^EC/i.test(value)) {
      const named = curve ?? CURVE_OF_SIZE[bits]
      return named === undefined ? fact : { ...fact, curve: named }
    }
    return Number.isNaN(bits) || !/^(?:RSA|AES|DSA)/i.test(value) ? fact : { ...fact, keySize: bits }
  })
}

const CURVE_OF_SIZE: Readonly<Record<number, string>> = { 256: 'P-256', 384: 'P-384', 521: 'P-521' }
