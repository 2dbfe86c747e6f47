import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { requireFreePorts, stackPorts } from './ports.ts'

it.each([
  [undefined, 8080],
  ['', 8080],
  ['9000', 9000],
])('counts from PORT_BASE %s', (value, base) => {
  expect(stackPorts(value)).toEqual({ base, oidc: base + 10, demoModel: base + 11, directory: base + 12 })
})

it.each(['x', '80', '65530', '8080.5', '-1', ' 18900', '18900 ', '0x4a00', '1e4', '+9000'])(
  'refuses PORT_BASE %s',
  (value) => {
    expect(() => stackPorts(value)).toThrow(/PORT_BASE must be/)
  },
)

it.each([
  ['gateway', 0],
  ['idp-sync', 3],
  ['local directory', 12],
])('names %s where its port is in use, and PORT_BASE', async (name, offset) => {
  const taken = 9000 + offset
  const asking = requireFreePorts(stackPorts('9000'), async (port) => port !== taken)
  await expect(asking).rejects.toThrow(new RegExp(`Port ${taken} \\(${name}\\) is in use.*PORT_BASE=10000`))
})

it('finds a port in use on which a server listens', async () => {
  const server = createServer()
  const base = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port))
  })
  // The gateway's port is looked at first.
  const ports = { base, oidc: base + 10, demoModel: base + 11, directory: base + 12 }
  await expect(requireFreePorts(ports)).rejects.toThrow(`Port ${base} (gateway) is in use`)
  await new Promise((resolve) => server.close(resolve))
})
