/** How a client reaches the gateway. */
export interface Connection {
  /** Without `/v1`. */
  readonly url: string
  readonly token: string
  readonly model: string
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>
  /** Counts what is sent. */
  readonly fetch: typeof fetch
}

export interface Order {
  readonly person: string
  readonly card: string
}

/** What a tool of the caller's does with its arguments. */
type Pay = (order: Order) => object

/** Features that a client has. What it has no words for is left out. */
export interface Client {
  /** The text of an answer. */
  say(prompt: string): Promise<string>
  /** The pieces of a streamed answer's text. */
  stream(prompt: string, signal?: AbortSignal): AsyncIterable<string>
  /** The text that ends an agent's loop, which has one tool. */
  runTool?(prompt: string, pay: Pay): Promise<string>
  /** An answer that keeps to a schema, parsed by the client. */
  parse?(prompt: string): Promise<unknown>
  /** The text of an answer about a picture, in base64. */
  look?(prompt: string, png: string): Promise<string>
  /** A conversation of two turns: the text of the second answer. */
  continueWith?(prompt: string, next: string): Promise<string>
  embed?(texts: readonly string[]): Promise<readonly (readonly number[])[]>
  listModels?(): Promise<readonly string[]>
  /** Asks for something that is not served here. */
  makePicture?(): Promise<unknown>
}

/** A client with the packages that a project installs to have it. */
export interface ClientUnderTest {
  readonly name: string
  readonly packages: readonly string[]
  open(connection: Connection): Client
}

/** The schema of an order, as every client but those with zod takes it. */
export const ORDER_SCHEMA = {
  type: 'object' as const,
  properties: { person: { type: 'string' as const }, card: { type: 'string' as const } },
  required: ['person', 'card'] as string[],
  additionalProperties: false,
}
