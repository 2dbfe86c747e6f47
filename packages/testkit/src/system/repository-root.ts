import { resolve } from 'node:path'

/** The repository's root folder. */
export const repositoryRoot = resolve(import.meta.dirname, '../../../..')

/** The one ignored folder that holds everything the project creates while it runs. */
export const stateDirectory = resolve(repositoryRoot, '.sluice')
