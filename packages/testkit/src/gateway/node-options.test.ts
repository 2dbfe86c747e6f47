import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { GATEWAY_NODE_OPTIONS } from './node-options.ts'

it('are those of the image', () => {
  const dockerfile = readFileSync(new URL('../../../../infra/docker/Dockerfile', import.meta.url), 'utf8')
  const [, gateway = ''] = /^FROM service AS gateway$(.*?)^FROM /ms.exec(dockerfile) ?? []
  expect(gateway).toContain(`NODE_OPTIONS="${GATEWAY_NODE_OPTIONS}"`)
})

it('are known to Node, and bound its heap', () => {
  const script = 'console.log(require("node:v8").getHeapStatistics().heap_size_limit)'
  const env = { ...process.env, NODE_OPTIONS: GATEWAY_NODE_OPTIONS }
  const limit = Number(execFileSync(process.execPath, ['-e', script], { env, encoding: 'utf8' }))
  expect(limit).toBeGreaterThanOrEqual(1_024 * 1_048_576)
  expect(limit).toBeLessThan(1_200 * 1_048_576)
})
