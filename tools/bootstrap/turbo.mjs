import { execute } from './execute.mjs'

/**
 * Runs one Turborepo task over the workspace, or over what a filter names; only the logs of failing tasks are shown.
 *
 * @param {string} task
 * @param {readonly string[]} [filters]
 */
export async function runTurbo(task, filters = []) {
  const args = [
    'run',
    task,
    ...filters.map((filter) => `--filter=${filter}`),
    '--output-logs=errors-only',
    '--ui=stream',
    '--no-daemon',
    '--continue',
  ]
  return await execute('turbo', args, { captureOutput: true })
}
