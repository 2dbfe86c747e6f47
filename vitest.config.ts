import { totalmem } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take many times as long as others. Started last, one would keep one process busy and the other idle. */
const LONG =
  /\/(?:hostile(?:-trees)?|endpoint-reload|approvals-crash|run-eval|outbox-consumer-faults|documents)\.test\.ts$/

/** A process with its servers and browsers takes a good gigabyte. */
const BYTES_OF_WORKER = 2.5 * 1_024 ** 3
/** More than there are cores: tests wait for more than half of their time, for servers and for what must not happen. */
const WORKERS = Math.max(2, Math.min(6, Math.floor(totalmem() / BYTES_OF_WORKER)))

class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

function isLong({ moduleId }: TestSpecification): boolean {
  return LONG.test(moduleId)
}

export default defineConfig({
  // Tests run on the sources: no build is needed to see a change.
  resolve: { conditions: ['@sluice/source'] },
  ssr: { resolve: { conditions: ['@sluice/source'], externalConditions: ['@sluice/source'] } },
  test: {
    include: [
      '{apps,packages}/*/src/**/*.test.ts',
      'infra/local/src/**/*.test.ts',
      'apps/console/build/*.test.ts',
      '{tools,bench,examples}/**/*.test.ts',
    ],
    exclude: ['**/node_modules/**', '**/dist/**'],
    environment: 'node',
    globalSetup: 'packages/testkit/src/stack/global-setup.ts',
    pool: 'forks',
    // A process keeps what it has loaded for the next file. It halves the CPU of a run, most of which loaded modules.
    isolate: false,
    // Node loads the sources itself, as it does for threads and services, and keeps them compiled for the next process.
    // `vi.mock` then does nothing to a module: no test here replaces one.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    execArgv: ['--conditions=@sluice/source', '--disable-warning=ExperimentalWarning'],
    sequence: { sequencer: LongFilesFirst },
    maxWorkers: WORKERS,
    // Real servers on a busy machine answer late now and then. The report names each test that needed its second try.
    retry: 1,
    // A bound on what hangs: tests share the cores with others, so how long one takes says little.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 10_000 } },
  },
})
