import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ALLOCATOR_ENVIRONMENT, nodeOptionsOf } from './service-process-settings.ts'

const dockerfile = readFileSync(new URL('../../../../infra/docker/Dockerfile', import.meta.url), 'utf8')

it.each(['gateway', 'admin', 'soar-listener', 'idp-sync'])('of the %s are those of its image', (service) => {
  const [, stage = ''] = new RegExp(`^FROM service AS ${service}$(.*?)(?=^FROM |(?![^]))`, 'ms').exec(dockerfile) ?? []
  expect(stage).toContain(`NODE_OPTIONS="${nodeOptionsOf(service)}"`)
})

it('of the gateway are known to Node, and bound its heap', () => {
  const script = 'console.log(require("node:v8").getHeapStatistics().heap_size_limit)'
  const env = { ...process.env, NODE_OPTIONS: nodeOptionsOf('gateway') }
  const limit = Number(execFileSync(process.execPath, ['-e', script], { env, encoding: 'utf8' }))
  expect(limit).toBeGreaterThanOrEqual(1_024 * 1_048_576)
  expect(limit).toBeLessThan(1_200 * 1_048_576)
})

it('of a service that nobody has thought of are those of Node', () => {
  expect(nodeOptionsOf('assessment-api')).toBe('')
})

it('of the allocator are those of every image', () => {
  const [, stage = ''] = /^FROM node AS service$(.*?)^FROM /ms.exec(dockerfile) ?? []
  for (const [name, value] of Object.entries(ALLOCATOR_ENVIRONMENT)) expect(stage).toContain(`${name}=${value}`)
})
