import { z } from 'zod'
import { ATTRIBUTES } from '../evaluate/values.ts'
import { ROLES } from '../model/detection.ts'

/*
 * How a pack says what to look for. `packages/assessment/packs/README.md` explains it with examples; what it says and
 * what stands here must agree.
 */

const position = z.union([z.number().int().min(-1).max(30), z.string().max(80)])

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
      /** A member of the argument: `name`, or `privateKey.bits`. */
      property: z.string().max(80).optional(),
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

const parameters = z.partialRecord(z.enum(ATTRIBUTES), source)

/** What must hold of an argument, or of a member of it; with neither `is` nor `isNot`, that it is passed. */
const condition = z.strictObject({
  arg: position,
  property: z.string().max(80).optional(),
  /** It may be one of these; of a constant the last part of its name counts. */
  is: z
    .array(z.union([z.string().max(80), z.number()]))
    .max(64)
    .optional(),
  /** It is none of these, as far as is known. */
  isNot: z
    .array(z.union([z.string().max(80), z.number()]))
    .max(64)
    .optional(),
  /** False: it must not be passed at all. */
  isPassed: z.boolean().optional(),
})
export type Condition = z.infer<typeof condition>

const rule = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9./+-]{0,79}$/),
  /**
   * `a.B.c` a function or static method; `a.B#c` a method of an object; `new a.B` a constructor or a struct literal;
   * `@a.B` an annotation. `{x,y}` stands for each.
   */
  call: z.array(z.string().max(600)).max(400).optional(),
  /** A name that is used without a call, such as a constant or a class that is passed on. */
  ref: z.array(z.string().max(600)).max(400).optional(),
  /** An entry of a map or an object literal under this text, whose value is a text: `alg` in `{ alg: 'RS256' }`. */
  entry: z.array(z.string().max(80)).max(40).optional(),
  /** The type that a value is turned into. */
  cast: z.array(z.string().max(600)).max(100).optional(),
  /** A fixed family, or where its name stands. */
  algorithm: source.optional(),
  role: z.enum(ROLES).optional(),
  /** The role where the size of the key is known: `RSA.new(2048)` makes a key, `RSA.new(pem)` reads one. */
  sizedRole: z.enum(ROLES).optional(),
  parameters: parameters.optional(),
  /** Places whose attributes the result also has: argument positions, or `receiver`. */
  inherit: z
    .array(z.union([position, z.literal('receiver')]))
    .max(8)
    .optional(),
  /** The type of the result; `receiver` for a method that gives its own object back; `arg0` for its argument. */
  returns: z.string().max(200).optional(),
  /** Places whose objects learn the attributes: argument positions, or `receiver`. */
  updates: z
    .array(z.union([position, z.literal('receiver')]))
    .max(8)
    .optional(),
  /** False where the rule only tells types and attributes; true by default if there is an algorithm. */
  report: z.boolean().optional(),
  /** Only where this holds, or all of these: `curl_setopt(..., CURLOPT_SSL_CIPHER_LIST, ...)`. */
  when: z.union([condition, z.array(condition).max(4)]).optional(),
  /** Not reported where this argument is an object of a library, which says by itself what it is for. */
  unlessObject: position.optional(),
  /** Only where the number of arguments is so. */
  arguments: z.number().int().min(0).max(30).optional(),
  /** The highest confidence. */
  confidence: z.enum(['High', 'Medium', 'Low']).optional(),
})
export type Rule = z.infer<typeof rule>

export const ruleFileSchema = z.strictObject({
  /** One language, or several that share a library (`["java", "kotlin"]`). */
  language: z.union([z.string(), z.array(z.string())]),
  library: z.string().max(60),
  /** Where the library is documented: what a reader compares the names and argument places with. */
  source: z.url({ protocol: /^https?$/ }).max(300),
  /** The release whose own declarations have all names and places of the file; `null`: nothing compared them. */
  checkedAgainst: z.strictObject({ package: z.string().max(200), version: z.string().max(80) }).nullable(),
  /** A file of the language is parsed where one of these stands in it; case does not count. */
  keywords: z.array(z.string().min(2).max(80)).max(200),
  /** Types that have all that another has: `{"a.Sub": "a.Base"}`. */
  subtypes: z.record(z.string(), z.string()).optional(),
  /** Names that stand for others: `{"node:crypto": "crypto"}`. */
  aliases: z.record(z.string(), z.string()).optional(),
  /** Types lie within types, as in Swift: a type's last name alone is too little to go by where no import tells it. */
  nested: z.literal(true).optional(),
  /** Names that need no import: `crypto` in a browser. */
  globals: z.array(z.string()).max(100).optional(),
  rules: z.array(rule).max(2_000),
})
export type RuleFile = z.infer<typeof ruleFileSchema>

const description = z.strictObject({
  algorithm: z.string().optional(),
  algorithms: z.array(z.string()).optional(),
  role: z.enum(ROLES).optional(),
  keySize: z.number().optional(),
  curve: z.string().optional(),
  mode: z.string().optional(),
  padding: z.string().optional(),
  hash: z.string().optional(),
  parameterSet: z.string().optional(),
  protocol: z.string().optional(),
})
export type NameDescription = z.infer<typeof description>

/** What names mean, as programs and settings write them. Case does not count, nor do `-`, `_`, `.` and blanks. */
export const namesFileSchema = z.strictObject({
  /** Whole names that say more than their parts: `RS256`, `1.2.840.113549.1.1.1`, `prime256v1`. */
  whole: z.record(z.string(), description),
  /** Parts of names: `AES` in `AES/GCM/NoPadding`. A number right behind counts as a size where `sized` says so. */
  parts: z.record(
    z.string(),
    description.extend({
      sized: z.boolean().optional(),
      /** A cipher takes the mode and the padding from among its neighbours. */
      cipher: z.boolean().optional(),
      /** Counts only where no other algorithm stands beside it: HMAC within PBKDF2. */
      alone: z.boolean().optional(),
    }),
  ),
})
export type NamesFile = z.infer<typeof namesFileSchema>
