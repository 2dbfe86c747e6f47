import { describe, expect, it } from 'vitest'
import { headerText, paramHeaders } from './param-headers.ts'

const region = { type: 'string', 'x-mcp-header': 'Region' }

describe('the headers that repeat arguments', () => {
  it.each<[string, unknown, unknown, object]>([
    ['one', { properties: { region } }, { region: 'eu' }, { 'mcp-param-region': 'eu' }],
    ['a number', { properties: { n: { type: 'integer', 'x-mcp-header': 'N' } } }, { n: 3 }, { 'mcp-param-n': '3' }],
    [
      'one within another',
      { properties: { where: { properties: { region } } } },
      { where: { region: 'eu' } },
      { 'mcp-param-region': 'eu' },
    ],
    [
      'a text that no header can hold',
      { properties: { region } },
      { region: 'süd\n' },
      { 'mcp-param-region': headerText('süd\n') },
    ],
    ['none that is not given', { properties: { region } }, {}, {}],
    ['none of an object', { properties: { region } }, { region: {} }, {}],
    ['none under another name', { properties: { region: { 'x-mcp-header': 'a: b\r\nx' } } }, { region: 'eu' }, {}],
    ['none without a schema', undefined, { region: 'eu' }, {}],
  ])('are %s', (_, schema, given, expected) => {
    expect(paramHeaders(schema, given)).toEqual(expected)
  })

  it('are bounded', () => {
    const names = Array.from({ length: 100 }, (_, at) => `p${at}`)
    const properties = Object.fromEntries(names.map((name) => [name, { 'x-mcp-header': name }]))
    const given = Object.fromEntries(names.map((name) => [name, 'x']))
    expect(Object.keys(paramHeaders({ properties }, given))).toHaveLength(32)
    expect(paramHeaders({ properties: { region } }, { region: 'x'.repeat(5_000) })).toEqual({})
  })
})
