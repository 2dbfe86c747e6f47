import { hash } from 'node:crypto'
import { canonicalJson, type Level } from '@sluice/contracts'
import type { ModelEndpoint } from './model-endpoint.ts'

/** The endpoints as policies see them, as a text that evidence names by its digest. */
export interface RegistryDocument {
  /** SHA-256 of the text in UTF-8, base64url. */
  readonly digest: string
  /** Canonical JSON: a list in order of preference. Without addresses and keys. */
  readonly text: string
}

/** Something that is no model endpoint and gets text of requests: a guard model, a recognizer, an MCP server. */
export interface RegistryEntry extends Pick<ModelEndpoint, 'name' | 'permittedLevel'> {
  readonly purpose: string
  readonly providerKind?: ModelEndpoint['providerKind']
  readonly region?: string | undefined
  readonly retentionDays?: number | undefined
}

/**
 * Writes the registry of endpoints. What configuration does not say of an endpoint is left out. What is no model
 * endpoint stands behind them with its purpose, and serves no models.
 */
export function registryDocumentOf(
  endpoints: readonly ModelEndpoint[],
  others: readonly RegistryEntry[] = [],
): RegistryDocument {
  const text = canonicalJson([
    ...endpoints.map(({ models, aliases, ...endpoint }) => ({
      ...factsOf(endpoint),
      models: { ...models, ...(aliases && { aliases: Object.keys(aliases) }) },
    })),
    ...others.map((other) => ({ ...factsOf(other), models: {}, purpose: other.purpose })),
  ])
  return { digest: hash('sha256', text, 'base64url'), text }
}

function factsOf({
  name: endpoint,
  permittedLevel,
  providerKind,
  region,
  retentionDays,
}: Omit<RegistryEntry, 'purpose'>): Readonly<Record<string, string | Level | number | undefined>> {
  return { endpoint, permittedLevel, providerKind, region, retentionDays }
}
