import type { DirectoryPull, DirectoryUser } from '@sluice/directory-sync'
import type { Directory } from '../directories/directory.ts'
import { TENANT } from './test-stack.ts'

type PullRequest = Parameters<Directory['pull']>[0]

/** A directory whose pulls a test writes itself. */
export interface MemoryDirectory extends Directory {
  readonly requests: PullRequest[]
  /** What a pull returns or throws. */
  answer: (request: PullRequest) => DirectoryPull | Promise<DirectoryPull>
  /** Replaces its users. */
  has(...subs: readonly string[]): void
  /** Ids that exist although no pull names them. */
  hidden: readonly string[]
}

export function createMemoryDirectory(name = 'corp'): MemoryDirectory {
  const directory: MemoryDirectory = {
    name,
    tenant: TENANT,
    requests: [],
    answer: () => ({ kind: 'snapshot', users: [] }),
    has: (...subs) => {
      directory.answer = () => ({ kind: 'snapshot', users: subs.map((sub) => userOf(sub)) })
    },
    hidden: [],
    pull: async (request) => {
      directory.requests.push(request)
      return await directory.answer(request)
    },
    stillPresent: async (ids) => ids.filter((id) => directory.hidden.includes(id)),
    close: () => Promise.resolve(),
  }
  return directory
}

export function userOf(sub: string, changes: Partial<DirectoryUser> = {}): DirectoryUser {
  return { id: `id-${sub}`, sub, groups: [], active: true, ...changes }
}

export function numbered(count: number, from = 0): string[] {
  return Array.from({ length: count }, (_, n) => `u${String(n + from).padStart(4, '0')}`)
}
