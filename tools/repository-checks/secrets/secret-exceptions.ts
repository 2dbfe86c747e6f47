import type { SecretException } from './check-secrets.ts'

/** Files with text that looks like a secret and opens nothing. */
export const SECRET_EXCEPTIONS: readonly SecretException[] = [
  {
    path: 'bench/eval/ordinary/ordinary_kept.jsonl',
    count: 3,
    reason: 'texts of tests and docs of this project that have made-up keys in them',
  },
  { path: 'docs/credentials.md', count: 1, reason: 'the form of an API key, shown as a pattern' },
  {
    path: 'packages/assessment/fixtures/scan/config/platforms.cases',
    count: 2,
    reason: 'Base64 of a sentence, in a configuration that the scanner reads',
  },
  {
    path: 'packages/assessment/fixtures/scan/keys/keys.cases',
    count: 1,
    reason: 'a key of zeros, whose length the scanner reads',
  },
  {
    path: 'packages/pipeline/src/layers/l1-semantic/ordinary-prompts.test.ts',
    count: 1,
    reason: 'a made-up token in a question that people ask',
  },
  {
    path: 'packages/pipeline/src/layers/l2-sensitivity/identifiers/secrets/prefixed.cases.ts',
    count: 1,
    reason: 'the example key of AWS documentation',
  },
  {
    path: 'packages/keys/src/key-providers.test.ts',
    count: 1,
    reason: 'a made-up key of AWS, with which a stub and its client sign',
  },
  { path: 'packages/pipeline/src/layers/leak-matrix.test.ts', count: 2, reason: 'a made-up key that L2 must find' },
  {
    path: 'packages/providers/src/credentials/aws-role.test.ts',
    count: 1,
    reason: 'the example key of AWS documentation',
  },
  {
    path: 'packages/providers/src/credentials/aws-signature.test.ts',
    count: 1,
    reason: 'the key of the test suite that AWS published for its signatures',
  },
]
