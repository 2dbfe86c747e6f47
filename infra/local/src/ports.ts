import { createServer } from 'node:net'

const highestOffset = 11

export interface StackPorts {
  readonly base: number
  readonly gateway: number
  readonly oidc: number
  readonly demoModel: number
}

/** The ports of the stack, counted from `PORT_BASE` (1024 to 65,524; the default is 8080). Throws on anything else. */
export function stackPorts(portBase: string | undefined): StackPorts {
  const base = portBase === undefined || portBase === '' ? 8080 : Number(portBase)
  if (!Number.isSafeInteger(base) || base < 1024 || base + highestOffset > 65_535) {
    throw new Error(`PORT_BASE must be a whole number from 1024 to ${65_535 - highestOffset}, not ${portBase}.`)
  }
  return { base, gateway: base, oidc: base + 10, demoModel: base + 11 }
}

/** Throws, naming PORT_BASE, when something else listens on one of the ports. */
export async function requireFreePorts(ports: StackPorts): Promise<void> {
  const wanted = { gateway: ports.gateway, 'local OIDC': ports.oidc, 'demo model': ports.demoModel }
  for (const [name, port] of Object.entries(wanted)) {
    if (await isFree(port)) continue
    const advice = `PORT_BASE=${ports.base + 1000} npm start`
    throw new Error(`Port ${port} (${name}) is in use. Choose other ports with PORT_BASE, for example: ${advice}`)
  }
}

async function isFree(port: number): Promise<boolean> {
  return await new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
