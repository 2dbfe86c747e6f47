import { readFileSync } from 'node:fs'
import { detectionSchema } from '@sluice/contracts'
import { describe, expect, it } from 'vitest'
import { compileCodenames } from '../../ports/codename-registry.ts'
import { faultsOfNames, RECOGNIZER_NAMES } from './recognizer-names.ts'
import { RULES, scanSlice } from './scan-text.ts'
import { TenantRecognizers } from './tenant-recognizers.ts'

const SNAPSHOT = { version: '1', index: compileCodenames([{ term: 'Nightfall', level: 7 }]) }
const TEXT = 'Dr. Quorl, Anna Schmidt, card 4111 1111 1111 1111, NPI 1234567893, Nightfall'

function found(config: object, tenant = 'acme'): readonly string[] {
  const detection = new TenantRecognizers(RULES).of(tenant, SNAPSHOT, detectionSchema.parse(config))
  return scanSlice(TEXT, { kind: 'prose' }, detection.recognizers).map(({ recognizer }) => recognizer)
}

describe('settings of single recognizers', () => {
  const all = ['person', 'person', 'credit-card', 'us-npi', 'codename']

  it('say whose findings count, and from which score on', () => {
    expect(found({})).toEqual(all)
    const of = (settings: object) => found({ byRecognizer: { default: settings } })
    expect(of({ 'credit-card': { find: 'never' } })).toEqual(['person', 'person', 'us-npi', 'codename'])
    expect(of({ 'us-npi': { find: 'never' } })).toEqual(['person', 'person', 'credit-card', 'codename'])
    expect(of({ person: { minScore: 0.94 } })).toEqual(['person', 'credit-card', 'us-npi', 'codename'])
  })

  it('of a recognizer go before those of the type, which goes before it where it is never looked for', () => {
    const byRecognizer = { default: { person: { minScore: 0.5 } } }
    expect(found({ byRecognizer, default: { PERSON: { minScore: 1 } } })).toEqual(all)
    expect(found({ byRecognizer, default: { PERSON: { find: 'never' } } })).not.toContain('person')
  })

  it('hold for one tenant', () => {
    const byRecognizer = { byTenant: { acme: { person: { find: 'never' } } } }
    expect(found({ byRecognizer })).not.toContain('person')
    expect(found({ byRecognizer }, 'other')).toEqual(all)
  })

  it('name recognizers that there are, and no codenames', () => {
    const parse = (name: string) => detectionSchema.parse({ byRecognizer: { byTenant: { acme: { [name]: {} } } } })
    expect(faultsOfNames(parse('us-ssm'))).toEqual(['byRecognizer: there is no recognizer us-ssm'])
    expect(faultsOfNames(parse('codename'))).toHaveLength(1)
    expect(RECOGNIZER_NAMES.flatMap((name) => faultsOfNames(parse(name)))).toEqual([])
  })

  it('are listed in the documentation, all of them', () => {
    const page = readFileSync(new URL('../../../../../docs/recognizers.md', import.meta.url), 'utf8')
    const listed = /^## Names of recognizers\n(.*?)\n## /ms.exec(page)?.[1]?.match(/(?<=`)[a-z0-9-]+(?=`)/g) ?? []
    expect(listed.toSorted()).toEqual(RECOGNIZER_NAMES)
  })
})
