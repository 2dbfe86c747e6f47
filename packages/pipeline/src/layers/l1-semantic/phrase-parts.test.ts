import { describe, expect, it } from 'vitest'
import * as parts from './phrase-parts.ts'

const { EDGE, before, behind, either, gap, list, maybe, notBefore, oneOf, optionally, repeated, sequence } = parts

describe('a part of a phrase', () => {
  it.each([
    ['out_of', 'out of'],
    ['rule[s]', 'rules?'],
    ['[_]mode', ' ?mode'],
    ['ethic[s|al]', 'ethic(?:s|al)?'],
    ['ignor(e|ing)', 'ignor(?:e|ing)'],
    ['authori{sz}ation', 'authori[sz]ation'],
    ['evil[{-_}]bot', 'evil[- ]?bot'],
    ['refus~5;', 'refus\\w{1,5}'],
    ['ethic~0-4;', 'ethic\\w{0,4}'],
    ['activate~?', 'activate\\w?'],
    ['attack[s|er[s]]', 'attack(?:s|ers?)?'],
  ])('%s is %s', (written, pattern) => expect(sequence([written])).toBe(pattern))

  it.each([
    ['a word or another', oneOf('a_b c', 'd'), '(?:a b|c|d)'],
    ['perhaps a word', maybe('all_'), '(?:all )?'],
    ['some words', parts.upTo(3, 'a_ b_'), '(?:a |b ){0,3}'],
    ['any words', parts.words(2, 12), '(?:\\w{1,12} ){0,2}'],
    ['a gap', gap(40), '.{0,40}'],
    ['a gap between words', parts.within(40), '\\b.{0,40}\\b'],
    ['one way or another', either([list('a b')], [EDGE, 'c']), '(?:a|b|\\bc)'],
    ['perhaps a way', optionally([',']), '(?:,)?'],
    ['ways again', repeated(1, 3, ['a_']), '(?:a ){1,3}'],
    ['what follows', before([/$/]), '(?=$)'],
    ['what does not follow', notBefore(['a'], ['b']), '(?!a|b)'],
    ['what stands before', behind(['a']), '(?<=a)'],
  ])('%s', (_, part, pattern) => expect(sequence([part])).toBe(pattern))
})
