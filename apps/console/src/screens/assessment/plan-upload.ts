import type { ProjectLimits } from '../../api/assessment.ts'

/** A file that was chosen, by its path below what was chosen. */
export interface ChosenFile {
  readonly path: string
  readonly size: number
}

/** What would be sent of the files that were chosen, or why nothing can be. */
type UploadPlan<File extends ChosenFile> =
  | {
      readonly kind: 'sendable'
      readonly name: string
      readonly files: readonly File[]
      readonly bytes: number
      /** Files in folders that are left out, and the names of these folders. */
      readonly leftOut: number
      readonly leftOutFolders: readonly string[]
      /** The one file is an archive, and is sent as it is. */
      readonly isArchive: boolean
    }
  | { readonly kind: 'unusable'; readonly why: string }

/** Folders that hold nothing that was written for the project: its history, and what others wrote. */
const LEFT_OUT = new Set(['.git', '.hg', '.svn', 'node_modules'])
const OTHER_ARCHIVE = /\.(?:tar|tgz|tar\.\w+|7z|rar|gz|bz2|xz)$/i

/** Plans an upload: files of a folder, or a single ZIP archive. With `isWhole` no folder is left out. */
export function planUpload<File extends ChosenFile>(
  chosen: readonly File[],
  limits: ProjectLimits,
  isWhole: boolean,
): UploadPlan<File> {
  const [only] = chosen
  if (only === undefined) return unusable('Nothing is in it.')
  if (chosen.length === 1 && OTHER_ARCHIVE.test(only.path)) {
    return unusable(`${only.path} is an archive that is not read. Choose the folder itself, or pack it as ZIP.`)
  }
  const isArchive = chosen.length === 1 && /\.zip$/i.test(only.path)
  const files = isWhole ? chosen : chosen.filter(({ path }) => leftOutFolder(path) === undefined)
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  if (files.length === 0) return unusable('Nothing is in it but folders that are left out.')
  if (files.length > limits.files) {
    const most = limits.files.toLocaleString('en')
    return unusable(
      `It has ${files.length.toLocaleString('en')} files; ${most} are taken at most. Choose a folder in it.`,
    )
  }
  const most = isArchive ? limits.archiveBytes : limits.bytes
  if (bytes > most) {
    return unusable(`It is ${sizeText(bytes)}; ${sizeText(most)} are taken at most. Choose a folder in it.`)
  }
  const folders = chosen.flatMap(({ path }) => leftOutFolder(path) ?? [])
  return {
    kind: 'sendable',
    name: nameOf(chosen),
    files: belowTopFolder(files),
    bytes,
    leftOut: chosen.length - files.length,
    leftOutFolders: isWhole ? [] : [...new Set(folders)].sort(),
    isArchive,
  }
}

/** Without the folder that all of them are in, so that a finding is told by its path in the project. */
function belowTopFolder<File extends ChosenFile>(files: readonly File[]): readonly File[] {
  const top = `${files[0]?.path.split('/')[0]}/`
  if (!files.every(({ path }) => path.startsWith(top))) return files
  return files.map((file) => ({ ...file, path: file.path.slice(top.length) }))
}

function unusable(why: string): { readonly kind: 'unusable'; readonly why: string } {
  return { kind: 'unusable', why }
}

function leftOutFolder(path: string): string | undefined {
  return path
    .split('/')
    .slice(0, -1)
    .find((part) => LEFT_OUT.has(part))
}

/** Of the folder that was chosen, or of the one file. */
function nameOf([first, ...others]: readonly ChosenFile[]): string {
  const [top = '', ...rest] = (first?.path ?? '').split('/')
  if (rest.length > 0) return projectName(top)
  return others.length === 0 ? projectName(top.replace(/\.\w{1,8}$/, '')) : 'project'
}

/** Makes a name of a text that may be called by it: letters, digits, dots, hyphens and underscores. */
export function projectName(text: string): string {
  const plain = text.normalize('NFKD').replace(/[^A-Za-z0-9._-]+/g, '-')
  return (
    plain
      .replace(/^[^A-Za-z0-9]+/, '')
      .slice(0, 64)
      .replace(/[^A-Za-z0-9_]+$/, '') || 'project'
  )
}

/** `3.4 MB`, `12 kB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1_000).toLocaleString('en')} kB`
  return `${(bytes / 1_000_000).toLocaleString('en', { maximumFractionDigits: 1 })} MB`
}
