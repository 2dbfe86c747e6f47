import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { renderKustomization } from './render-kustomization.ts'
import { nameOf, type Resource } from './resource.ts'

const KUBERNETES = resolve(import.meta.dirname, '../../infra/k8s')

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-kustomize-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const DEPLOYMENT = `
apiVersion: apps/v1
kind: Deployment
metadata: { name: one }
spec:
  replicas: 1
  template:
    spec:
      containers: [{ name: one, image: company/one:1 , envFrom: [{ configMapRef: { name: settings } }] }]
`

/** Renders a kustomization with one Deployment and one file of variables. */
function render(members: string, files: Readonly<Record<string, string>> = {}): Resource[] {
  const own = mkdtempSync(join(folder, 'one-'))
  const all = { 'one.yaml': DEPLOYMENT, 'settings.env': '# a comment\nA=1\n\nB=x=y\n', ...files }
  for (const [name, text] of Object.entries(all)) writeFileSync(join(own, name), text)
  const head = 'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: [one.yaml]\n'
  writeFileSync(join(own, 'kustomization.yaml'), head + members)
  return renderKustomization(own)
}

const find = (resources: Resource[], name: string) => resources.find((resource) => nameOf(resource).startsWith(name))

describe('renderKustomization', () => {
  it('sets namespace, labels, replicas and images', () => {
    const resources = render(`
namespace: other
labels: [{ pairs: { team: blue } }]
replicas: [{ name: one, count: 3 }]
images: [{ name: company/one, newName: registry.example:5000/one, newTag: "2" }]
`)
    expect(find(resources, 'Deployment one')).toMatchObject({
      metadata: { namespace: 'other', labels: { team: 'blue' } },
      spec: { replicas: 3, template: { spec: { containers: [{ image: 'registry.example:5000/one:2' }] } } },
    })
  })

  it('names a ConfigMap by its content, and follows the name', () => {
    const members = 'configMapGenerator: [{ name: settings, envs: [settings.env] }]\n'
    const [configMap, deployment] = render(members)
    expect(configMap?.data).toEqual({ A: '1', B: 'x=y' })
    expect(configMap?.metadata.name).toMatch(/^settings-[24-9bcdfghkmt]{10}$/)
    expect(JSON.stringify(deployment)).toContain(`"configMapRef":{"name":"${configMap?.metadata.name}"}`)
    const [other] = render(members, { 'settings.env': 'A=2\n' })
    expect(other?.metadata.name).not.toBe(configMap?.metadata.name)
  })

  it('gives the suffixes that Kustomize 4.5.4 has given to the same data', () => {
    const suffixed = render('configMapGenerator: [{ name: stores, envs: [settings.env] }]\n', {
      'settings.env': 'OUTBOX_DURABILITY=memory\nOUTBOX_MAX_BYTES=536870912\nOUTBOX_SHARDS=4\n',
    })
    expect(find(suffixed, 'ConfigMap')?.metadata.name).toBe('stores-mtctd9f876')
  })

  it('applies JSON patches to all that a target names', () => {
    const patches = `
patches:
  - target: { kind: Deployment, name: "on.*" }
    patch: |-
      - { op: remove, path: /spec/replicas }
`
    expect(find(render(patches), 'Deployment')?.spec).not.toHaveProperty('replicas')
  })

  it.each([
    ['a member that it does not know', 'namePrefix: x-\n', /namePrefix/],
    [
      'a strategic merge patch',
      'patches: [{ target: { kind: Deployment, name: one }, patch: "spec: {}" }]\n',
      /JSON Patch/,
    ],
    [
      'a patch without a target',
      'patches: [{ target: { kind: Deployment, name: two }, patch: "[]" }]\n',
      /target is not there/,
    ],
    [
      'a patch of what is not there',
      'patches: [{ target: { kind: Deployment, name: one }, patch: "[{ op: remove, path: /spec/paused }]" }]\n',
      /Missing|paused/,
    ],
    ['replicas of nobody', 'replicas: [{ name: two, count: 1 }]\n', /no Deployment two/],
    ['an image that nobody has', 'images: [{ name: company/on, newTag: "1" }]\n', /company\/on/],
    [
      'a merge into nothing',
      'configMapGenerator: [{ name: a, behavior: merge, envs: [settings.env] }]\n',
      /cannot merge/,
    ],
    [
      'one resource twice',
      'configMapGenerator: [{ name: a, envs: [settings.env] }, { name: a, envs: [] }]\n',
      /cannot create/,
    ],
    ['a file that is missing', 'configMapGenerator: [{ name: a, files: [absent] }]\n', /absent/],
  ])('refuses %s', (_, members, message) => {
    expect(() => render(members)).toThrow(message)
  })

  it('refuses a key that is there twice, and a variable from the environment', () => {
    expect(() => render('', { 'one.yaml': 'a: 1\na: 2\n' })).toThrow(/unique/)
    const members = 'configMapGenerator: [{ name: settings, envs: [settings.env] }]\n'
    expect(() => render(members, { 'settings.env': 'HOME\n' })).toThrow(/no NAME=value/)
  })

  it('does not change what it renders: two overlays of one base have nothing in common', () => {
    cpSync(KUBERNETES, join(folder, 'k8s'), { recursive: true })
    const before = JSON.stringify(renderKustomization(join(folder, 'k8s/overlays/small')))
    renderKustomization(join(folder, 'k8s/overlays/production'))
    expect(JSON.stringify(renderKustomization(join(folder, 'k8s/overlays/small')))).toBe(before)
  })
})
