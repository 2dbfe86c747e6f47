import { hash } from 'node:crypto'
import { canonicalJson } from '@sluice/contracts'
import type { ExternalRecognizer } from './external-recognizer.ts'
import type { GuardModel } from './guard-model.ts'
import type { ModelEndpoint } from './model-endpoint.ts'

/** The endpoints as policies see them, as a text that evidence names by its digest. */
export interface RegistryDocument {
  /** SHA-256 of the text in UTF-8, base64url. */
  readonly digest: string
  /** Canonical JSON: a list in order of preference, then recognizers and guards. Without addresses and keys. */
  readonly text: string
}

/** Writes the registry of endpoints. What configuration does not say of an endpoint is left out. */
export function registryDocumentOf(
  endpoints: readonly ModelEndpoint[],
  recognizers: readonly ExternalRecognizer[],
  guards: readonly GuardModel[],
): RegistryDocument {
  const text = canonicalJson([
    ...endpoints.map(({ name: endpoint, permittedLevel, providerKind, region, retentionDays, models, aliases }) => ({
      ...{ endpoint, permittedLevel, providerKind, region, retentionDays, standsFor: aliases },
      models: { ...models, ...(aliases && { aliases: Object.keys(aliases) }) },
    })),
    ...recognizers.map(({ name: recognizer, permittedLevel, providerKind, region, retentionDays, ...rest }) => ({
      ...{ recognizer, permittedLevel, providerKind, region, retentionDays },
      ...{ whenDown: rest.whenDown, whenNotPermitted: rest.whenNotPermitted, ...rest.reading },
    })),
    ...guards.map(({ name: guard, permittedLevel, providerKind, region, retentionDays, ...rest }) => ({
      ...{ guard, permittedLevel, providerKind, region, retentionDays },
      ...{ whenDown: rest.whenDown, whenNotPermitted: rest.whenNotPermitted, ...rest.reading },
    })),
  ])
  return { digest: hash('sha256', text, 'base64url'), text }
}
