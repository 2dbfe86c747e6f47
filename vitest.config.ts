import { defineConfig } from 'vitest/config'

export default defineConfig({
  // Tests run on the sources: no build is needed to see a change.
  resolve: { conditions: ['@sluice/source'] },
  ssr: { resolve: { conditions: ['@sluice/source'], externalConditions: ['@sluice/source'] } },
  test: {
    include: ['{apps,packages}/*/src/**/*.test.ts', 'infra/local/src/**/*.test.ts', '{tools,bench}/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    environment: 'node',
    globalSetup: 'packages/testkit/src/stack/global-setup.ts',
    pool: 'forks',
    // A process keeps what it has loaded for the next file. It halves the CPU of a run, most of which loaded modules.
    isolate: false,
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
