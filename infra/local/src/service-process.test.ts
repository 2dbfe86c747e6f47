import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProcess } from '@sluice/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { firstToEnd, launchService, type ServiceProcess, waitForService } from './service-process.ts'

let folder: string
let server: Server
let status = 503
let port: number
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-services-'))
  server = createServer((_request, response) => response.writeHead(status).end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server?.close()
  rmSync(folder, { recursive: true })
})

async function run(name: string, code: string): Promise<ServiceProcess> {
  const logFile = join(folder, `${name}.log`)
  const running = await startProcess({ name, command: process.execPath, args: ['-e', code], logFile })
  return { name, ports: [port], logFile, logStart: 0, running }
}

const forever = 'setInterval(() => {}, 1000)'

it('says that a service is not built', async () => {
  const nothing = { name: 'nothing', folder: 'nothing', flagsOf: 'nothing', ports: [] }
  const launched = launchService(nothing, {}, join(folder, 'x.log'), { code: 'built' })
  await expect(launched).rejects.toThrow('The nothing is not built.')
})

it('waits until a service is ready', async () => {
  const service = await run('slow', forever)
  let isReady = false
  const waiting = waitForService(service).then(() => {
    isReady = true
  })
  await new Promise((resolve) => server.once('request', resolve))
  expect(isReady).toBe(false)
  status = 200
  await waiting
  await service.running.end()
})

it('shows the end of the log of a service that ends while it starts', async () => {
  status = 503
  const service = await run('broken', "console.log('REDIS_URL: is missing'); process.exitCode = 78")
  await expect(waitForService(service)).rejects.toThrow(
    /The broken ended while starting\. The end of .*broken\.log:\nREDIS_URL: is missing/,
  )
})

it('shows nothing of what earlier runs have logged', async () => {
  status = 503
  const service = await run('again', "console.log('an old fault'); console.log('the new fault'); process.exitCode = 1")
  await service.running.exited
  const failure = await waitForService({ ...service, logStart: 'an old fault\n'.length }).catch(String)
  expect(failure).toContain('the new fault')
  expect(failure).not.toContain('an old fault')
})

it('tells which of the services was the first to end, and how', async () => {
  const services = [await run('one', forever), await run('two', forever), await run('three', forever)]
  const first = firstToEnd(services)
  await services[1]?.running.end('SIGKILL')
  expect(await first).toMatch(/^The two has ended by itself \(SIGKILL\)/)
  for (const { running } of services) await running.end()
})
