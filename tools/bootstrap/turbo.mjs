import { execute } from './execute.mjs'

/** Runs one Turborepo task over the workspace; only the logs of failing tasks are shown. */
export async function runTurbo(task) {
  const args = ['run', task, '--output-logs=errors-only', '--ui=stream', '--no-daemon', '--continue']
  return await execute('turbo', args, { captureOutput: true })
}
