import { rolldown } from 'rolldown'
import { keepLocations, LOCATION_HELPERS } from './keep-locations.ts'
import { escapeBeyondLatin1 } from './latin1-source.ts'

interface BundleOptions {
  /** The module that starts the service, as an absolute path. */
  readonly entry: string
  /** The folder that is emptied and written; the bundle must stay there, for it finds files relative to itself. */
  readonly target: string
  /** Further conditions by which packages are resolved, such as `@sluice/source`. */
  readonly conditions?: readonly string[]
}

/**
 * Writes `main.js` into a folder, with the modules that an entry imports of all packages, and beside it files with what
 * is imported later, on demand. Scripts of threads and what modules read stay where they are: `import.meta.url` goes on
 * to name the file that a module was. Throws on whatever the bundler warns of, above all on an import of nothing.
 */
export async function bundleService({ entry, target, conditions = [] }: BundleOptions): Promise<void> {
  await using bundle = await rolldown({
    input: { main: entry },
    platform: 'node',
    resolve: { conditionNames: [...conditions, 'node'] },
    // An image has none to extend, and modules need none.
    tsconfig: false,
    plugins: [keepLocations(target), escapeBeyondLatin1()],
    onLog(level, { message }) {
      if (level === 'warn') throw new Error(message)
    },
  })
  await bundle.write({
    dir: target,
    cleanDir: true,
    format: 'esm',
    intro: LOCATION_HELPERS,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    // Two classes of one name meet in a file, and errors and logs say the name of a class.
    keepNames: true,
    comments: { legal: true, annotation: false, jsdoc: false },
  })
}
