import { z } from 'zod'
import { ATTRIBUTES, type AttributeName } from '../model/attributes.ts'
import { ROLES } from '../model/detection.ts'

/*
 * How a pack says what to look for. `packages/assessment/packs/README.md` explains it with examples; what it says and
 * what stands here must agree.
 */

const position = z.union([z.number().int().min(-1).max(30), z.string().max(80)])

/** The choice that the called name has in a capture of its rule: `{p256|p384 as curve}`. */
const capture = z.strictObject({
  capture: z.string().max(20),
  /** What a choice stands for; others are dropped. */
  map: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
})

/** Where a value comes from. */
const source = z.union([
  z.string().max(200),
  z.number(),
  z
    .strictObject({
      /**
       * The argument's position (from 0; -1 is the last) or name, or several of which the first that is there counts.
       */
      arg: z.union([position, z.array(position).max(8)]).optional(),
      /** The object that the method is called on. */
      receiver: z.literal(true).optional(),
      /** All arguments from this one on, as a list: `1..`. */
      args: z
        .string()
        .regex(/^\d{1,2}\.\.$/)
        .optional(),
      /**
       * A member of the argument: `name`, or `privateKey.bits`; of several the first that is there, and of what only
       * callers tell any. Of the algorithm an empty name is the argument itself.
       */
      property: z.union([z.string().max(80), z.array(z.string().max(80)).min(1).max(8)]).optional(),
      /** An attribute of the object in that place, instead of the value itself. */
      attribute: z.enum(ATTRIBUTES).optional(),
      /** The type argument in angle brackets, by its place. */
      typeArgument: z.number().int().min(0).max(8).optional(),
      /** The last part of the called name. */
      calleeName: z.literal(true).optional(),
      /**
       * `bytes`: a number of bytes where bits are wanted; `byteLength`: the length of a string or of bytes, in bits.
       */
      as: z.enum(['bytes', 'byteLength']).optional(),
      /** What a value stands for: `{"3": "PKCS1v15"}`. */
      map: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
      /** What the library takes where the argument is not passed at all. */
      otherwise: z.union([z.string().max(80), z.number()]).optional(),
      /** Only these numbers count. */
      among: z.array(z.number()).max(32).optional(),
    })
    .readonly(),
])
export type Source = z.infer<typeof source>

const wanted = z.union([source, capture])

const parameters = z.partialRecord(z.enum(ATTRIBUTES), wanted)

const values = z.array(z.union([z.string().max(80), z.number(), z.boolean()])).max(64)

/** What must hold of an argument, or of a member of it; with neither `is` nor `isNot`, that it is passed. */
const condition = z.strictObject({
  arg: position,
  property: z.string().max(80).optional(),
  /** It may be one of these; of a constant its last part counts; `true` and `false` as the call itself has them. */
  is: values.optional(),
  /** It is none of these, as far as is known. */
  isNot: values.optional(),
  /** False: it must not be passed at all. */
  isPassed: z.boolean().optional(),
})
export type Condition = z.infer<typeof condition>

/** A rule as packs write it. */
export const ruleSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9./+-]{0,79}$/),
  /**
   * `a.B.c` a function or static method; `a.B#c` a method of an object; `new a.B` a constructor or a struct literal;
   * `@a.B` an annotation. `{x,y}` stands for each, `{x|y as name}` too, and `{"capture": "name"}` is what it was.
   */
  call: z.array(z.string().max(600)).max(400).optional(),
  /** A name that is used without a call, such as a constant or a class that is passed on. */
  ref: z.array(z.string().max(600)).max(400).optional(),
  /** An entry of a map or an object literal under this text, whose value is a text: `alg` in `{ alg: 'RS256' }`. */
  entry: z.array(z.string().max(80)).max(40).optional(),
  /** The type that a value is turned into. */
  cast: z.array(z.string().max(600)).max(100).optional(),
  /** A fixed family, or where its name stands. */
  algorithm: wanted.optional(),
  role: z.enum(ROLES).optional(),
  /** The role where the size of the key is known: `RSA.new(2048)` makes a key, `RSA.new(pem)` reads one. */
  sizedRole: z.enum(ROLES).optional(),
  parameters: parameters.optional(),
  /** Places whose attributes the result also has: argument positions, or `receiver`. */
  inherit: z
    .array(z.union([position, z.literal('receiver')]))
    .max(8)
    .optional(),
  /** The type of the result; `receiver` for its own object, `arg0` for an argument; `{name}` is what was captured. */
  returns: z.string().max(200).optional(),
  /** Places whose objects learn the attributes: argument positions, or `receiver`. */
  updates: z
    .array(z.union([position, z.literal('receiver')]))
    .max(8)
    .optional(),
  /** What the object of the first such place learns later belongs to this place: `wc_AesInit`, then a key. */
  learnsLater: z.literal(true).optional(),
  /** False where the rule only tells types and attributes; true by default if there is an algorithm. */
  report: z.boolean().optional(),
  /** False where a number in the name is no key's size: `kCCAlgorithmAES128` names the size of a block. */
  sizeInName: z.literal(false).optional(),
  /** Only where this holds, or all of these: `curl_setopt(..., CURLOPT_SSL_CIPHER_LIST, ...)`. */
  when: z.union([condition, z.array(condition).max(4)]).optional(),
  /** Not reported where this argument is an object of a library, which says by itself what it is for. */
  unlessObject: position.optional(),
  /** Only in a file in which one of these stands: words of a library that no import names. */
  inFilesWith: z.array(z.string().min(2).max(80)).max(8).optional(),
  /** Only where the number of arguments is so. */
  arguments: z.number().int().min(0).max(30).optional(),
  /** The highest confidence. */
  confidence: z.enum(['High', 'Medium', 'Low']).optional(),
})
export type WrittenRule = z.infer<typeof ruleSchema>

/** A rule for names that are written out: what was captured of them is a text or a number. */
export interface Rule extends Omit<WrittenRule, 'algorithm' | 'parameters'> {
  readonly algorithm?: Source | undefined
  readonly parameters?: { readonly [name in AttributeName]?: Source | undefined } | undefined
}

/** The members of an argument that a source may mean, the first before the others; `undefined` for the argument. */
export function membersOf({ property }: Exclude<Source, string | number>): readonly string[] | undefined {
  return typeof property === 'string' ? [property] : property
}
