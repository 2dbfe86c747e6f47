/** What one workspace package may import. */
export interface BoundaryRule {
  /**
   * Workspace packages that its product code may import, each as a whole (`@sluice/x`) or by subpath (`@sluice/x/y`).
   */
  readonly workspace: readonly string[]
  /** When given, product code may import no other packages than these. */
  readonly external?: readonly string[]
  /** Node modules that its product code may not import. */
  readonly forbiddenBuiltins?: readonly string[]
  /** Development packages may also use test helpers and the root's development dependencies anywhere. */
  readonly development?: true
}

/** Built-in modules that reach outside the process. */
const inputAndOutput = ['child_process', 'cluster', 'dgram', 'dns', 'fs', 'http', 'http2', 'https', 'net', 'tls']

const everyPackage = [
  '@sluice/auth',
  '@sluice/contracts',
  '@sluice/db',
  '@sluice/outbox',
  '@sluice/pipeline',
  '@sluice/policy',
  '@sluice/providers',
  '@sluice/redis',
  '@sluice/service-kit',
  '@sluice/sessions',
  '@sluice/token-vault',
]

/** What the services beside the gateway need; they run no pipeline. */
const controlPlane = [
  '@sluice/auth',
  '@sluice/contracts',
  '@sluice/db',
  '@sluice/directory-sync',
  '@sluice/outbox',
  '@sluice/policy',
  '@sluice/redis',
  '@sluice/service-kit',
  '@sluice/sessions',
]

/** The parts of service-kit that know no HTTP, for packages that services open things with. */
const serviceKitHelpers = ['@sluice/service-kit/async', '@sluice/service-kit/environment']

/** What the tool that writes their pages reads of the services; no service imports another. */
const services = [
  '@sluice/admin/service',
  '@sluice/assessment-api/service',
  '@sluice/gateway/service',
  '@sluice/idp-sync/service',
  '@sluice/soar-listener/service',
]

/**
 * Packages with ports, and where they stand: what lies in a folder `adapters` imports of such a package nothing else.
 */
export const portsTable: Readonly<Record<string, string>> = { '@sluice/pipeline': '@sluice/pipeline/ports' }

/** Who may import what. A new package needs a line here. */
export const boundaryTable: Readonly<Record<string, BoundaryRule>> = {
  '@sluice/contracts': { workspace: [], external: ['zod'], forbiddenBuiltins: inputAndOutput },
  '@sluice/policy': { workspace: ['@sluice/contracts'], external: [], forbiddenBuiltins: inputAndOutput },
  '@sluice/token-vault': {
    workspace: ['@sluice/contracts', '@sluice/redis'],
    external: ['lru-cache', 'ioredis'],
    forbiddenBuiltins: inputAndOutput,
  },
  '@sluice/pipeline': {
    workspace: ['@sluice/contracts', '@sluice/policy', '@sluice/token-vault'],
    external: ['lru-cache'],
    // node:net also holds `isIP`, which is pure.
    forbiddenBuiltins: inputAndOutput.filter((name) => name !== 'net'),
  },
  '@sluice/providers': { workspace: ['@sluice/contracts', '@sluice/pipeline/ports'] },
  '@sluice/redis': { workspace: ['@sluice/contracts', ...serviceKitHelpers] },
  '@sluice/outbox': { workspace: ['@sluice/contracts', '@sluice/redis', ...serviceKitHelpers] },
  '@sluice/auth': { workspace: ['@sluice/contracts', ...serviceKitHelpers] },
  '@sluice/sessions': { workspace: ['@sluice/contracts', '@sluice/redis', ...serviceKitHelpers] },
  '@sluice/db': { workspace: ['@sluice/contracts', ...serviceKitHelpers] },
  '@sluice/directory-sync': { workspace: ['@sluice/contracts', '@sluice/db'], forbiddenBuiltins: inputAndOutput },
  '@sluice/service-kit': { workspace: ['@sluice/contracts'] },
  '@sluice/assessment': {
    workspace: ['@sluice/contracts'],
    forbiddenBuiltins: inputAndOutput.filter((name) => name !== 'fs'),
  },
  '@sluice/gateway': { workspace: everyPackage },
  '@sluice/assessment-api': { workspace: ['@sluice/assessment', '@sluice/contracts', '@sluice/service-kit'] },
  '@sluice/admin': { workspace: controlPlane },
  '@sluice/soar-listener': { workspace: controlPlane },
  '@sluice/idp-sync': { workspace: controlPlane },
  '@sluice/testkit': { workspace: [], development: true },
  '@sluice/test-stack': {
    workspace: [
      ...['@sluice/db', '@sluice/outbox', '@sluice/redis', '@sluice/service-kit', '@sluice/sessions'],
      '@sluice/testkit',
    ],
    development: true,
  },
  '@sluice/local': {
    workspace: ['@sluice/db', '@sluice/redis', ...serviceKitHelpers, '@sluice/testkit'],
    development: true,
  },
  '@sluice/bench': { workspace: [...everyPackage, '@sluice/assessment', '@sluice/testkit'], development: true },
  '@sluice/tools': { workspace: [...services, '@sluice/service-kit'], development: true },
}
