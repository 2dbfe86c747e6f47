import type { ServerSource } from '../system/first-source.ts'

export interface RedisOptions {
  /** Keeps the data here after `stop`; without it a temporary folder is used and removed. */
  readonly dataDirectory?: string
  /** Without it a free port is taken. */
  readonly port?: number
  /** How many databases it has; 16 by default. */
  readonly databases?: number
  readonly logFile?: string
  /** In a session of its own it does not receive Ctrl-C from the terminal. */
  readonly ownSession?: boolean
  /** Makes a local server a cluster of one node, which refuses a command with keys of several slots. */
  readonly cluster?: boolean
  /** Which ways to try, in this order. */
  readonly sources?: readonly ServerSource[]
}

/** An empty database of a Redis, for one test file. */
export interface RedisLease {
  readonly source: ServerSource
  /** `redis://host:port`, with a database number when the server is shared. */
  readonly url: string
  readonly port: number
  /** Stops a server of one's own and removes its temporary data; a shared one goes on. */
  stop(): Promise<void>
}

/** A Redis of one's own, which may be killed. */
export interface RedisServer extends RedisLease {
  /** The process id of a local server. */
  pid(): number | undefined
  /** Ends the server with SIGKILL, as a crash would. Refused for a server from the environment. */
  kill(): Promise<void>
  /** Starts the server again on the same port with the same data. Refused for a server from the environment. */
  restart(): Promise<void>
}
