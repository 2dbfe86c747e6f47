import { expect, it } from 'vitest'
import { firstLoadSizes } from './first-load-limit.ts'

const file = (imports: string[], isEntry = false) => ({ bytes: 'x', imports, isEntry })

it('counts the entry and what it imports at once, and no screen', () => {
  const outputs = new Map([
    ['index.html', file([], true)],
    ['index.js', file(['vendor.js', 'index.css'], true)],
    ['vendor.js', file(['index.js'])],
    ['index.css', file([])],
    ['screen.js', file(['vendor.js'])],
  ])
  expect([...firstLoadSizes(outputs).keys()]).toEqual(['index.html', 'index.js', 'vendor.js', 'index.css'])
})
