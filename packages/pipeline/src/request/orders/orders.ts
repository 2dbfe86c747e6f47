/** What a request orders: what its user says, which tool it forces, and which tool calls wait for their results. */
export interface Orders {
  /** The texts of each turn of the user, the newest turn first. A turn is the user messages in a row. */
  readonly userTurns: readonly (readonly string[])[]
  /** The tool that the model must call. A tool that is merely offered orders nothing. */
  readonly forcedTool: string | undefined
  /** Names of tool calls that no tool message has answered. */
  readonly waitingCalls: readonly string[]
}
