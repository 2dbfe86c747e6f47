import { describe, expect, it } from 'vitest'
import { toolCategoryConfigShape, toolsByTenant } from './tool-categories.ts'

describe('categories of tools', () => {
  it("are everybody's, and a tenant's own words stand before them", () => {
    const toolsOf = toolsByTenant({ '*': { a: 'F', b: 'D' }, acme: { a: 'A' } })
    expect([...(toolsOf('acme') ?? [])]).toEqual([
      ['a', 'A'],
      ['b', 'D'],
    ])
    expect(toolsOf('other')?.get('a')).toBe('F')
    expect(toolsByTenant({ acme: { a: 'A' } })('other')).toBeUndefined()
  })

  it.each(['{"*":{"a":"Z"}}', '{"*":"F"}', '[]', '{"":{"a":"F"}}'])('refuse %s', (text) => {
    expect(toolCategoryConfigShape.TOOL_CATEGORIES.safeParse(text).success).toBe(false)
  })
})
