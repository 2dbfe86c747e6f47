import { readFileSync } from 'node:fs'

/** What a stage of a Dockerfile gives to its containers. */
export interface ImageTarget {
  readonly environment: Readonly<Record<string, string>>
  /** Ports that EXPOSE names. */
  readonly ports: readonly number[]
  readonly user: string | undefined
  readonly hasHealthCheck: boolean
}

const NOTHING: ImageTarget = { environment: {}, ports: [], user: undefined, hasHealthCheck: false }

/**
 * Reads the named stages of a Dockerfile: FROM ... AS, ENV, EXPOSE, USER and HEALTHCHECK, each stage with what the one
 * that it comes from has. Continued lines are joined; everything else is left unread.
 */
export function readTargets(path: string): ReadonlyMap<string, ImageTarget> {
  const targets = new Map<string, ImageTarget>()
  let name = ''
  const lines = readFileSync(path, 'utf8').replaceAll('\\\n', ' ').split('\n')
  for (const line of lines) {
    const [, from = '', as] = /^FROM (\S+) AS (\S+)/.exec(line) ?? []
    if (as !== undefined) {
      name = as
      targets.set(name, targets.get(from) ?? NOTHING)
    }
    const before = targets.get(name)
    if (before !== undefined) targets.set(name, { ...before, ...readInstruction(line, before) })
  }
  return targets
}

function readInstruction(line: string, before: ImageTarget): Partial<ImageTarget> {
  const [, instruction, rest = ''] = /^(ENV|EXPOSE|USER|HEALTHCHECK) +(.*)$/.exec(line) ?? []
  switch (instruction) {
    case 'ENV': {
      const pairs = Array.from(rest.matchAll(/(\w+)=(?:"([^"]*)"|(\S+))/g), ([, key = '', quoted, plain]) => [
        key,
        quoted ?? plain,
      ])
      return { environment: { ...before.environment, ...Object.fromEntries(pairs) } }
    }
    case 'EXPOSE':
      return { ports: rest.trim().split(/\s+/).map(Number) }
    case 'USER':
      return { user: rest.trim() }
    case 'HEALTHCHECK':
      return { hasHealthCheck: rest.trim() !== 'NONE' }
    default:
      return {}
  }
}
