/** What one workspace package may import. */
export interface BoundaryRule {
  /**
   * Workspace packages that its product code may import, each as a whole (`@sluice/x`) or by subpath (`@sluice/x/y`).
   */
  readonly workspace: readonly string[]
  /** Workspace packages that its tests may import beside those, as a whole or by subpath. */
  readonly tests?: readonly string[]
  /** Workspace packages that only the script of its build runs. */
  readonly build?: readonly string[]
  /** When given, product code may import no other packages than these. */
  readonly external?: readonly string[]
  /** Node modules that its product code may not import. */
  readonly forbiddenBuiltins?: readonly string[]
  /** Development packages may also use test helpers and the root's development dependencies anywhere. */
  readonly development?: true
}

/** Built-in modules that reach outside the process. */
const INPUT_AND_OUTPUT = ['child_process', 'cluster', 'dgram', 'dns', 'fs', 'http', 'http2', 'https', 'net', 'tls']

const EVERY_PACKAGE = [
  '@sluice/approvals',
  '@sluice/auth',
  '@sluice/codename-store',
  '@sluice/codenames',
  '@sluice/contracts',
  '@sluice/db',
  '@sluice/keys',
  '@sluice/mosaic',
  '@sluice/outbox',
  '@sluice/pipeline',
  '@sluice/policy',
  '@sluice/policy-store',
  '@sluice/providers',
  '@sluice/redis',
  '@sluice/service-kit',
  '@sluice/sessions',
  '@sluice/token-vault',
]

/** What the services beside the gateway need; they run no pipeline. */
const CONTROL_PLANE = [
  '@sluice/approvals',
  '@sluice/auth',
  '@sluice/codename-store',
  '@sluice/codenames',
  '@sluice/contracts',
  '@sluice/db',
  '@sluice/directory-sync',
  '@sluice/events',
  '@sluice/evidence',
  '@sluice/keys',
  '@sluice/mosaic',
  '@sluice/outbox',
  // Only what masks the reasons of acts.
  '@sluice/pipeline/mask-text',
  '@sluice/policy',
  '@sluice/policy-store',
  '@sluice/redis',
  '@sluice/service-kit',
  '@sluice/sessions',
  '@sluice/token-vault',
]

/** The parts of service-kit that know no HTTP, for packages that services open things with. */
const SERVICE_KIT_HELPERS = ['@sluice/service-kit/async', '@sluice/service-kit/environment']

/** The build of a service ends with its bundle. */
const BUNDLED = { build: ['@sluice/service-bundle'] }

/** The services, for the tool that writes their pages and for what runs several in a process; none imports another. */
const SERVICES = [
  '@sluice/admin/service',
  '@sluice/assessment-api/service',
  '@sluice/gateway/service',
  '@sluice/idp-sync/service',
  '@sluice/soar-listener/service',
]

/**
 * Packages with ports, and where they stand: what lies in a folder `adapters` imports of such a package nothing else.
 */
export const PORTS_TABLE: Readonly<Record<string, string>> = { '@sluice/pipeline': '@sluice/pipeline/ports' }

/** Who may import what. A new package needs a line here. */
export const BOUNDARY_TABLE: Readonly<Record<string, BoundaryRule>> = {
  '@sluice/contracts': { workspace: [], external: ['zod'], forbiddenBuiltins: INPUT_AND_OUTPUT },
  '@sluice/policy': {
    workspace: ['@sluice/contracts'],
    external: ['@cedar-policy/cedar-wasm', 'lru-cache', 'zod'],
    // It reads the policies that it ships.
    forbiddenBuiltins: INPUT_AND_OUTPUT.filter((name) => name !== 'fs'),
  },
  '@sluice/token-vault': {
    workspace: ['@sluice/contracts', '@sluice/redis'],
    external: ['lru-cache', 'ioredis'],
    forbiddenBuiltins: INPUT_AND_OUTPUT,
  },
  '@sluice/codenames': { workspace: ['@sluice/contracts'], external: ['zod'], forbiddenBuiltins: INPUT_AND_OUTPUT },
  // Pure: nothing of the product, so that it can be judged alone.
  '@sluice/semantic-match': { workspace: [], external: [], forbiddenBuiltins: INPUT_AND_OUTPUT },
  '@sluice/mosaic': { workspace: ['@sluice/redis'], external: ['lru-cache'], forbiddenBuiltins: INPUT_AND_OUTPUT },
  // It reads its model and nothing else.
  '@sluice/name-tagger': {
    workspace: [],
    external: [],
    forbiddenBuiltins: INPUT_AND_OUTPUT.filter((name) => name !== 'fs'),
  },
  '@sluice/text-folding': { workspace: [], external: [], forbiddenBuiltins: INPUT_AND_OUTPUT },
  // It reads its model and nothing else.
  '@sluice/prompt-classifier': {
    workspace: ['@sluice/service-kit/async', '@sluice/text-folding'],
    external: [],
    forbiddenBuiltins: INPUT_AND_OUTPUT.filter((name) => name !== 'fs'),
  },
  // What it reads comes from strangers: it reaches out to nothing.
  '@sluice/file-text': {
    workspace: ['@sluice/contracts', '@sluice/service-kit/async'],
    external: ['unpdf'],
    forbiddenBuiltins: INPUT_AND_OUTPUT,
  },
  '@sluice/codename-store': {
    workspace: [
      ...['@sluice/codenames', '@sluice/contracts', '@sluice/db', '@sluice/redis', '@sluice/token-vault'],
      ...SERVICE_KIT_HELPERS,
    ],
  },
  '@sluice/pipeline': {
    workspace: [
      ...['@sluice/codenames', '@sluice/contracts', '@sluice/mosaic', '@sluice/name-tagger', '@sluice/policy'],
      ...['@sluice/prompt-classifier', '@sluice/semantic-match', '@sluice/text-folding', '@sluice/token-vault'],
    ],
    external: ['@noble/hashes', 'lru-cache', 're2js'],
    // node:net also holds `isIP`, which is pure.
    forbiddenBuiltins: INPUT_AND_OUTPUT.filter((name) => name !== 'net'),
  },
  '@sluice/providers': { workspace: ['@sluice/contracts', '@sluice/pipeline/ports', ...SERVICE_KIT_HELPERS] },
  '@sluice/redis': { workspace: ['@sluice/contracts', ...SERVICE_KIT_HELPERS] },
  '@sluice/outbox': { workspace: ['@sluice/contracts', '@sluice/redis', ...SERVICE_KIT_HELPERS] },
  // Auditors run it alone, also in a browser.
  '@sluice/evidence': { workspace: [], forbiddenBuiltins: INPUT_AND_OUTPUT },
  '@sluice/events': { workspace: ['@sluice/contracts'], forbiddenBuiltins: INPUT_AND_OUTPUT },
  '@sluice/auth': { workspace: ['@sluice/contracts', ...SERVICE_KIT_HELPERS] },
  '@sluice/sessions': { workspace: ['@sluice/contracts', '@sluice/redis', ...SERVICE_KIT_HELPERS] },
  '@sluice/db': { workspace: ['@sluice/contracts', '@sluice/evidence', ...SERVICE_KIT_HELPERS] },
  '@sluice/approvals': {
    workspace: ['@sluice/contracts', '@sluice/db', '@sluice/token-vault', ...SERVICE_KIT_HELPERS],
    forbiddenBuiltins: INPUT_AND_OUTPUT,
  },
  '@sluice/keys': {
    workspace: [
      ...['@sluice/contracts', '@sluice/db', '@sluice/providers/credentials', '@sluice/token-vault'],
      ...SERVICE_KIT_HELPERS,
    ],
  },
  '@sluice/directory-sync': { workspace: ['@sluice/contracts', '@sluice/db'], forbiddenBuiltins: INPUT_AND_OUTPUT },
  '@sluice/policy-store': {
    workspace: ['@sluice/contracts', '@sluice/db', '@sluice/policy', '@sluice/redis', ...SERVICE_KIT_HELPERS],
  },
  '@sluice/service-kit': { workspace: ['@sluice/contracts'] },
  // A portal imports it: nothing of the engine or of the service comes along.
  '@sluice/assessment-contract': {
    workspace: [],
    external: ['zod'],
    forbiddenBuiltins: INPUT_AND_OUTPUT,
  },
  // It runs in a browser, and knows the services by their descriptions only.
  '@sluice/api-clients': { workspace: [], external: ['openapi-fetch'], forbiddenBuiltins: INPUT_AND_OUTPUT },
  '@sluice/assessment': {
    workspace: ['@sluice/assessment-contract/vocabulary', '@sluice/contracts'],
    forbiddenBuiltins: INPUT_AND_OUTPUT.filter((name) => name !== 'fs'),
  },
  '@sluice/gateway': {
    ...BUNDLED,
    workspace: [...EVERY_PACKAGE, '@sluice/events', '@sluice/evidence', '@sluice/file-text'],
  },
  '@sluice/assessment-api': {
    ...BUNDLED,
    workspace: ['@sluice/assessment', '@sluice/assessment-contract', '@sluice/contracts', '@sluice/service-kit'],
    tests: ['@sluice/api-clients/assessment'],
  },
  '@sluice/admin': { ...BUNDLED, workspace: CONTROL_PLANE },
  // It runs in a browser: what Node alone has is of no use to it.
  '@sluice/console': {
    workspace: [
      ...['@sluice/api-clients/admin', '@sluice/api-clients/assessment'],
      ...['@sluice/contracts/entity-types', '@sluice/evidence'],
    ],
    // The tests in a browser start what answers it.
    tests: [
      ...['@sluice/admin/service', '@sluice/assessment-api/service', '@sluice/gateway/service'],
      ...['@sluice/gateway/worker', '@sluice/service-kit', '@sluice/soar-listener/service'],
    ],
    forbiddenBuiltins: INPUT_AND_OUTPUT,
  },
  '@sluice/soar-listener': { ...BUNDLED, workspace: CONTROL_PLANE },
  '@sluice/idp-sync': { ...BUNDLED, workspace: CONTROL_PLANE },
  // It puts services together and has nothing of its own: the one app that imports others.
  '@sluice/all-in-one': {
    ...BUNDLED,
    workspace: [...SERVICES, '@sluice/gateway/worker', '@sluice/service-kit', '@sluice/service-kit/environment'],
  },
  '@sluice/testkit': { workspace: [], development: true },
  '@sluice/service-bundle': { workspace: [], external: ['rolldown'], development: true },
  '@sluice/test-stack': {
    workspace: [
      ...['@sluice/db', '@sluice/outbox', '@sluice/redis', '@sluice/service-kit', '@sluice/sessions'],
      '@sluice/testkit',
    ],
    development: true,
  },
  '@sluice/local': {
    workspace: [
      ...['@sluice/db', '@sluice/redis', ...SERVICE_KIT_HELPERS, '@sluice/testkit'],
      // For tests of what several services do together.
      ...['@sluice/admin/service', '@sluice/assessment-api/service', '@sluice/gateway/service'],
      ...['@sluice/keys', '@sluice/service-kit', '@sluice/test-stack'],
    ],
    development: true,
  },
  '@sluice/bench': {
    workspace: [
      ...[...EVERY_PACKAGE, '@sluice/assessment', '@sluice/events', '@sluice/evidence'],
      ...['@sluice/name-tagger', '@sluice/prompt-classifier', '@sluice/semantic-match', '@sluice/testkit'],
    ],
    development: true,
  },
  // Programs to copy: they know clients only. Their test starts the services.
  '@sluice/examples': {
    workspace: [
      ...['@sluice/api-clients/admin', '@sluice/api-clients/assessment', '@sluice/api-clients/gateway'],
      '@sluice/api-clients/soar-listener',
    ],
    tests: [
      ...['@sluice/admin/service', '@sluice/assessment-api/service', '@sluice/gateway/service'],
      ...['@sluice/gateway/worker', '@sluice/service-kit', '@sluice/soar-listener/service'],
      ...['@sluice/test-stack', '@sluice/testkit'],
    ],
  },
  '@sluice/tools': {
    workspace: [
      ...SERVICES,
      ...[
        '@sluice/assessment',
        '@sluice/auth',
        '@sluice/contracts',
        '@sluice/db',
        '@sluice/evidence',
        '@sluice/keys',
        '@sluice/local/samples',
      ],
      ...['@sluice/service-bundle', '@sluice/test-stack', '@sluice/testkit'],
      ...['@sluice/gateway/routes', '@sluice/pipeline/coverage', '@sluice/pipeline/secret-forms'],
      ...['@sluice/policy', '@sluice/service-kit'],
      '@sluice/pipeline/action-training',
      ...['@sluice/name-tagger', '@sluice/name-tagger/training', '@sluice/semantic-match/compile-filter'],
      ...['@sluice/prompt-classifier', '@sluice/prompt-classifier/training'],
    ],
    development: true,
  },
}
