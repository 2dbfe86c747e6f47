import { bytes, csv } from '@sluice/service-kit/environment'

/** The variables of tool servers. Spread them into the gateway's schema. */
export const toolServerConfigShape = {
  MCP_MAX_REQUEST_BYTES: bytes({ min: 1_024, max: 1_048_576 })
    .default(262_144)
    .describe('The longest message of a client to an MCP server.'),
  MCP_MAX_RESULT_BYTES: bytes({ min: 1_024, max: 2_097_152 })
    .default(1_048_576)
    .describe('The longest answer of an MCP server. A longer one ends with upstream_invalid_answer.'),
  MCP_ALLOWED_ORIGINS: csv()
    .default([])
    .describe('Origins of web pages that may use POST /mcp/NAME from a browser; none if unset.'),
}
