import { createServer } from 'node:net'
import { LOCAL_SERVICES } from './services.ts'

/** What runs beside the services, from `PORT_BASE` on. */
const SURROUNDINGS = { oidc: 10, demoModel: 11, directory: 12 }
const HIGHEST_OFFSET = Math.max(...Object.values(SURROUNDINGS), ...LOCAL_SERVICES.map(({ offset }) => offset))
const DEFAULT_BASE = 8080

export type StackPorts = Readonly<Record<keyof typeof SURROUNDINGS | 'base', number>>

/** The ports of the stack, counted from `PORT_BASE` (1024 to 65,523; the default is 8080). Throws on anything else. */
export function stackPorts(portBase: string | undefined): StackPorts {
  const base = portBase === undefined || portBase === '' ? DEFAULT_BASE : readDigits(portBase)
  if (!(base >= 1024 && base + HIGHEST_OFFSET <= 65_535)) {
    throw new Error(`PORT_BASE must be a whole number from 1024 to ${65_535 - HIGHEST_OFFSET}, not '${portBase}'.`)
  }
  const { oidc, demoModel, directory } = SURROUNDINGS
  return { base, oidc: base + oidc, demoModel: base + demoModel, directory: base + directory }
}

/** `Number` would also take blanks, exponents and hexadecimal digits. */
function readDigits(text: string): number {
  return /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
}

/** Throws, naming PORT_BASE, when something else listens on one of the ports. A test may say itself which are free. */
export async function requireFreePorts(
  { base, oidc, demoModel, directory }: StackPorts,
  isFree: (port: number) => Promise<boolean> = isFreeOnLoopback,
): Promise<void> {
  const wanted: [name: string, port: number][] = [
    ...LOCAL_SERVICES.map(({ name, offset }): [string, number] => [name, base + offset]),
    ['local OIDC', oidc],
    ['demo model', demoModel],
    ['local directory', directory],
  ]
  for (const [name, port] of wanted) {
    if (await isFree(port)) continue
    const advice = `PORT_BASE=${base + 1000} npm start`
    throw new Error(`Port ${port} (${name}) is in use. Choose other ports with PORT_BASE, for example: ${advice}`)
  }
}

async function isFreeOnLoopback(port: number): Promise<boolean> {
  return await new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
