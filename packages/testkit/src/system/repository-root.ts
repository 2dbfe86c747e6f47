import { resolve } from 'node:path'

/** The repository's root folder. */
const REPOSITORY_ROOT = resolve(import.meta.dirname, '../../../..')

/** The one ignored folder that holds everything the project creates while it runs. */
export const STATE_DIRECTORY = resolve(REPOSITORY_ROOT, '.sluice')
