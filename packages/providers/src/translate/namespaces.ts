import { isRecord } from '../is-record.ts'

/** A tool in a namespace of Responses, which chat has not. */
interface NamespacedTool {
  readonly namespace: string
  readonly name: string
}

/** Tools by the one name that they have in a chat. */
export type NamespacedTools = ReadonlyMap<string, NamespacedTool>

export const NOTHING_NAMESPACED: NamespacedTools = new Map()

/** The name of a tool where there are no namespaces. */
export function flatName(namespace: string, name: string): string {
  return `${namespace}__${name}`
}

interface WithTools {
  readonly tools?: readonly Readonly<Record<string, unknown>>[] | null | undefined
}

/** The tools of a request that stand in namespaces. */
export function namespacedTools({ tools }: WithTools): NamespacedTools {
  const found = (tools ?? []).flatMap(({ type, name: namespace, tools: inner }) => {
    if (type !== 'namespace' || typeof namespace !== 'string' || !Array.isArray(inner)) return []
    return inner
      .filter(isRecord)
      .flatMap(({ name }): [string, NamespacedTool][] =>
        typeof name === 'string' ? [[flatName(namespace, name), { namespace, name }]] : [],
      )
  })
  return found.length === 0 ? NOTHING_NAMESPACED : new Map(found)
}
