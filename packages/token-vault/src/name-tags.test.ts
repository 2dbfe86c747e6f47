import { createSecretKey } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isNameTags, NAME_TAGS, nameTagsOf, tagsOfToken } from './name-tags.ts'
import { deriveToken } from './token.ts'

const key = createSecretKey(Buffer.alloc(32, 1))
const other = createSecretKey(Buffer.alloc(32, 2))
const tagsOf = (name: string): readonly string[] => nameTagsOf(key, name).match(/.{4}/g) ?? []
const shared = (one: string, two: string) => tagsOf(one).filter((tag) => tagsOf(two).includes(tag)).length

describe('the tags of two names', () => {
  it.each<[one: string, two: string, shared: number]>([
    ['Anna Schmidt', 'Schmidt', 1],
    ['Anna Schmidt', 'Anna', 1],
    ['Anna Schmidt', 'Schmidt, Anna', 2],
    ['Anna Schmidt', 'ANNA SCHMIDT', 2],
    ['Anna Schmidt', 'Anna Maria Schmidt', 2],
    ['Anna Schmidt', 'anna_schmidt', 2],
    ['Anna Schmidt', "Schmidt's", 1],
    ['Anna Schmidt', 'A. Schmidt', 1],
    ['Anna Schmidt', 'Peter Schmidt', 1],
    ['Anna Schmidt', 'Peter Keller', 0],
    ['Zoë Müller', 'Muller', 1],
    ['Ludwig van der Berg', 'Berg', 1],
    ['Mr Vantz', 'Mr Keller', 0],
    ['Mr Anna Schmidt', 'Frau Schmidt', 1],
    ['Dr', 'Dr', 1],
    ['Ludwig van der Berg', 'van der Velde', 0],
    ['Keller-Schmidt', 'Schmidt', 0],
    ['María García López', 'García', 0],
    ['Bob Keller', 'Robert Keller', 1],
    ['李小龍', '李小龍', 1],
  ])('%s and %s share %i', (one, two, count) => {
    expect(shared(one, two)).toBe(count)
  })
})

it('are one for a name of one word, and none for a text without a word', () => {
  expect([tagsOf('Schmidt').length, tagsOf('Anna Anna').length, tagsOf('?!').length, tagsOf('').length]).toEqual([
    1, 1, 0, 0,
  ])
})

it('are others in another session', () => {
  expect(nameTagsOf(other, 'Anna Schmidt')).not.toBe(nameTagsOf(key, 'Anna Schmidt'))
})

it('stand in the token of a person only, and the id alone says which value it is', () => {
  const token = deriveToken(key, 'PERSON', 'Anna Schmidt')
  expect(token).toMatch(new RegExp(`^PERSON_${NAME_TAGS}_[0-9A-Z]{10}$`))
  expect(tagsOfToken(token)).toEqual(tagsOf('Anna Schmidt'))
  expect(tagsOfToken(deriveToken(key, 'EMAIL_ADDRESS', 'Anna Schmidt'))).toEqual([])
  expect(tagsOfToken(deriveToken(key, 'PERSON', '?!'))).toEqual([])
  expect(deriveToken(key, 'PERSON', 'Schmidt').slice(-10)).not.toBe(deriveToken(key, 'PERSON', 'SCHMIDT').slice(-10))
})

it('are known from their beginnings, for any name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (name) => {
      const tags = nameTagsOf(key, name)
      for (let length = 0; length < tags.length; length += 1) expect(isNameTags(tags.slice(0, length))).not.toBe('no')
      expect(tags === '' || isNameTags(tags) === 'all').toBe(true)
      expect(isNameTags(`${tags}0`)).toBe('no')
      expect(deriveToken(key, 'PERSON', name)).toMatch(/^PERSON_(?:\w{4,8}_)?\w{10}$/)
    }),
  )
})
