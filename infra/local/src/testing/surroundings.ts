import type { Surroundings } from '../services.ts'

/** What a service of a test is tied to; nothing of it runs. */
export const SURROUNDINGS: Surroundings = {
  redisUrl: 'redis://r',
  databaseUrl: 'postgres://p',
  issuer: 'http://i',
  audience: 'a',
  secrets: {
    postgresPassword: '',
    dataKeys: { k: 'key' },
    logKey: 'log',
    soarSecret: 'whsec_s',
    directoryToken: 'd',
  },
  registryFile: '/state/endpoints.json',
  directoryUrl: 'http://d/scim/v2',
  consoleUrl: 'http://127.0.0.1:9001',
  sampleCallers: [{ name: 'alice', title: 'Employee', token: 't' }],
}
