import { describe, expect, it } from 'vitest'
import { checkCircles } from './check-circles.ts'
import { parseModule } from './parse-module.ts'

const PACKAGES = [
  {
    name: '@s/a',
    folder: 'packages/a',
    faces: { '@s/a': 'packages/a/src/index.ts' },
    dependencies: [],
    devDependencies: [],
  },
]

function circlesIn(files: Readonly<Record<string, string>>): string[] {
  const modules = Object.entries(files).map(([name, text]) => parseModule({ path: `packages/a/src/${name}`, text }))
  return checkCircles(modules, PACKAGES).map(({ message }) => message.replaceAll('packages/a/src/', ''))
}

describe('checkCircles', () => {
  it('finds a circle of two, of three, and through the face of a package', () => {
    expect(circlesIn({ 'x.ts': "import { y } from './y.ts'", 'y.ts': "import { x } from './x.ts'" })).toEqual([
      'imports itself in a circle: x.ts -> y.ts -> x.ts',
    ])
    const three = {
      'a.ts': "import './b.ts'",
      'b.ts': "export { c } from './c.ts'",
      'c.ts': "import type { A } from './a.ts'",
    }
    expect(circlesIn(three)).toEqual(['imports itself in a circle: a.ts -> b.ts -> c.ts -> a.ts'])
    expect(circlesIn({ 'index.ts': "export { x } from './x.ts'", 'x.ts': "import { x } from '@s/a'" })).toHaveLength(1)
  })

  it('tells of many that hang together once, and of two circles twice', () => {
    const knot = { 'a.ts': "import './b.ts'\nimport './c.ts'", 'b.ts': "import './a.ts'", 'c.ts': "import './a.ts'" }
    expect(circlesIn(knot)).toHaveLength(1)
    const other = { 'x.ts': "import './y.ts'", 'y.ts': "import './x.ts'" }
    expect(circlesIn({ ...knot, ...other })).toHaveLength(2)
  })

  it('lets files share what they import, and tests import what they like', () => {
    expect(circlesIn({ 'a.ts': "import './c.ts'\nimport './b.ts'", 'b.ts': "import './c.ts'", 'c.ts': '' })).toEqual([])
    expect(circlesIn({ 'a.test.ts': "import './b.test.ts'", 'b.test.ts': "import './a.test.ts'" })).toEqual([])
  })
})
