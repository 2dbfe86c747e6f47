import { detectionSchema } from '@sluice/contracts'
import { loadNameTagger, type NameKind, type TaggedName } from '@sluice/name-tagger'
import { describe, expect, it } from 'vitest'
import { compileCodenames } from '../../../ports/codename-registry.ts'
import { TenantRecognizers } from '../tenant-recognizers.ts'
import { createNames } from './names.ts'

const names = createNames(loadNameTagger())

function found(text: string, label = ''): readonly string[] {
  return names.find(text, { label }).map(({ entity, start, end }) => `${entity} ${text.slice(start, end)}`)
}

describe('the names that the tagger finds', () => {
  it.each([
    ['We spoke with Oluwaseun Adeyemi in Nairobi.', ['PERSON Oluwaseun Adeyemi', 'LOCATION Nairobi']],
    [
      '<li>wrote to <em>Ines Quaresma</em></li><li>and to <em>Dragomir Velchev</em></li>',
      ['PERSON Ines Quaresma', 'PERSON Dragomir Velchev'],
    ],
    ['Dear Keller,', ['PERSON Keller']],
    ['Asked by Maria Keller, maria.keller@example.org, about it.', ['PERSON Maria Keller']],
    ['Send it to 12 Oak Street, Springfield.', ['STREET_ADDRESS 12 Oak Street, Springfield']],
    ['Ben is twice as old as Amy. How old is Ben now?', ['PERSON Ben', 'PERSON Amy', 'PERSON Ben']],
    ["John said to Mary that John's brother is ill.", ['PERSON John', 'PERSON Mary', 'PERSON John']],
    ['Come to 221B Baker St, London, by Friday', ['STREET_ADDRESS 221B Baker St, London']],
  ])('are told apart in %j', (text, values) => expect(found(text)).toEqual(values))

  it.each([
    'ask @Anna and #Anna about anna_schmidt',
    '1.5,2.5,3.5\n4.5,5.5,6.5\n7.5,8.5,9.5',
    'if (stream instanceof Zlib.Inflate) { return (x) => { x.Chi = 1; } }',
    'A'.repeat(500),
    'Say: N.i.g.h.t.f.a.l.l please',
    'Bitte mit Karte 4111 1111 1111 1111',
    'Her NHS number is long, and her IKEA ID is short.',
    'NHS 943 476 5919, IBAN DE89 3704 0044 0532 0130 00',
  ])('are none in %j', (text) => expect(found(text)).toEqual([]))

  it('are those in the comments of a program that are sure, and no types and packages', () => {
    const program = `// Ported by Oluwaseun Adeyemi.
import { Minipass } from 'minipass'

/**
 * Destroys a Minipass. Also used by Koa, and by the
 * Docker client where Deno calls Referrer.
 */
export function destroy(stream: Koa.Middleware<T>): Mongolian<T> {
  const {
    Panels,
    Sidebar,
  } = stream
  if (!(stream instanceof Minipass)) return
  stream.close()
}`
    expect(found(program)).toEqual(['PERSON Oluwaseun Adeyemi'])
  })

  it('are no words of a program that no list of names has, however sure the tagger is', () => {
    const program = `${'call(x)\n'.repeat(6)}'Header' of "Maria" and Koa.use on 5 Main Street, MD5 field 7 of it, Julia Runtime, Julia Kolesar`
    const nameAt = (kind: NameKind, value: string): TaggedName => {
      const start = program.indexOf(value)
      return { kind, start, end: start + value.length, score: 0.99 }
    }
    const all = [
      nameAt('person', 'Header'),
      nameAt('person', 'Maria'),
      nameAt('person', 'Koa'),
      nameAt('address', '5 Main Street'),
      nameAt('address', 'MD5 field 7'),
      nameAt('person', 'Julia Runtime'),
      nameAt('person', 'Julia Kolesar'),
    ]
    const spans = createNames({ tag: () => all }).find(program, { label: '' })
    expect(spans.map(({ start, end }) => program.slice(start, end))).toEqual([
      'Maria',
      '5 Main Street',
      'Julia Kolesar',
    ])
  })

  it('begin in the text, also where its label looks like a part of one', () => {
    for (const { start, end } of names.find('Anna Schmidt', { label: 'anna' })) {
      expect(start).toBeGreaterThanOrEqual(0)
      expect(end).toBeLessThanOrEqual('Anna Schmidt'.length)
    }
    expect(found('Schmidt', 'customer name')).toEqual(['PERSON Schmidt'])
  })
})

describe('what a tenant asks for', () => {
  const codenames = { version: '1', index: compileCodenames([]) }
  const text = 'We spoke with Oluwaseun Adeyemi in Nairobi.'
  const typesFor = (settings: object, tenant = 'acme') => {
    const config = detectionSchema.parse({ byTenant: { acme: settings } })
    const { recognizers } = new TenantRecognizers().of(tenant, codenames, config)
    return new Set(recognizers.flatMap((each) => each.find(text, { label: '' })).map(({ entity }) => entity))
  }

  it('is found, and nothing that it has switched off or that is less sure', () => {
    expect(typesFor({})).toEqual(new Set(['PERSON', 'LOCATION']))
    expect(typesFor({ LOCATION: { find: 'never' } })).toEqual(new Set(['PERSON']))
    expect(typesFor({ PERSON: { minScore: 1 }, LOCATION: { minScore: 1 } })).toEqual(new Set())
  })

  it('holds for no other tenant', () => {
    expect(typesFor({ LOCATION: { find: 'never' } }, 'other')).toEqual(new Set(['PERSON', 'LOCATION']))
  })
})
