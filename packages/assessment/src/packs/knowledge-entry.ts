import { z } from 'zod'
import { RISK_LEVELS, VERDICTS } from '../model/assessment.ts'
import { ROLES } from '../model/detection.ts'

/** What an algorithm can be there for; a migration target belongs to a purpose, not to an algorithm. */
const PURPOSES = [
  'keyEstablishment',
  'signature',
  'encryption',
  'hash',
  'mac',
  'keyDerivation',
  'passwordHashing',
] as const
export type Purpose = (typeof PURPOSES)[number]

/** `OutOfScope`: the profile does not speak of this kind of cryptography, so that it counts neither way. */
const JUDGED_VERDICTS = [...VERDICTS, 'OutOfScope'] as const

/** `primitive` of CycloneDX 1.6, `cryptoProperties.algorithmProperties`. */
const PRIMITIVES = [
  'drbg',
  'mac',
  'block-cipher',
  'stream-cipher',
  'signature',
  'hash',
  'pke',
  'xof',
  'kdf',
  'key-agree',
  'kem',
  'ae',
  'combiner',
  'other',
  'unknown',
] as const

const MAX_KEY_BITS = 1_000_000
const name = z.string().trim().min(1).max(64)
const sentence = z.string().trim().min(1).max(1_000)
const names = z.array(name).min(1).max(64)
const bits = z.int().min(0).max(MAX_KEY_BITS)
const sourceIds = z.array(name).min(1).max(16)

/** Members are joined by "and"; a parameter that the code does not give fulfils no condition on it. */
const conditionSchema = z.strictObject({
  keySize: z
    .strictObject({
      oneOf: z.array(bits).min(1).max(64).optional(),
      atLeast: bits.optional(),
      below: bits.optional(),
    })
    .optional(),
  curve: names.optional(),
  mode: names.optional(),
  padding: names.optional(),
  hash: names.optional(),
  parameterSet: names.optional(),
  /** Any of: the name under which it is reported, its parameter set, its hash. For families such as SHA-2. */
  variant: names.optional(),
  /** The library whose interface is used: what it is made for says what the algorithm is there for. */
  library: names.optional(),
  /** It stands where software or firmware is signed. */
  signsSoftware: z.literal(true).optional(),
  role: z.array(z.enum(ROLES)).min(1).max(ROLES.length).optional(),
})

const judgementSchema = z.strictObject({
  when: conditionSchema.optional(),
  risk: z.enum(RISK_LEVELS),
  cnsa2: z.enum(JUDGED_VERDICTS),
  /** Why, as one or more sentences that stand alone. */
  reason: sentence,
  /** What to do; the action of the purpose stands in where it is absent. */
  action: sentence.optional(),
  classicalBits: z.int().min(0).max(1_024).optional(),
  /** The security strength category of NIST, 1 to 5; 0 means none. */
  nistQuantumLevel: z.int().min(0).max(5).optional(),
  /** Broken or withdrawn without any quantum computer. */
  weakToday: z.boolean().optional(),
  sources: sourceIds,
})

/** An object identifier, of the algorithm itself or of it with these parameters. */
const oidSchema = z.strictObject({
  oid: z
    .string()
    .max(64)
    .regex(/^[0-2](?:\.(?:0|[1-9]\d{0,9})){2,20}$/),
  when: conditionSchema.optional(),
  /** The standard or register that assigns it. */
  source: name,
})

/** The sizes of keys that an algorithm can have, in bits: these, or those of a range; both ends count. */
const keySizesSchema = z.union([
  z.strictObject({ oneOf: z.array(bits).min(1).max(64) }),
  z.strictObject({ atLeast: bits, atMost: bits }),
])

const entrySchema = z
  .strictObject({
    algorithm: name,
    /** Other names under which a scanner may report it. */
    aliases: z.array(name).max(64).optional(),
    title: sentence,
    primitive: z.enum(PRIMITIVES),
    /** The family's name in the CycloneDX 1.7 cryptography definitions, where it has one. */
    cyclonedxFamily: name.optional(),
    purposes: z.array(z.enum(PURPOSES)).min(1).max(PURPOSES.length),
    /** A size that is none of these is never reported. Absent where the algorithm sets none. */
    keySizes: keySizesSchema.optional(),
    /** Checked in order; the first that applies holds. The last one applies always. */
    judgements: z.array(judgementSchema).min(1).max(64),
    /** Said beside the judgement where they apply: weaknesses that are not a matter of quantum computers. */
    notes: z
      .array(z.strictObject({ when: conditionSchema, text: sentence }))
      .max(32)
      .optional(),
    migration: z.partialRecord(z.enum(PURPOSES), z.strictObject({ target: name, action: sentence })),
    /** Checked in order; the first that applies holds. None applies where the code does not say enough. */
    oids: z.array(oidSchema).max(64).optional(),
  })
  .superRefine(({ judgements, purposes, migration, algorithm }, context) => {
    const conditional = judgements.map(({ when }) => when !== undefined)
    if (conditional.at(-1) !== false || conditional.slice(0, -1).includes(false)) {
      context.addIssue({
        code: 'custom',
        path: ['judgements'],
        message: `of ${algorithm}: exactly the last judgement must be without "when"`,
      })
    }
    const isOpen = judgements.some(({ cnsa2 }) => cnsa2 === 'NonCompliant' || cnsa2 === 'Indeterminate')
    if (isOpen && purposes.some((purpose) => migration[purpose] === undefined)) {
      context.addIssue({ code: 'custom', path: ['migration'], message: `of ${algorithm}: each purpose needs a target` })
    }
  })

const sourceSchema = z.strictObject({
  title: sentence,
  url: z
    .url({ protocol: /^https$/ })
    .max(300)
    .optional(),
})

/** One pack: `entries.json` in its folder. */
export const packSchema = z
  .strictObject({
    pack: z.string().regex(/^[a-z0-9][a-z0-9-]{0,31}$/),
    version: z.string().regex(/^\d{1,4}\.\d{1,4}\.\d{1,4}$/),
    title: sentence,
    sources: z.record(name, sourceSchema),
    /** None where the pack only adds rules for families that are known already. */
    entries: z.array(entrySchema).max(500),
  })
  .superRefine(({ sources, entries }, context) => {
    for (const [index, { judgements, oids = [] }] of entries.entries()) {
      const named = [...judgements.flatMap((judgement) => judgement.sources), ...oids.map(({ source }) => source)]
      const missing = named.find((id) => !Object.hasOwn(sources, id))
      if (missing !== undefined) {
        context.addIssue({ code: 'custom', path: ['entries', index], message: `names the unknown source ${missing}` })
      }
    }
  })

export type Condition = z.infer<typeof conditionSchema>
export type Judgement = z.infer<typeof judgementSchema>
export type KeySizes = z.infer<typeof keySizesSchema>
export type KnowledgeEntry = z.infer<typeof entrySchema>
export type KnowledgeSource = z.infer<typeof sourceSchema>
export type KnowledgePack = z.infer<typeof packSchema>
