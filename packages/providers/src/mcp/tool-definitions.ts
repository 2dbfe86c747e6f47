import { hash } from 'node:crypto'
import { canonicalJson, isName } from '@sluice/contracts'
import type { DefinedTool } from '@sluice/pipeline/ports'
import { AnswerFault } from '../answer-fault.ts'
import { isRecord } from '../is-record.ts'

type Members = Readonly<Record<string, unknown>>

/** A tool as its server defines it: the members that callers are given, and what is pinned of them. */
export interface ToolDefinition extends DefinedTool {
  readonly tool: Members & { readonly name: string }
}

/** What callers get of a tool. Other members (`_meta`, icons) go no further. */
const MEMBERS = ['name', 'title', 'description', 'inputSchema', 'outputSchema', 'annotations'] as const

/** The longest definition that is pinned, in UTF-16 code units. */
const MAX_DEFINITION_LENGTH = 65_536
/** Tools of one server, and pages on which it lists them. */
export const MAX_TOOLS = 1_000
export const MAX_PAGES = 50

/** Reads one page of a list. Throws `AnswerFault` where it is none. */
export function readTools(result: Members): { readonly tools: readonly ToolDefinition[]; readonly cursor?: string } {
  const { tools, nextCursor } = result
  if (!Array.isArray(tools) || tools.length > MAX_TOOLS) throw new AnswerFault('malformed')
  if (nextCursor !== undefined && nextCursor !== null && typeof nextCursor !== 'string')
    throw new AnswerFault('malformed')
  return { tools: tools.map(readTool), ...(nextCursor ? { cursor: nextCursor } : {}) }
}

function readTool(tool: unknown): ToolDefinition {
  if (!isRecord(tool) || typeof tool.name !== 'string' || !isRecord(tool.inputSchema))
    throw new AnswerFault('malformed')
  const { name } = tool
  if (!isName(name)) throw new AnswerFault('malformed')
  const known = Object.fromEntries(MEMBERS.flatMap((member) => (member in tool ? [[member, tool[member]]] : [])))
  const definition = canonicalJson(known)
  if (definition.length > MAX_DEFINITION_LENGTH) throw new AnswerFault('malformed')
  return { name, tool: { ...known, name }, definition, digest: hash('sha256', definition, 'base64url') }
}

/** What callers get of the result of a call. Throws `AnswerFault` where it is none. */
export function readCallResult({ content, structuredContent, isError }: Members): Members {
  if (!Array.isArray(content) || !content.every(isBlock)) throw new AnswerFault('malformed')
  return {
    content,
    ...(structuredContent === undefined ? {} : { structuredContent }),
    ...(isError === true ? { isError } : {}),
  }
}

function isBlock(block: unknown): boolean {
  return isRecord(block) && typeof block.type === 'string'
}
