import { ENDPOINT_KINDS, TOOL_SERVER_REVISIONS } from '@sluice/providers/registry'
import { z } from 'zod'
import { writtenLimitsSchema } from '../spending/spending-limits.ts'
import { factsShape } from './endpoint-facts.ts'
import { guardsSchema } from './guard-schema.ts'
import { recognizersSchema } from './recognizer-schema.ts'
import { literalOrReference, SECRET_HEADERS, secretReference } from './secret-references.ts'

const MAX_ENDPOINTS = 100
const MAX_TENANT_KEYS = 1_000
/** A million tokens for a million is more than anything costs. */
const MAX_PRICE = 1_000_000

const modelName = z.string().min(1).max(256)
const tenantName = z.string().min(1).max(256)
const milliseconds = z.number().int().min(1).max(2_147_483_647)

/** In the currency's unit for a million tokens. */
const amount = z.number().min(0).max(MAX_PRICE)
const priceSchema = z.strictObject({
  currency: z.string().regex(/^[A-Z]{3}$/, 'must be a code of ISO 4217, such as EUR'),
  input: amount,
  output: amount,
  /** Of input that the endpoint had in its cache; that of other input where it is left out. */
  cachedInput: amount.optional(),
})

/** What only Azure needs. */
function azureSchemaWith<Secret extends z.ZodType>(secret: Secret) {
  return z.strictObject({
    /** Of paths with deployments; the interface v1, which has no versions, where it is left out. */
    apiVersion: z
      .string()
      .regex(/^[0-9A-Za-z.-]{1,32}$/)
      .optional(),
    /** A service that asks Microsoft Entra ID for its tokens, in place of a key. */
    entra: z
      .strictObject({
        tenantId: z.string().regex(/^[0-9A-Za-z.-]{1,128}$/),
        clientId: z.string().min(1).max(256),
        clientSecret: secret,
        authority: z.url({ protocol: /^https?$/ }).optional(),
      })
      .optional(),
  })
}

/** A role, by the token of a service account (Amazon EKS). */
const webIdentitySchema = z.strictObject({
  roleArn: literalOrReference,
  tokenFile: literalOrReference,
  sessionName: z
    .string()
    .regex(/^[\w+=,.@-]{2,64}$/)
    .optional(),
  /** Of AWS STS, where it is not that of the region. */
  endpoint: z.url({ protocol: /^https?$/ }).optional(),
})

/** A role, by credentials that the container's host gives out (Amazon ECS, EKS Pod Identity). */
const containerSchema = z
  .strictObject({
    fullUri: literalOrReference.optional(),
    relativeUri: literalOrReference.optional(),
    authorizationTokenFile: literalOrReference.optional(),
  })
  .refine(({ fullUri, relativeUri }) => (fullUri === undefined) !== (relativeUri === undefined), {
    message: 'must have either fullUri or relativeUri',
  })

/** Who signs requests to Bedrock, in place of a key: keys, or a role. Nothing is looked for that is not named here. */
function awsSchemaWith<Secret extends z.ZodType>(secret: Secret) {
  return z
    .strictObject({
      region: z.string().regex(/^[a-z0-9-]{1,32}$/),
      accessKeyId: secret.optional(),
      secretAccessKey: secret.optional(),
      sessionToken: secret.optional(),
      webIdentity: webIdentitySchema.optional(),
      container: containerSchema.optional(),
    })
    .refine(
      ({ accessKeyId, secretAccessKey, sessionToken, webIdentity, container }) => {
        const hasKeys = accessKeyId !== undefined && secretAccessKey !== undefined
        const hasAny = [accessKeyId, secretAccessKey, sessionToken].some((one) => one !== undefined)
        return (
          [hasAny, webIdentity !== undefined, container !== undefined].filter(Boolean).length === 1 &&
          hasKeys === hasAny
        )
      },
      { message: 'must have accessKeyId and secretAccessKey, or webIdentity, or container' },
    )
}

function endpointSchemaWith<Secret extends z.ZodType, Header extends z.ZodType>(secret: Secret, header: Header) {
  return z
    .strictObject({
      ...factsShape,
      /** Whose wires it speaks. Requests of other wires are translated to them. */
      kind: z.enum(ENDPOINT_KINDS).default('openai-compatible'),
      baseUrl: z.url({ protocol: /^https?$/ }),
      apiKey: secret.optional(),
      azure: azureSchemaWith(secret).optional(),
      aws: awsSchemaWith(secret).optional(),
      /** Keys of single tenants: a request of such a tenant goes with its own key and by connections of its own. */
      tenantKeys: z.record(tenantName, secret).optional(),
      headers: header.optional(),
      /** Whether users of a tenant may share its answers. */
      shareable: z.boolean().default(false),
      /** The models served for chat, as callers name them. */
      models: z.array(modelName).max(1_000).default([]),
      /** The models served for embeddings. */
      embeddingModels: z.array(modelName).max(1_000).default([]),
      /** Further names for callers, each with the model of this endpoint that it stands for. */
      aliases: z.record(modelName, modelName).optional(),
      /** From the caller's model name to the endpoint's own, where they differ. */
      modelMap: z.record(z.string(), z.string()).optional(),
      price: priceSchema.optional(),
      /** By model, where it differs. */
      prices: z.record(modelName, priceSchema).optional(),
      /** A lower number is asked first; the place in the list where it is left out. */
      priority: z.number().int().min(0).max(1_000).optional(),
      /** The share of sessions among endpoints of the same priority. */
      weight: z.number().gt(0).max(1_000).default(1),
      timeouts: z
        .strictObject({ connectMs: milliseconds, headersMs: milliseconds, idleMs: milliseconds })
        .partial()
        .optional(),
      /** Requests in flight from one gateway. */
      concurrency: z.number().int().min(1).max(10_000).optional(),
      /** From all gateways together. */
      requestsPerMinute: z.number().int().min(1).max(10_000_000).optional(),
      /** What all callers together may cost there, at all gateways together. */
      limits: writtenLimitsSchema.optional(),
      /** Whether it knows `stream_options.include_usage`, by which the gateway learns a stream's cost; by its kind. */
      streamUsage: z.boolean().optional(),
      /** What callers read of its errors: a known code, or its own text where nothing in it looks secret. */
      errors: z.enum(['code', 'filtered']).default('code'),
    })
    .refine(
      ({ models, embeddingModels }) => models.length + embeddingModels.length > 0,
      'must name at least one model in models or embeddingModels',
    )
    .refine(({ kind, azure }) => azure === undefined || kind === 'azure-openai', {
      path: ['azure'],
      message: 'is for the kind azure-openai only',
    })
    .refine(({ kind, aws }) => aws === undefined || kind === 'bedrock', {
      path: ['aws'],
      message: 'is for the kind bedrock only',
    })
    .refine(
      ({ models, embeddingModels, aliases = {} }) =>
        Object.values(aliases).every((model) => models.includes(model) || embeddingModels.includes(model)),
      'has an alias for a model that it does not serve',
    )
    .refine(
      ({ models, embeddingModels, aliases = {} }) =>
        Object.keys(aliases).every((alias) => !models.includes(alias) && !embeddingModels.includes(alias)),
      'has an alias that is the name of one of its models',
    )
    .refine(
      ({ tenantKeys, headers }) =>
        tenantKeys === undefined || Object.keys(headers ?? {}).every((name) => !SECRET_HEADERS.has(name.toLowerCase())),
      'has a header that would go in place of tenantKeys',
    )
}

const names = <Named extends { readonly name: string }>(all: readonly Named[]) => all.map(({ name }) => name)
const areUnique = (all: readonly string[]) => new Set(all).size === all.length
const keysOf = (endpoints: readonly { readonly tenantKeys?: object | undefined }[]) =>
  endpoints.reduce((sum, { tenantKeys = {} }) => sum + Object.keys(tenantKeys).length, 0)
const hasFewKeys = (endpoints: readonly { readonly tenantKeys?: object | undefined }[]) =>
  keysOf(endpoints) <= MAX_TENANT_KEYS
const TOO_MANY_KEYS = `has more than ${MAX_TENANT_KEYS} tenantKeys`
const NOT_UNIQUE = 'names something twice: policies know each by its name'

type Priced = {
  readonly price?: { currency: string } | undefined
  readonly prices?: Record<string, { currency: string }> | undefined
}
const currenciesOf = ({ price, prices = {} }: Priced) =>
  [price, ...Object.values(prices)].flatMap((one) => one?.currency ?? [])
/** Limits on money are sums over all endpoints. */
const haveOneCurrency = (all: readonly Priced[]) => new Set(all.flatMap(currenciesOf)).size <= 1
const TWO_CURRENCIES = 'has prices in more than one currency, whose sum is no amount'

/** The variable ENDPOINTS. A key may stand in it, because it is a secret as a whole. */
export const endpointsVariableSchema = z
  .array(endpointSchemaWith(literalOrReference, z.record(z.string(), literalOrReference)))
  .min(1)
  .max(MAX_ENDPOINTS)
  .refine((endpoints) => areUnique(names(endpoints)), NOT_UNIQUE)
  .refine(hasFewKeys, TOO_MANY_KEYS)
  .refine(haveOneCurrency, TWO_CURRENCIES)

const fileEndpoints = z
  .array(
    endpointSchemaWith(
      secretReference,
      z
        .record(z.string(), literalOrReference)
        .refine(
          (headers) =>
            Object.entries(headers).every(
              ([name, value]) => typeof value !== 'string' || !SECRET_HEADERS.has(name.toLowerCase()),
            ),
          'must name a secret as {env: NAME} or {file: PATH}',
        ),
    ),
  )
  .min(1)
  .max(MAX_ENDPOINTS)

/**
 * The registry file: everything that text of requests can be sent to. A bare list is a list of endpoints.
 *
 * To add a section, add it here and to what `OpenedEndpoints` makes of it, so that evidence names it.
 */
export const registryFileSchema = z
  .preprocess(
    (read) => (Array.isArray(read) ? { endpoints: read } : read),
    z.strictObject({
      endpoints: fileEndpoints,
      /** Servers of the Model Context Protocol. */
      mcpServers: z
        .array(
          z.strictObject({
            ...factsShape,
            url: z.url({ protocol: /^https?$/ }),
            /** The revision of the protocol that it is asked in. */
            revision: z.enum(TOOL_SERVER_REVISIONS).default('2025-11-25'),
            errors: z.enum(['code', 'filtered']).default('code'),
            apiKey: secretReference.optional(),
            headers: z.record(z.string(), literalOrReference).optional(),
            /** Where it is here, tools are called with these definitions only: SHA-256, base64url, by name. */
            toolDigests: z.record(z.string().min(1).max(256), z.string().length(43)).optional(),
          }),
        )
        .max(MAX_ENDPOINTS)
        .default([]),
      /** Services that find sensitive data in texts. */
      recognizers: recognizersSchema,
      /** Models that judge requests of which L1 is not sure. */
      guards: guardsSchema,
    }),
  )
  .refine(({ endpoints }) => hasFewKeys(endpoints), TOO_MANY_KEYS)
  .refine(
    ({ endpoints, mcpServers, recognizers, guards }) =>
      areUnique([...names(endpoints), ...names(mcpServers), ...names(recognizers), ...names(guards)]),
    NOT_UNIQUE,
  )
  .refine(({ endpoints }) => haveOneCurrency(endpoints), { path: ['endpoints'], message: TWO_CURRENCIES })

/** The registry as it is written, with references in place of secrets. */
export type WrittenRegistry = z.output<typeof registryFileSchema>

export type WrittenEndpoint = z.output<typeof endpointsVariableSchema>[number]

/** A price as it is written. */
export type WrittenPrice = z.output<typeof priceSchema>
