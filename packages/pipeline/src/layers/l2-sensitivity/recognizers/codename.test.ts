import { describe, expect, it } from 'vitest'
import { type CodenameTerm, compileCodenames } from '../../../ports/codename-registry.ts'
import { scanSlice } from '../scan-text.ts'
import { createCodenameRecognizer } from './codename.ts'

const terms: readonly CodenameTerm[] = [
  { term: 'Nightfall', level: 7 },
  { term: 'Blue Heron', level: 6 },
  { term: 'X-42', level: 5 },
  { term: '夜幕', level: 7 },
  { term: 'Orion', level: 5 },
  { term: 'Orion Prime', level: 7 },
  { term: 'Cope', level: 5 },
  { term: 'Сова', level: 5 },
  { term: 'Glas', level: 5 },
]
const codename = createCodenameRecognizer(compileCodenames(terms))

describe('codename', () => {
  it.each<readonly [string, ...string[]]>([
    ['Project Nightfall starts.', 'Nightfall'],
    ['NIGHTFALL', 'NIGHTFALL'],
    ['nightfall’s budget', 'nightfall'],
    ['lookup_nightfall_status', 'nightfall'],
    ['getNightfallStatus', 'Nightfall'],
    ['nightfall-2', 'nightfall'],
    ['Night\u200Bfall', 'Night\u200Bfall'],
    ['Night\u0001fall', 'Night\u0001fall'],
    ['N\u0336ightfall', 'N\u0336ightfall'],
    ['Night\uE000fall', 'Night\uE000fall'],
    ['Ｎｉｇｈｔｆａｌｌ', 'Ｎｉｇｈｔｆａｌｌ'],
    ['Nіghtfall in Cyrillic і', 'Nіghtfall'],
    ['ВLUЕ НЕRОN', 'ВLUЕ НЕRОN'],
    ['the Соре plan, all Cyrillic', 'Соре'],
    ['the Сова plan', 'Сова'],
    ['ОрионX', ...[]],
    ['the blue  heron plan', 'blue  heron'],
    ['blue_heron blueHeron BlueHeron blueheron', 'blue_heron', 'blueHeron', 'BlueHeron', 'blueheron'],
    ['X-42, x42 and X 42', 'X-42', 'x42', 'X 42'],
    ['关于夜幕计划', '夜幕'],
    ['Orion Prime and Orion', 'Orion Prime', 'Orion'],
    ['alice@nightfall.example', 'nightfall'],
    // Written in parts, and together.
    ['Night-Fall', 'Night-Fall'],
    ['Night_Fall', 'Night_Fall'],
    ['night fall', 'night fall'],
    ['NIGHT  FALL', 'NIGHT  FALL'],
    ['Night.Fall', 'Night.Fall'],
    ['night-\nfall', 'night-\nfall'],
    ['night\nfall', 'night\nfall'],
    ['ni-ght-fa-ll', 'ni-ght-fa-ll'],
    ['get_night_fall_status', 'night_fall'],
    ['getNight_FallStatus', 'Night_Fall'],
    ['nightFall2', 'nightFall'],
    ['the Or-ion plan', 'Or-ion'],
    ['Bl-ue Heron', 'Bl-ue Heron'],
    ['Night-Fall, night fall', 'Night-Fall', 'night fall'],
    ['Nіght Fall in Cyrillic і', 'Nіght Fall'],
    ['Со ва по-русски', 'Со ва'],
    // Accents, scripts without spaces.
    ['Nightfáll and NÍGHTFALL', 'Nightfáll', 'NÍGHTFALL'],
    ['夜 幕, 夜-幕 and 今夜幕府', '夜 幕', '夜-幕', '夜幕'],
    ['今夜。幕', ...[]],
    ['midnight fall', ...[]],
    ['night falls', ...[]],
    ['good night. Fall comes', ...[]],
    ['night, fall', ...[]],
    ['night and fall', ...[]],
    ['nig htf all-day', 'nig htf all'],
    ['n i g h t f a l l', ...[]],
    ['midnightfall', ...[]],
    // Plural, genitive, compounds.
    ['nightfalls', 'nightfalls'],
    ['die Kosten des Nightfalls', 'Nightfalls'],
    ['des Nightfalles', 'Nightfalles'],
    ['two Blue Herons and blueherons', 'Blue Herons', 'blueherons'],
    ['getNightfallsStatus', 'Nightfalls'],
    ['the Nightfallteam and das Nightfallprojekt', 'Nightfallteam', 'Nightfallprojekt'],
    ['Orions belt', 'Orions'],
    ['Copes', ...[]],
    ['cope, copes, coped', 'cope'],
    ['nightfallss', ...[]],
    ['nightfallen', ...[]],
    ['nightfallish', ...[]],
    ['Nightfallstadt', ...[]],
    ['orionteam', ...[]],
    ['Night-Falls', ...[]],
    ['glass and glasses', ...[]],
    // Digits and signs in the place of letters.
    ['N1ghtfall', 'N1ghtfall'],
    ['Nightfa11', 'Nightfa11'],
    ['N1ghtfa11 and n1gh7f4l1', 'N1ghtfa11', 'n1gh7f4l1'],
    ['get_n1ghtfall_status', 'n1ghtfall'],
    ['N1ghtfallStatus', 'N1ghtfall'],
    ['N1ghtfalls', 'N1ghtfalls'],
    ['B1ue Her0n', 'B1ue Her0n'],
    ['Or10n, 0rion', 'Or10n', '0rion'],
    ['Nightf@ll, N!ghtf@ll', 'Nightf@ll', 'N!ghtf@ll'],
    ['n1ghtfall@example.com', 'n1ghtfall'],
    ['c0pe', ...[]],
    ['0r10n 0R10N', ...[]],
    ['nightfall2 and nightfall1', 'nightfall', 'nightfall'],
    ['sha256 utf8 x86 h264 v1 a1b2c3d4 550e8400-e29b-41d4', ...[]],
    ['blue and heron', ...[]],
    ['x421', ...[]],
  ])('%s', (text, ...values) => {
    const spans = scanSlice(text, { kind: 'identifier' }, [codename])
    expect(spans.map(({ start, end }) => text.slice(start, end))).toEqual(values)
  })

  it('carries the level of the term, the highest where terms overlap', () => {
    expect(scanSlice('Blue Heron', { kind: 'prose' }, [codename])[0]?.level).toBe(6)
    expect(scanSlice('Orion Prime', { kind: 'prose' }, [codename])[0]?.level).toBe(7)
  })

  it.each([
    ['a term without a letter', [{ term: '--', level: 1 as const }]],
    ['a term that is too long', [{ term: 'a'.repeat(201), level: 1 as const }]],
    ['a term of too many words', [{ term: 'a b c d e f g h i', level: 1 as const }]],
  ])('refuses %s, because a dropped term is a leak', (_, many) => {
    expect(() => compileCodenames(many)).toThrow(RangeError)
  })

  it('does without terms', () => {
    const none = createCodenameRecognizer(compileCodenames([]))
    expect(none.find('Nightfall', { label: '' })).toEqual([])
  })
})
