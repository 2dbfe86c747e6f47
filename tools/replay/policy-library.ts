import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { ClearanceBasis } from '@sluice/contracts'
import type { PolicySnapshot, RouteQuestion } from '@sluice/policy'
import { replayPolicy } from '@sluice/policy/cedar'
import { z } from 'zod'

/** An endpoint of the registry, and the models that it serves for each kind of request. */
export type RegisteredEndpoint = z.infer<typeof endpointSchema>

const endpointSchema = z.object({
  endpoint: z.string(),
  permittedLevel: z.custom<RouteQuestion['resource']['permittedLevel']>(
    (level) => z.int().min(0).max(7).safeParse(level).success,
  ),
  providerKind: z.custom<RouteQuestion['resource']['providerKind']>((kind) => typeof kind === 'string').exactOptional(),
  region: z.string().exactOptional(),
  retentionDays: z.number().exactOptional(),
  models: z.record(z.string(), z.array(z.string())),
})

/** What else stands in the registry and is asked of the policy: records do not say what it was sent. */
const otherSchema = z.union([z.object({ recognizer: z.string() }), z.object({ guard: z.string() })])

const registrySchema = z.array(z.union([endpointSchema, otherSchema]))

const documentAnswer = z.object({ text: z.string() })

/** What a basis names. */
export interface ReplayBasis {
  /** The policy as it was at a time. */
  at(timeMs: number): PolicySnapshot
  readonly registry: readonly RegisteredEndpoint[]
}

/** Why a basis cannot be used: digests of texts that are not there, or texts of another version of the product. */
type Missing = { readonly missing: readonly string[] } | { readonly isOtherVersion: true }

/** A tenant's 200 policies have 2 million characters. */
const MAX_DOCUMENT_BYTES = 16_777_216

/** The texts of a folder by their digests. */
export class PolicyLibrary {
  readonly #texts = new Map<string, string>()
  readonly #known = new Map<string, ReplayBasis | Missing>()

  /** Reads the files of the folder that are not too large: texts, or what GET /admin/policy-documents/{digest} said. */
  constructor(folder: string) {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (!entry.isFile() || statSync(path).size > MAX_DOCUMENT_BYTES) continue
      const text = readFileSync(path, 'utf8')
      this.#add(text)
      const answer = documentAnswer.safeParse(parseJson(text))
      if (answer.success) this.#add(answer.data.text)
    }
  }

  #add(text: string): void {
    this.#texts.set(createHash('sha256').update(text).digest('base64url'), text)
  }

  /** What a basis of a tenant names. The digests are computed here: a file of another name or content is of no use. */
  basisOf(tenant: string, { policies, schema, entities, registry }: ClearanceBasis): ReplayBasis | Missing {
    const key = [tenant, policies, schema, entities, registry].join('\n')
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const made = this.#make(tenant, [policies, schema, entities, registry])
    this.#known.set(key, made)
    return made
  }

  #make(tenant: string, digests: readonly [string, string, string, string]): ReplayBasis | Missing {
    const missing = digests.filter((digest) => !this.#texts.has(digest))
    if (missing.length > 0) return { missing }
    const [policies, schema, entities, registryText] = digests.map((digest) => this.#texts.get(digest) ?? '') as [
      ...[string, string, string, string],
    ]
    const clock = { timeMs: 0 }
    const policy = replayPolicy({ policies, schema, entities }, tenant, { nowMs: () => clock.timeMs })
    const registry = registrySchema.safeParse(parseJson(registryText))
    if (policy === undefined || !registry.success) return { isOtherVersion: true }
    return {
      at: (timeMs) => {
        clock.timeMs = timeMs
        return policy
      },
      registry: registry.data.filter((entry) => 'endpoint' in entry),
    }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
