import type { ReadableFile } from './pack-project.ts'

/** More are not looked at: a limit of the service says no long before. */
const MAX_FILES = 200_000

/** The files of a chooser: of a folder with their paths in it, else with their names. */
export function filesOf(list: FileList | null): ReadableFile[] {
  return [...(list ?? [])].map((file) => ({
    path: file.webkitRelativePath === '' ? file.name : file.webkitRelativePath,
    size: file.size,
    content: file,
  }))
}

/** The files of what was dropped, folders with all that is in them. */
export async function filesDropped({ items }: DataTransfer): Promise<ReadableFile[]> {
  // The list is emptied when the event has ended, so it is read before anything is waited for.
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  const files: ReadableFile[] = []
  const waiting = [...entries]
  for (let entry = waiting.pop(); entry !== undefined && files.length < MAX_FILES; entry = waiting.pop()) {
    if (isFolder(entry)) waiting.push(...(await entriesIn(entry)))
    else if (isFile(entry)) {
      const content = await contentOf(entry)
      files.push({ path: entry.fullPath.replace(/^\//, ''), size: content.size, content })
    }
  }
  return files
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile
}

function contentOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject))
}

/** A reader gives a hundred at a time, and none at the end. */
async function entriesIn(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0) return all
    all.push(...some)
  }
}
