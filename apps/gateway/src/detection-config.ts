import {
  detectionSchema,
  earlierTextsSchema,
  FILE_FORMS,
  levelSchema,
  newValuesActionSchema,
  residualActionSchema,
  unreadableLevelsSchema,
} from '@sluice/contracts'
import { faultsOfDetection } from '@sluice/pipeline'
import { integer, json } from '@sluice/service-kit/environment'
import { z } from 'zod'

const detection = detectionSchema.superRefine((config, context) => {
  for (const message of faultsOfDetection(config)) context.addIssue({ code: 'custom', message })
})

/** What L2 looks for, and what becomes of what it cannot read or replace, and of what a model has written. */
export const detectionConfigShape = {
  DETECTION: json(detection)
    .default(detectionSchema.parse({}))
    .describe(
      'JSON object {default, byTenant, recognizers, byRecognizer}: which types of data L2 finds: ' +
        '`{"default":{"LOCATION":{"find":"always"}}}`. `find` is always, beside-person or never; `minScore` is 0 to 1; `replace` is token, ' +
        'keep, shift (dates) or generalize (dates, AGE, ZIP_CODE, AMOUNT); `hidden` is token or mask, for callers who may not see a value. ' +
        '`recognizers` are your own; `byRecognizer` {default, byTenant} sets `find` and `minScore` of single ones by name. See docs/detection.md.',
    ),
  RESIDUAL_ACTION: residualActionSchema
    .default('record')
    .describe(
      'What is done about a value that the second look at what leaves is sure of: record, mask, or deny the request. ' +
        'What it only counts is recorded.',
    ),
  EARLIER_TEXTS: earlierTextsSchema
    .default('as-sent')
    .describe(
      'What an endpoint gets of a text that this session sent it before one of its values was known: as-sent, the same ' +
        'bytes, which it has seen and its prompt cache knows; or mask, with tokens from then on.',
    ),
  NEW_VALUES: newValuesActionSchema
    .default('pass')
    .describe(
      'What is done about values that a model has written itself: pass, flag, or mask those above what the caller may ' +
        'see. A flag is a policy violation of L4, with types and counts.',
    ),
  NEW_VALUES_FROM_LEVEL: json(levelSchema)
    .default(4)
    .describe('Which of them: those of this level, 0 to 7, and above. Names and contact data have lower ones.'),
  MOSAIC_ANONYMITY_BOUND: integer({ min: 0, max: 1_000_000 })
    .default(20)
    .describe(
      'Fewer people than this who fit what a caller has told of one person, in a session or on a day, are a mosaic: see ' +
        '[mosaic](../mosaic.md). 0 looks for none.',
    ),
  UNREADABLE_LEVELS: json(unreadableLevelsSchema)
    .default(unreadableLevelsSchema.parse({}))
    .describe(
      'JSON object {image, audio, file, readFile}: the level, 0 to 7, of a request that holds one which cannot be read; ' +
        '`readFile` is the least level of one with a PDF or office file that was read, holds sensitive values and goes ' +
        'on as it is, so that they are not replaced. An endpoint with a lower permitted level does not get it. What is ' +
        'left out is 7.',
    ),
  FILES: z
    .enum(FILE_FORMS)
    .default('as-is')
    .describe(
      'What models get of PDF and office files whose text can be read: `as-is`, the file, by the level of its text; ' +
        '`text`, a part with its text in the place of the file, its sensitive values replaced, its pictures left out.',
    ),
}
