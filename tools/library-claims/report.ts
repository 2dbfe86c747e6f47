import type { Judgement } from './judge-claim.ts'

/** One file of rules, judged. */
export interface ComparedFile {
  readonly path: string
  readonly library: string
  readonly packages: readonly { readonly package: string; readonly version: string }[]
  readonly judgements: readonly Judgement[]
}

interface Counts {
  readonly names: number
  readonly namesRight: number
  readonly namesMissing: number
  readonly places: number
  readonly placesRight: number
  readonly placesWrong: number
}

/** Each name that its package lacks, and each argument that no signature has. */
export function describeFaults(files: readonly ComparedFile[]): string {
  return files
    .flatMap(({ path, judgements }) =>
      judgements.flatMap(({ claim, name, arguments: args, signatures }) => [
        ...(name === 'missing' ? [`${path} ${claim.rule}: no ${claim.key}`] : []),
        ...args
          .filter(({ is }) => is === 'wrong')
          .map(
            ({ claim: { use, positions } }) =>
              `${path} ${claim.rule}: ${claim.key} ${use} at ${positions.join(' or ')}: ${signatures.join(' ')}`,
          ),
      ]),
    )
    .map((line) => `${line}\n`)
    .join('')
}

/** A table in Markdown: by folder of rules and, below, by file. */
export function describeLibraries(files: readonly ComparedFile[]): string {
  const folders = Map.groupBy(files, ({ path }) => path.split('/')[2] ?? '')
  const rows = [...folders, ['all', files] as const].map(([name, members]) => row(name, count(members)))
  const single = files
    .map((file) => ({ file, counts: count([file]) }))
    .filter(({ counts }) => counts.namesRight + counts.namesMissing > 0)
    .map(({ file, counts }) => row(`${file.path.replace('/rules/', ': ').replace('.json', '')}`, counts, file.packages))
  const heads = 'Names | declared | missing | Arguments | right | wrong'
  const table = (first: string, lines: readonly string[], more = '') =>
    [`| ${first} | ${heads} |${more}`, `|---|${'---:|'.repeat(6)}${more === '' ? '' : '---|'}`, ...lines, '', ''].join(
      '\n',
    )
  return `${table('Rules', rows)}${table('File', single, ' Compared with |')}`
}

function row(name: string, one: Counts, packages?: ComparedFile['packages']): string {
  const { names, namesRight, namesMissing, places, placesRight, placesWrong } = one
  const cells = [name, names, namesRight, namesMissing, places, placesRight, placesWrong]
  const compared = packages?.map((found) => `${found.package} ${found.version}`).join(', ')
  return `| ${[...cells, ...(compared === undefined ? [] : [compared])].join(' | ')} |`
}

function count(files: readonly ComparedFile[]): Counts {
  const judgements = files.flatMap((file) => file.judgements)
  const places = judgements.flatMap((one) =>
    one.name === 'untold' ? one.claim.arguments.map(() => 'untold') : one.arguments.map(({ is }) => is),
  )
  return {
    names: judgements.length,
    namesRight: judgements.filter(({ name }) => name === 'right').length,
    namesMissing: judgements.filter(({ name }) => name === 'missing').length,
    places: places.length,
    placesRight: places.filter((is) => is === 'right').length,
    placesWrong: places.filter((is) => is === 'wrong').length,
  }
}
