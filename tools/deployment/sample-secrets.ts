import type { SampleSecrets } from './check-environment.ts'

const KEY = Buffer.alloc(32, 7).toString('base64')

/**
 * A value for each key of each Secret that the manifests name, as docs/kubernetes.md says how to make them. None is
 * used.
 */
export const SAMPLE_SECRETS: SampleSecrets = {
  'sluice-stores': {
    'redis-url': 'rediss://:password@redis.example.com:6379',
    'database-url': 'postgres://sluice:password@postgres.example.com:5432/sluice',
  },
  'sluice-data': { 'data-keys': JSON.stringify({ 'key-1': KEY }), 'tlog-key': KEY },
  'sluice-soar': { 'soar-callers': JSON.stringify({ soar: [`whsec_${KEY}`] }) },
  'sluice-directories': { directories: '[]' },
  'sluice-assessment': {
    'token-key': 'a-key-of-at-least-32-characters-x',
    'token-secret': 'a-secret-of-16-characters',
  },
}
