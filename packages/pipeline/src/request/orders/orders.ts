/** What a request orders: what its user says, which tool it forces, and which tool calls wait for their results. */
export interface Orders {
  /**
   * The texts of each turn of the user, the newest turn first. A turn is all that the user says between two answers of
   * the model. The gateway's own word that a request waits for a human is no answer.
   */
  readonly userTurns: readonly (readonly string[])[]
  /** What the user hands over beside texts: images, files. */
  readonly handedOver: readonly unknown[]
  /** Answers and calls of the model's behind the newest turn. */
  readonly answersSince: number
  /** The tool that the model must call. A tool that is merely offered orders nothing. */
  readonly forcedTool: string | undefined
  /** Tool calls that no tool message has answered. */
  readonly waitingCalls: readonly WaitingCall[]
  /** The tools that the model may call, as their wire has them. They order nothing. */
  readonly offeredTools: readonly unknown[]
  /** The form that the answer is to have: a JSON Schema with its name, as its wire has it. */
  readonly answerForm: unknown
}

export interface WaitingCall {
  /** The name of the tool. */
  readonly name: string
  /** What it is called with, as its wire has it. */
  readonly input: unknown
}
