import type { EntityFinding, EntityType } from '@sluice/contracts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withoutUnpersonal } from './beside-person.ts'

const BESIDE: ReadonlySet<EntityType> = new Set(['LOCATION', 'ORGANIZATION'])
const CONVERSATION = { isOneTurn: false, continuesPersonal: false }

function at(position: string, entity: EntityType): EntityFinding {
  return { kind: 'entity', entity, level: 2, position, start: 0, end: 1, confidence: 1, recognizer: 'test' }
}

function kept(
  findings: readonly EntityFinding[],
  spoken: Parameters<typeof withoutUnpersonal>[2] = CONVERSATION,
): readonly string[] {
  return withoutUnpersonal(findings, BESIDE, spoken).map(({ entity, position }) => `${entity} ${position}`)
}

describe('what counts beside a person only', () => {
  it('is left out where nobody is spoken of', () => {
    expect(kept([at('/messages/0/content', 'LOCATION'), at('/messages/0/content', 'IP_ADDRESS')])).toEqual([
      'IP_ADDRESS /messages/0/content',
    ])
  })

  it.each(['PERSON', 'EMAIL_ADDRESS', 'PHONE_NUMBER', 'US_SSN', 'STREET_ADDRESS'] as const)(
    'counts beside %s',
    (entity) => {
      expect(kept([at('/input/0/content', 'LOCATION'), at('/input/0/content/1/text', entity)])).toHaveLength(2)
    },
  )

  it('counts from the turn on that speaks of a person, and not before', () => {
    const findings = [0, 1, 2, 10].map((turn) => at(`/messages/${turn}/content`, 'LOCATION'))
    expect(kept([...findings, at('/messages/2/content', 'PERSON')])).toEqual([
      'LOCATION /messages/2/content',
      'LOCATION /messages/10/content',
      'PERSON /messages/2/content',
    ])
  })

  it('counts in instructions only where they themselves speak of a person', () => {
    const [place, other] = [at('/system', 'LOCATION'), at('/tools/0/description', 'LOCATION')]
    expect(kept([place, other, at('/messages/0/content', 'PERSON'), at('/tools/0/description', 'PERSON')])).toEqual([
      'LOCATION /tools/0/description',
      'PERSON /messages/0/content',
      'PERSON /tools/0/description',
    ])
  })

  it('counts in a call of a tool beside a person in another argument', () => {
    const findings = [at('/params/arguments/city', 'LOCATION'), at('/params/arguments/name', 'PERSON')]
    expect(kept(findings, { isOneTurn: true, continuesPersonal: false })).toHaveLength(2)
    expect(kept(findings)).toHaveLength(1)
  })

  it('counts in all turns where an earlier part of the conversation spoke of a person', () => {
    const findings = [at('/input/0/content', 'LOCATION'), at('/instructions', 'LOCATION')]
    expect(kept(findings, { isOneTurn: false, continuesPersonal: true })).toEqual(['LOCATION /input/0/content'])
  })

  it.each(['/instructions', '/system', '/system/0/text'])('counts in all turns where %s speaks of a person', (path) => {
    const findings = [at(path, 'PERSON'), at('/input/0/content', 'LOCATION'), at('/messages/3/content', 'LOCATION')]
    expect(kept(findings)).toHaveLength(3)
    expect(kept([at('/input/0/content', 'PERSON'), at(path, 'LOCATION')])).toHaveLength(1)
  })

  it('counts in all messages of one turn, whichever speaks of a person, and in no earlier turn', () => {
    const turns = [0, 1, 1, 2, 2]
    const places = turns.map((_, message) => at(`/messages/${message}/content`, 'LOCATION'))
    expect(kept([...places, at('/messages/4/content', 'PERSON')], { ...CONVERSATION, turns })).toEqual([
      'LOCATION /messages/3/content',
      'LOCATION /messages/4/content',
      'PERSON /messages/4/content',
    ])
  })

  it('counts where the writer says it of himself', () => {
    const [own, other] = [at('/messages/0/content', 'LOCATION'), at('/messages/1/content', 'LOCATION')]
    const spoken = { ...CONVERSATION, isOfSpeaker: (finding: EntityFinding) => finding === own }
    expect(withoutUnpersonal([own, other], BESIDE, spoken)).toEqual([own])
  })

  it('never changes what an earlier turn was sent as, whatever later turns say', () => {
    const turn = fc.array(fc.constantFrom<EntityType>('PERSON', 'LOCATION', 'ORGANIZATION', 'IP_ADDRESS'), {
      maxLength: 3,
    })
    fc.assert(
      fc.property(fc.array(turn, { maxLength: 8 }), fc.nat(8), (turns, cut) => {
        const findings = turns.flatMap((types, i) => types.map((entity) => at(`/messages/${i}/content`, entity)))
        const isEarly = ({ position }: EntityFinding) => Number(position.split('/')[2]) < cut
        const early = withoutUnpersonal(findings.filter(isEarly), BESIDE, CONVERSATION)
        expect(withoutUnpersonal(findings, BESIDE, CONVERSATION).filter(isEarly)).toEqual(early)
      }),
    )
  })
})
