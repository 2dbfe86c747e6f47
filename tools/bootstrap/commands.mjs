import { readFileSync } from 'node:fs'
import { execute } from './execute.mjs'
import { runFuzz } from './fuzz-command.mjs'
import { NODE_PATH, resolveFromRoot } from './paths.mjs'
import { runTests } from './test-command.mjs'
import { runTurbo } from './turbo.mjs'

const ON_SOURCES = ['--conditions=@sluice/source', '--disable-warning=ExperimentalWarning']

/** Every command of the project: each takes the remaining arguments and gives an exit code. */
export const commands = {
  start: (args) => startStack(args),
  // Services run from their sources; only the console is built, for the admin service to serve.
  dev: (args) => startStack(['--reload', ...args], ['@sluice/console']),
  token: (args) => runScript('infra/local/src/token.ts', args),
  test: runTests,
  check: () => runTurbo('check'),
  build: () => runTurbo('build'),
  format: () => execute('biome', ['check', '--write', '.']),
  changeset: (args) => execute('changeset', args),
  'release:version': (args) => runScript('tools/changelog/main.ts', args),
  openapi: (args) => runScript('tools/generated-docs/write-docs.ts', args),
  tour: () => execute('vitest', ['run', 'tools/tour/tour.test.ts'], { env: { SLUICE_WRITE_TOUR: '1' } }),
  bench: async (args) => {
    const built = args.includes('--help') ? 0 : await runTurbo('build')
    return built === 0 ? await runScript('bench/run-bench.ts', args) : built
  },
  // File names are relative to the user's folder, which npm keeps in INIT_CWD.
  eval: (args) => runScript('bench/run-eval.ts', args, process.env.INIT_CWD ?? process.cwd()),
  'real-sample': (args) =>
    runScript('tools/real-sample/fetch-real-sample.ts', args, process.env.INIT_CWD ?? process.cwd()),
  fuzz: runFuzz,
  'library-claims': (args) =>
    runScript('tools/library-claims/library-claims.ts', args, process.env.INIT_CWD ?? process.cwd()),
  witness: (args) => runScript('tools/witness/witness.ts', args, process.env.INIT_CWD ?? process.cwd()),
  unfreeze: (args) => runScript('infra/local/src/unfreeze.ts', args),
  keys: (args) => runScript('tools/keys/keys.ts', args, process.env.INIT_CWD ?? process.cwd()),
  erase: (args) => runScript('tools/erase/erase.ts', args, process.env.INIT_CWD ?? process.cwd()),
  outbox: (args) => runScript('infra/local/src/outbox.ts', args),
  'audit:dependencies': (args) => runScript('tools/audit-dependencies/audit-dependencies.ts', args),
  redteam: (args) => runScript('tools/redteam/redteam.ts', args, process.env.INIT_CWD ?? process.cwd()),
  'verify-evidence': (args) =>
    runScript('tools/verify-evidence/verify-evidence.ts', args, process.env.INIT_CWD ?? process.cwd()),
  audit: (args) => runScript('tools/audit/audit.ts', args, process.env.INIT_CWD ?? process.cwd()),
  'replay-decisions': (args) =>
    runScript('tools/replay/replay-decisions.ts', args, process.env.INIT_CWD ?? process.cwd()),
  policies: (args) => runScript('tools/policies/policies.ts', args, process.env.INIT_CWD ?? process.cwd()),
  assess: (args) => runScript('packages/assessment/src/main.ts', args, process.env.INIT_CWD ?? process.cwd()),
}

async function startStack(args, filters) {
  const refused = await runScript('infra/local/src/require-no-stack.ts', [])
  if (refused !== 0) return refused
  process.stderr.write('Building ...\n')
  const built = await runTurbo('build', filters)
  if (built !== 0) return built
  // It starts the stack and waits: a small young generation and slow code are enough, and halve its memory.
  const flags = JSON.parse(readFileSync(resolveFromRoot('infra/local/node-flags.json'), 'utf8'))
  return await execute(NODE_PATH, [...flags, ...ON_SOURCES, resolveFromRoot('infra/local/src/main.ts'), ...args])
}

function runScript(script, args, cwd) {
  return execute(NODE_PATH, [...ON_SOURCES, resolveFromRoot(script), ...args], { cwd })
}
