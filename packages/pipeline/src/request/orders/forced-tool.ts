/** Words that say that some tool must be called, on one wire or another. */
const SOME_TOOL: ReadonlySet<unknown> = new Set(['required', 'any'])

/**
 * The tool that the model must call, by what the caller says of the choice: the one that it names, or the only one that
 * is left to choose from where some tool must be called.
 *
 * @param choice `tool_choice` of any wire, or `function_call` of chat before tools.
 */
export function forcedToolOf(choice: unknown, offered: unknown): string | undefined {
  const named = nameOf(choice)
  if (named !== undefined) return named
  const nested = memberOf(choice, 'allowed_tools')
  const tools = memberOf(nested, 'tools') ?? memberOf(choice, 'tools') ?? offered
  const word = memberOf(nested, 'mode') ?? memberOf(choice, 'mode') ?? memberOf(choice, 'type') ?? choice
  if (!SOME_TOOL.has(word) || !Array.isArray(tools) || tools.length !== 1) return undefined
  return nameOf(tools[0])
}

/** The name of a tool, as each wire writes it. */
function nameOf(tool: unknown): string | undefined {
  for (const holder of [memberOf(tool, 'function'), memberOf(tool, 'custom'), tool]) {
    const name = memberOf(holder, 'name')
    if (typeof name === 'string') return name
  }
  return undefined
}

function memberOf(value: unknown, member: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, member) : undefined
}
