import { describe, expect, it } from 'vitest'
import { readQuery } from './promql.ts'

describe('readQuery', () => {
  it.each([
    ['a_total', [{ metric: 'a_total', labels: [] }]],
    ['rate(a{b="1",c!~"d|e"}[5m] offset 1h)', [{ metric: 'a', labels: ['b', 'c'] }]],
    [
      'sum by (g) (a{b="sum"}) / on () max(c)',
      [
        { metric: 'a', labels: ['g', 'b'] },
        { metric: 'c', labels: [] },
      ],
    ],
    [
      'max by (x) (sum by (x, y) (a)) unless z',
      [
        { metric: 'a', labels: ['x', 'x', 'y'] },
        { metric: 'z', labels: [] },
      ],
    ],
    ['vector(1) > 3', []],
  ])('finds the series of %s', (query, uses) => {
    expect(readQuery(query)).toEqual(uses)
  })

  it.each([
    ['sum(a', /no PromQL/],
    ['a{b=1}', /no PromQL/],
    ['a b', /no PromQL/],
    ['', /no PromQL/],
    ['{__name__="a"}', /names no metric/],
    ['sum without (b) (a)', /leaves out/],
  ])('refuses %j', (query, message) => {
    expect(() => readQuery(query)).toThrow(message)
  })
})
