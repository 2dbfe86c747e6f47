import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { scanProject, uploadProject } from '../../api/assessment.ts'
import { packProject, type ReadableFile } from './pack-project.ts'

/** What is scanned: a folder that the service has, or files of the reader's. */
export type Order =
  | { readonly kind: 'folder'; readonly path: string }
  | {
      readonly kind: 'upload'
      readonly name: string
      readonly files: readonly ReadableFile[]
      readonly isArchive: boolean
      readonly leftOut: number
    }

/** How far an order is. */
export type Phase =
  | { readonly kind: 'packing'; readonly done: number; readonly of: number }
  | { readonly kind: 'sending'; readonly bytes: number }
  | { readonly kind: 'scanning'; readonly path: string }

/** Everything that a scan makes stale. */
async function forgetScans(client: QueryClient, path: string): Promise<void> {
  client.removeQueries({ queryKey: ['assessment', 'assessed', path], type: 'inactive' })
  await Promise.all([
    client.invalidateQueries({ queryKey: ['assessment', 'assessed', path] }),
    client.invalidateQueries({ queryKey: ['assessment', 'projects'] }),
    client.invalidateQueries({ queryKey: ['assessment', 'history'] }),
  ])
}

interface Assessing {
  readonly phase: Phase | undefined
  readonly error: unknown
  start(order: Order): void
  stop(): void
}

/**
 * Sends a project where it has to be sent, and scans it. It goes on when the reader looks at something else.
 *
 * @param onScanned Called with the path of the project.
 */
export function useAssess(onScanned: (path: string) => void): Assessing {
  const client = useQueryClient()
  const [phase, setPhase] = useState<Phase>()
  const controller = useRef<AbortController>(undefined)
  const { mutate, error, reset } = useMutation({
    mutationFn: async (order: Order) => {
      controller.current = new AbortController()
      const { signal } = controller.current
      const path = order.kind === 'folder' ? order.path : await send(order, signal, setPhase)
      setPhase({ kind: 'scanning', path })
      try {
        await scanProject(path, signal)
      } finally {
        // A failed one is in the history, too; and an upload is there, whatever became of its scan.
        await forgetScans(client, path)
      }
      return path
    },
    onSettled: () => setPhase(undefined),
    onSuccess: onScanned,
  })
  return {
    phase,
    error: error instanceof DOMException && error.name === 'AbortError' ? null : error,
    start: (order) => mutate(order),
    stop: () => {
      controller.current?.abort()
      reset()
    },
  }
}

async function send(
  { name, files, isArchive, leftOut }: Extract<Order, { readonly kind: 'upload' }>,
  signal: AbortSignal,
  tell: (phase: Phase) => void,
): Promise<string> {
  const [only] = files
  const packed = () => packProject(files, signal, (done) => tell({ kind: 'packing', done, of: files.length }))
  const archive = isArchive && only !== undefined ? only.content : await packed()
  tell({ kind: 'sending', bytes: archive.size })
  return (await uploadProject({ name, archive, leftOut }, signal)).path
}
