/** One tool, as its server defines it. */
export interface DefinedTool {
  readonly name: string
  /** SHA-256 of the definition in canonical JSON, base64url. */
  readonly digest: string
  /** Canonical JSON. */
  readonly definition: string
}

/** Which definitions of tools are accepted, by tenant and server. */
export interface ToolPins {
  /**
   * The names of the tools whose definition is not accepted. A tool that was never seen before is accepted as it is;
   * one that has changed since waits for an administrator, and its new definition is kept for that.
   * Rejects with `dependency_unavailable`.
   */
  changed(tenant: string, server: string, tools: readonly DefinedTool[]): Promise<ReadonlySet<string>>
}
