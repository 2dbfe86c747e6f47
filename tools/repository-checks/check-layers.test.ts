import { describe, expect, it } from 'vitest'
import { checkLayers } from './check-layers.ts'
import { formatFault } from './fault.ts'
import { parseModule } from './parse-module.ts'
import type { WorkspacePackage } from './workspace.ts'

const layers = 'packages/pipeline/src/layers'
const packageIn = (name: string, folder: string, faces: WorkspacePackage['faces'] = {}): WorkspacePackage => ({
  name,
  folder,
  faces,
  dependencies: [],
  devDependencies: [],
})
const packages = [
  packageIn('@sluice/pipeline', 'packages/pipeline', { '@sluice/pipeline': 'packages/pipeline/src/index.ts' }),
  packageIn('@sluice/gateway', 'apps/gateway'),
  packageIn('@sluice/bench', 'bench'),
]
const face = {
  path: 'packages/pipeline/src/index.ts',
  text: "export { createL3 } from './layers/l3-tokenize/index.ts'\nexport { run } from './pipeline.ts'",
}
const index = { path: `${layers}/l3-tokenize/index.ts`, text: "export { createL3 } from './tokenize-layer.ts'" }

const faultsOf = (path: string, text: string) =>
  checkLayers([face, index, { path, text }].map(parseModule), packages, (name) => name === '@sluice/bench').map(
    formatFault,
  )

describe('a layer may be imported', () => {
  it.each([
    ['by its own folder', `${layers}/l3-tokenize/a/b.ts`, "import { x } from '../tokenize-layer.ts'"],
    ['by the composition', 'packages/pipeline/src/compose-layers.ts', "import './layers/l3-tokenize/index.ts'"],
    ['by a test', `${layers}/l4-restore/a.test.ts`, "import { x } from '../l3-tokenize/index.ts'"],
    ['by a bench', 'bench/pipeline/a.ts', "import { createL3 } from '@sluice/pipeline'"],
  ])('%s', (_who, path, text) => {
    expect(faultsOf(path, text)).toEqual([])
  })

  it('and what is no layer may be imported by anyone', () => {
    expect(faultsOf('apps/gateway/src/a.ts', "import { run } from '@sluice/pipeline'")).toEqual([])
    expect(faultsOf(`${layers}/l4-restore/a.ts`, "import { x } from '../../answer/merge.ts'")).toEqual([])
  })
})

describe('a layer may not be imported', () => {
  it.each([
    ['by another layer', `${layers}/l4-restore/a.ts`, "import { x } from '../l3-tokenize/token.ts'"],
    ['for a type', `${layers}/l4-restore/a.ts`, "import type { X } from '../l3-tokenize/token.ts'"],
    ['from below', 'packages/pipeline/src/answer/a.ts', "import { x } from '../layers/l3-tokenize/index.ts'"],
    ['by the runner', 'packages/pipeline/src/pipeline.ts', "import { x } from './layers/l3-tokenize/index.ts'"],
    ['through the face', 'apps/gateway/src/a.ts', "import { createL3 } from '@sluice/pipeline'"],
  ])('%s', (_who, path, text) => {
    expect(faultsOf(path, text)).toEqual([expect.stringMatching(`^${path}: imports the layer l3-tokenize`)])
  })
})
