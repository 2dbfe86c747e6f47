/**
 * Values (members and items) that a call, or what a server answers, may hold, those of JSON texts in it included:
 * walking over them takes milliseconds of the event loop.
 */
export const MAX_TOOL_VALUES = 16_000

/** What a caller asks of a tool server: a list of its tools, or a call of one of them. */
export interface ToolRequest {
  /** The server, by the name that policies and records have for it: `mcp/NAME`. */
  readonly model: string
  readonly method: 'tools/list' | 'tools/call'
  /** The tool; present for a call. */
  readonly name?: string
  /** Its arguments: a JSON object. */
  readonly arguments?: Readonly<Record<string, unknown>>
}

/** What a tool server has answered, on its way to the layers: nothing of it has been looked at. */
export interface ToolAnswer {
  readonly model: string
  readonly result: Readonly<Record<string, unknown>>
}

/** Stands before the name of a tool server where a model's name could stand. */
const PREFIX = 'mcp/'

/** The name of a tool server among the names of models: `mcp/NAME`. */
export function toolServerModel(server: string): string {
  return `${PREFIX}${server}`
}

/** The tool server behind such a name; undefined for the name of a model. */
export function toolServerOf(model: string): string | undefined {
  return model.startsWith(PREFIX) ? model.slice(PREFIX.length) : undefined
}
