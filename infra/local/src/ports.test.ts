import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { requireFreePorts, stackPorts } from './ports.ts'

it.each([
  [undefined, 8080],
  ['', 8080],
  ['9000', 9000],
])('counts from PORT_BASE %s', (value, base) => {
  expect(stackPorts(value)).toEqual({ base, gateway: base, oidc: base + 10, demoModel: base + 11 })
})

it.each(['x', '80', '65530', '8080.5', '-1'])('refuses PORT_BASE %s', (value) => {
  expect(() => stackPorts(value)).toThrow(/PORT_BASE must be/)
})

it('names the port in use and PORT_BASE', async () => {
  const server = createServer()
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port))
  })
  const ports = { base: port, gateway: port, oidc: port, demoModel: port }
  await expect(requireFreePorts(ports)).rejects.toThrow(new RegExp(`Port ${port} \\(gateway\\) is in use.*PORT_BASE=`))
  await new Promise((resolve) => server.close(resolve))
  await requireFreePorts(ports)
})
