import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StubModel } from '@sluice/testkit'

interface ToolServerEntry {
  readonly name: string
  readonly url: string
  readonly [member: string]: unknown
}

/** For tests: a registry file with the stub model and tool servers, each with a key of its own in a file. */
export class RegistryFile {
  readonly #folder = mkdtempSync(join(tmpdir(), 'tools-'))

  /**
   * What a gateway that reads the file has in its environment: every tool of these servers is open to everyone.
   *
   * @param more sections of the registry.
   */
  write(
    { baseUrl }: StubModel,
    servers: readonly ToolServerEntry[],
    more: Readonly<Record<string, unknown>> = {},
  ): Record<string, string> {
    const path = join(this.#folder, 'endpoints.json')
    const mcpServers = servers.map((server) => {
      writeFileSync(join(this.#folder, server.name), `key-of-${server.name}`)
      return { permittedLevel: 3, apiKey: { file: server.name }, ...server }
    })
    const endpoints = [{ name: 'stub', baseUrl, permittedLevel: 7, models: ['stub-model'] }]
    writeFileSync(path, JSON.stringify({ endpoints, mcpServers, ...more }))
    const open = JSON.stringify({ '*': servers.map(({ name }) => `${name}/*`) })
    return { ENDPOINTS: '', ENDPOINTS_FILE: path, ENDPOINTS_POLL_MS: '50', MCP_TOOLS_BY_GROUP: open }
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true })
  }
}
