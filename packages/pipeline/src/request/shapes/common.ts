import { type Entry, shape } from './entry.ts'

/** Places that stand in the requests of several wires, and the exclusions with their reasons. */
export const COMMON_SHAPES = {
  // The routing key: L5 accepts only names that an endpoint lists, so nothing secret gets through it.
  model: shape('never', 'unknown'),
  // Numbers of the call itself (`seed` may be long); a string in their place is still text.
  parameter: shape('prose', 'unknown'),
  // Any member that this table does not know.
  unknown: shape('prose', 'unknown'),
  // Data rather than language: metadata, schema defaults.
  data: shape('structured', 'data'),
  value: shape('structured', 'data'),
  identifier: shape('identifier', 'data'),
  // The octets of an image in base64, without a URL around them.
  imageBytes: shape('bytes', 'data'),
  // What a provider has encrypted or signed: nobody here reads it, and it must go back as it came.
  sealedText: shape('structured', 'data'),

  // Discriminators that the protocol defines; any other word is walked.
  type: shape(
    'closed',
    'unknown',
    {},
    'text image_url input_audio file refusal function custom json_object json_schema content allowed_tools thinking reasoning ephemeral',
  ),
  // Option words that the protocol defines; any other word is walked.
  closedWord: shape(
    'closed',
    'unknown',
    {},
    'auto none required default flex scale priority minimal low medium high xhigh text audio wav mp3 flac opus pcm16 aac',
  ),
} satisfies Readonly<Record<string, Entry>>
