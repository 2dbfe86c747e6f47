import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { builtEntryOf } from '@sluice/testkit'
import { describe, expect, it } from 'vitest'
import { SERVICES } from '../generated-docs/services.ts'
import { readTargets } from './dockerfile.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const PATH = join(ROOT, 'infra/docker/Dockerfile')
const TARGETS = readTargets(PATH)
const TEXT = read('infra/docker/Dockerfile')

describe('the Dockerfile', () => {
  it.each(SERVICES)(
    'has a target for the $name: not root, with a health check, at the port that it has by default',
    (service) => {
      const target = TARGETS.get(service.name)
      expect(target).toMatchObject({ user: '1000:1000', hasHealthCheck: true })
      const [, port] = /^\| `PORT` \| `(\d+)`/m.exec(read(`docs/configuration/${service.name}.md`)) ?? []
      expect(target?.ports).toEqual([Number(port)])
      expect(target?.environment).toMatchObject({ PORT: port, HOST: '0.0.0.0', NODE_ENV: 'production' })
    },
  )

  it('prunes, builds and deploys every service', () => {
    for (const { name } of SERVICES) {
      expect(TEXT).toMatch(new RegExp(`turbo prune.* @sluice/${name} .*--docker`))
      expect(TEXT).toMatch(new RegExp(`for service in[^;]* ${name}[ ;]`))
      expect(TEXT).toContain(`COPY --from=build /out/${name} ./`)
    }
  })

  it('starts the bundle of each service, which is written where its packages stand in the image', () => {
    const [deploy, bundle] = [TEXT.indexOf('deploy --prod'), TEXT.indexOf('service-bundle/src/main.ts "/out/$service"')]
    expect(deploy).toBeGreaterThan(0)
    expect(bundle).toBeGreaterThan(deploy)
    const [, main] = /^CMD \["node", "(.*)"\]$/m.exec(TEXT) ?? []
    for (const { name } of SERVICES) expect(builtEntryOf(name)).toBe(`apps/${name}/${main}`)
  })

  it('has the versions of the tools that the repository has', () => {
    const { packageManager } = JSON.parse(read('package.json'))
    const [, turbo] = /^ {2}turbo: (\S+)$/m.exec(read('pnpm-workspace.yaml')) ?? []
    expect(TEXT).toContain(`npm install --global ${packageManager} turbo@${turbo}`)
  })

  it("copies what stands beside the pruned workspace: the compiler's settings, and the hook that the lockfile names", () => {
    expect(read('pnpm-lock.yaml')).toMatch(/^pnpmfileChecksum:/m)
    expect(TEXT).toContain('COPY .pnpmfile.mjs ./\nRUN pnpm install --frozen-lockfile')
    expect(TEXT).toContain('COPY tsconfig.base.json ./')
  })
})
