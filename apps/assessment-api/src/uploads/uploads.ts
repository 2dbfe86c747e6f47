import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, realpath, rename, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { uploadSchema } from '@sluice/assessment-contract'
import { type Clock, SluiceError } from '@sluice/contracts'
import { bodyTooLarge, checkBodyHeaders } from '@sluice/service-kit'
import type { z } from 'zod'
import { type UnpackLimits, unpack } from './unpack.ts'

export type Upload = Readonly<z.output<typeof uploadSchema>>

interface UploadedProject {
  readonly name: string
  /** Stays the same when another archive takes this one's place, so that the history tells them as one project. */
  readonly path: string
  readonly upload: Upload
}

interface UploadLimits extends UnpackLimits {
  /** Projects at once; 0 takes none. */
  readonly maxProjects: number
  readonly maxArchiveBytes: number
}

/** The projects that were sent here to be scanned. They lie in a folder of their own until the service ends. */
export interface Uploads {
  readonly limits: UploadLimits
  /** The folder, with every symbolic link resolved; undefined where none is taken. */
  readonly root: string | undefined
  /** In the order of their names. */
  list(): readonly UploadedProject[]
  /**
   * Takes a ZIP archive for the project of this name, in the place of an earlier one. Throws `request_too_large`,
   * `invalid_request`, `conflict` where there are too many projects or this one is being scanned, and
   * `rate_limit_exceeded` where others send theirs.
   */
  store(name: string, request: Request, leftOut: number): Promise<UploadedProject>
  /** Throws `not_found` and `conflict`. */
  remove(name: string): Promise<void>
  close(): Promise<void>
}

interface UploadsOptions {
  readonly limits: UploadLimits
  readonly clock: Clock
  readonly isBeingScanned: (path: string) => boolean
}

/** Archives that are taken at the same time; each may fill the disk up to its limits before it is refused. */
const MAX_AT_ONCE = 4
const RETRY_AFTER_SECONDS = 10
/** Sending and unpacking together; the server itself gives a body a minute to arrive. */
const MAX_MS = 180_000

/** Opens the folder for uploads in the system's one for temporary files. Throws where it cannot be written. */
export async function openUploads({ limits, clock, isBeingScanned }: UploadsOptions): Promise<Uploads> {
  const { maxProjects } = limits
  const root = maxProjects === 0 ? undefined : await realpath(await mkdtemp(join(tmpdir(), 'sluice-projects-')))
  const projects = new Map<string, UploadedProject & { readonly content: string }>()
  let underway = 0

  function requireRoom(name: string): void {
    if (projects.has(name) || projects.size < maxProjects) return
    throw conflict(`There are ${maxProjects} uploaded projects already. Remove one first.`)
  }

  function requireIdle(path: string): void {
    if (isBeingScanned(path)) throw conflict('This project is being scanned. Wait until that has ended.')
  }

  /** The content lies beside the links by which projects are called, in a folder that no name can be. */
  async function storeIn(folder: string, name: string, request: Request, leftOut: number): Promise<UploadedProject> {
    const path = join(folder, name)
    const content = join(folder, '.content', randomUUID())
    const received = await receive(content, request, limits)
    const before = projects.get(name)
    try {
      // Others have come meanwhile.
      requireRoom(name)
      requireIdle(path)
      const upload = { ...received, leftOut, uploadedAt: new Date(clock.nowMs()).toISOString() }
      const project = { name, path, upload, content }
      projects.set(name, project)
      await symlink(content, `${content}.link`)
      await rename(`${content}.link`, path)
      if (before !== undefined) await rm(before.content, { recursive: true, force: true })
      return project
    } catch (error) {
      if (projects.get(name)?.content === content) {
        if (before === undefined) projects.delete(name)
        else projects.set(name, before)
      }
      await rm(content, { recursive: true, force: true })
      throw error
    }
  }

  return {
    limits,
    root,
    list: () => [...projects.values()].sort((a, b) => (a.name < b.name ? -1 : 1)),
    async store(name, request, leftOut) {
      if (root === undefined) throw conflict('This service takes no uploads.')
      requireRoom(name)
      requireIdle(join(root, name))
      if (underway >= MAX_AT_ONCE) throw busy()
      underway += 1
      try {
        return await storeIn(root, name, request, leftOut)
      } finally {
        underway -= 1
      }
    },
    async remove(name) {
      const project = projects.get(name)
      if (project === undefined) throw new SluiceError({ code: 'not_found', message: 'There is no such upload.' })
      requireIdle(project.path)
      projects.delete(name)
      await rm(project.path, { force: true })
      await rm(project.content, { recursive: true, force: true })
    },
    async close() {
      if (root !== undefined) await rm(root, { recursive: true, force: true })
    },
  }
}

async function receive(
  folder: string,
  request: Request,
  limits: UploadLimits,
): Promise<Omit<Upload, 'uploadedAt' | 'leftOut'>> {
  const archive = `${folder}.zip`
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(MAX_MS)])
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeBody(request, archive, limits.maxArchiveBytes, signal)
    return await unpack(archive, folder, limits, signal)
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    if (signal.aborted) throw new SluiceError('request_aborted', { cause: error })
    throw error
  } finally {
    await rm(archive, { force: true })
  }
}

async function writeBody(request: Request, file: string, maxBytes: number, signal: AbortSignal): Promise<void> {
  const { headers, body } = request
  checkBodyHeaders(headers.get('content-encoding'), headers.get('content-length'), maxBytes, 'UPLOAD_BYTES')
  let length = 0
  const bounded = async function* (parts: AsyncIterable<Uint8Array>) {
    for await (const part of parts) {
      length += part.length
      if (length > maxBytes) throw bodyTooLarge(maxBytes, 'UPLOAD_BYTES')
      yield part
    }
  }
  await pipeline(Readable.from(body ?? []), bounded, createWriteStream(file, { flags: 'wx', mode: 0o600 }), { signal })
}

function conflict(message: string): SluiceError {
  return new SluiceError({ code: 'conflict', message })
}

function busy(): SluiceError {
  const message = 'Others are sending projects. Try again later.'
  return new SluiceError({ code: 'rate_limit_exceeded', message, retryAfterSeconds: RETRY_AFTER_SECONDS })
}
