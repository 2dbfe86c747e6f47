import { describe, expect, it } from 'vitest'
import { describeSettings } from '../keys-and-config/settings/describe-settings.ts'
import { loadPacks } from './load-pack.ts'
import { settingRuleFileSchema } from './setting-rule-format.ts'
import { SettingRules } from './setting-rules.ts'

const FILE = {
  kind: 'settings',
  library: 'Vault of Acme',
  source: 'https://acme.example/vault',
  checkedAgainst: null,
  keywords: ['vault'],
  rules: [{ id: 'vault/seal', name: '^vaultseal$', reading: 'names', role: 'Encryption' }],
}
const rulesOf = (...files: readonly object[]) =>
  new SettingRules(files.map((file) => settingRuleFileSchema.parse(file)))

describe('rules for settings', () => {
  it('of a pack are read beside those that are shipped', async () => {
    const shipped = (await loadPacks()).flatMap(({ settingRules }) => settingRules)
    const rules = new SettingRules([...shipped, settingRuleFileSchema.parse(FILE)])
    const found = describeSettings('vault_seal = aes-128-gcm\nssl_cipher_list = AES256-SHA\n', 'vault.conf', rules)
    expect(found.map(({ rule, library }) => [rule, library])).toContainEqual(['settings/vault/seal', 'Vault of Acme'])
    expect(found.some(({ rule }) => rule === 'settings/tls/mail')).toBe(true)
  })

  it('ask known programs first, and what is said with less confidence last', () => {
    const named = (library: string, more: object, rule: object) => ({
      ...{ ...FILE, library, ...more },
      rules: [{ ...FILE.rules[0], ...rule }],
    })
    const rules = [
      named('likely', {}, { confidence: 'Medium' }),
      named('general', { isGeneral: true }, {}),
      named('known', {}, {}),
    ]
    const place = { name: 'vaultseal', around: '', file: 'a.conf' }
    expect(rulesOf(...rules).find(place)?.library).toBe('known')
    expect(rulesOf(...rules.slice(0, 2)).find(place)?.library).toBe('likely')
    expect(rulesOf(...rules).find({ ...place, name: 'other' })).toBeUndefined()
  })

  it.each([
    ['repetition without end', '^(?:a|b)+$'],
    ['any characters', '^vault.*seal$'],
    ['a group that is open', '^(?:vault$'],
    ['a look around', '(?=vault)'],
    ['many parts that may be absent', `^${'a?'.repeat(13)}$`],
    ['capitals, which no comparable name has', '^VaultSeal$'],
  ])('refuse %s in a name', (_name, name) => {
    expect(settingRuleFileSchema.safeParse(FILE).success).toBe(true)
    expect(settingRuleFileSchema.safeParse({ ...FILE, rules: [{ ...FILE.rules[0], name }] }).success).toBe(false)
  })
})
