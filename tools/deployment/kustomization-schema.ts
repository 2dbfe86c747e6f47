import { z } from 'zod'

const generator = z.strictObject({
  name: z.string(),
  behavior: z.enum(['create', 'merge']).default('create'),
  envs: z.array(z.string()).default([]),
  files: z.array(z.string()).default([]),
  options: z.strictObject({ disableNameSuffixHash: z.boolean() }).optional(),
})

const patch = z
  .strictObject({
    target: z.strictObject({ kind: z.string(), name: z.string() }),
    path: z.string().optional(),
    patch: z.string().optional(),
  })
  .refine(({ path, patch: text }) => (path === undefined) !== (text === undefined), 'must have either path or patch')

/**
 * The part of a kustomization that `renderKustomization` knows. Strict on purpose: any other member is refused, so that
 * nothing is rendered without something that Kustomize would have done. Patches are JSON Patch (RFC 6902) only; a
 * strategic merge patch fails because it is no list.
 */
export const kustomizationSchema = z.strictObject({
  apiVersion: z.literal('kustomize.config.k8s.io/v1beta1'),
  kind: z.literal('Kustomization'),
  namespace: z.string().optional(),
  resources: z.array(z.string()).default([]),
  /** On the resources themselves: neither on selectors nor on the templates of pods. */
  labels: z.array(z.strictObject({ pairs: z.record(z.string(), z.string()) })).default([]),
  replicas: z.array(z.strictObject({ name: z.string(), count: z.int().min(0) })).default([]),
  images: z
    .array(
      z
        .strictObject({
          name: z.string(),
          newName: z.string().optional(),
          newTag: z.string().optional(),
          digest: z.string().optional(),
        })
        .refine(
          ({ newTag, digest }) => (newTag === undefined) !== (digest === undefined),
          'must have newTag or digest',
        ),
    )
    .default([]),
  configMapGenerator: z.array(generator).default([]),
  patches: z.array(patch).default([]),
})

export type Kustomization = z.output<typeof kustomizationSchema>
