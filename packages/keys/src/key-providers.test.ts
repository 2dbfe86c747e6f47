import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startStubKeyVault, startStubKms, startStubVault } from '@sluice/testkit'
import { afterAll, describe, expect, it } from 'vitest'
import { describeKeyProvider } from './key-provider.contract.ts'
import { keyProviderSchema, openKeyProvider } from './open-key-provider.ts'

/*
 * One contract over every adapter. No real cloud was asked: the services are stubs, written from their documentation.
 */

const folder = mkdtempSync(join(tmpdir(), 'sluice-keys-'))
afterAll(() => rmSync(folder, { recursive: true }))

function fileOf(name: string, content: string): string {
  const path = join(folder, name)
  writeFileSync(path, `${content}\n`)
  return path
}

const clock = { nowMs: () => Date.now(), monotonicMs: () => performance.now() }
const QUICK = { timeoutMs: 300, retryMs: 1 }
const open = (options: object) => openKeyProvider(keyProviderSchema.parse(options), clock, QUICK)
const keyOf = (fill: number) => Buffer.alloc(32, fill).toString('base64')

describeKeyProvider(
  'a file',
  async () => {
    const keysFile = fileOf('keys', JSON.stringify({ a: keyOf(1) }))
    return {
      provider: open({ kind: 'local', keysFile }),
      stranger: open({ kind: 'local', keysFile: join(folder, 'none') }),
      rotate: () => fileOf('keys', JSON.stringify({ a: keyOf(1), b: keyOf(2) })),
      destroyBefore: () => fileOf('keys', JSON.stringify({ b: keyOf(2) })),
      failWith: undefined,
      stop: async () => undefined,
    }
  },
  { asksService: false },
)

describeKeyProvider('Vault Transit, by a token', async () => {
  const vault = await startStubVault({ token: 'a-token', namespace: 'team' })
  const options = { kind: 'vault-transit', address: vault.url, key: 'sluice', namespace: 'team' }
  return {
    ...vault,
    provider: open({ ...options, tokenFile: fileOf('vault-token', 'a-token') }),
    stranger: open({ ...options, tokenFile: fileOf('other-token', 'another') }),
  }
})

describeKeyProvider('AWS KMS, by keys', async () => {
  const keys = { region: 'eu-central-1', accessKeyId: 'AKIDEXAMPLEEXAMPLE' }
  const kms = await startStubKms({ ...keys, secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCY' })
  const options = { kind: 'aws-kms', ...keys, key: 'alias/sluice', endpoint: `${kms.url}/` }
  return {
    ...kms,
    provider: open({ ...options, secretAccessKeyFile: fileOf('aws-key', 'wJalrXUtnFEMI/K7MDENG+bPxRfiCY') }),
    stranger: open({ ...options, secretAccessKeyFile: fileOf('aws-other', 'another') }),
  }
})

describeKeyProvider('Azure Key Vault, by a secret', async () => {
  const vault = await startStubKeyVault({ clientId: 'client-1', clientSecret: 'of-the-client' })
  const options = { kind: 'azure-key-vault', vault: vault.url, authority: vault.url, key: 'sluice' }
  const client = { tenantId: 'tenant-1', clientId: 'client-1' }
  const provider = open({ ...options, ...client, clientSecretFile: fileOf('azure-secret', 'of-the-client') })
  // Its token is kept: what fails next is the vault.
  await provider.wrap(new Uint8Array(32))
  return {
    ...vault,
    provider,
    stranger: open({ ...options, ...client, clientSecretFile: fileOf('azure-other', 'another') }),
  }
})

describe('credentials of a cluster', () => {
  it('are exchanged for a token of Vault', async () => {
    const vault = await startStubVault({ token: 'lent', kubernetes: { jwt: 'of-the-pod', role: 'gateway' } })
    const options = { kind: 'vault-transit', address: vault.url, key: 'sluice' }
    const by = (file: string) => open({ ...options, kubernetes: { role: 'gateway', tokenFile: file } })
    const provider = by(fileOf('pod-token', 'of-the-pod'))
    expect([...(await provider.unwrap(await provider.wrap(new Uint8Array(32).fill(4))))]).toEqual(Array(32).fill(4))
    await expect(by(fileOf('pod-other', 'another')).wrap(new Uint8Array(32))).rejects.toMatchObject({
      fault: 'refused',
    })
    await expect(by(join(folder, 'none')).wrap(new Uint8Array(32))).rejects.toMatchObject({ fault: 'refused' })
    await vault.stop()
  })

  it('are shown to Entra ID in place of a secret', async () => {
    const vault = await startStubKeyVault({ clientId: 'client-1', clientSecret: 'x', assertion: 'of-the-pod' })
    const options = { kind: 'azure-key-vault', vault: vault.url, authority: vault.url, key: 'sluice' }
    const client = { tenantId: 'tenant-1', clientId: 'client-1', federatedTokenFile: fileOf('azure-pod', 'of-the-pod') }
    const provider = open({ ...options, ...client })
    expect([...(await provider.unwrap(await provider.wrap(new Uint8Array(32).fill(4))))]).toEqual(Array(32).fill(4))
    await vault.stop()
  })
})

it.each([
  { kind: 'vault-transit', address: 'http://vault.example.com', key: 'k', tokenFile: '/t' },
  { kind: 'vault-transit', address: 'https://user:pass@vault.example.com', key: 'k', tokenFile: '/t' },
  { kind: 'vault-transit', address: 'https://vault.example.com', key: 'a/../b', tokenFile: '/t' },
  { kind: 'vault-transit', address: 'https://vault.example.com', key: 'k' },
  { kind: 'vault-transit', address: 'https://vault.example.com', key: 'k', tokenFile: '/t', token: 'open' },
  { kind: 'aws-kms', region: 'eu-central-1', key: 'alias/k' },
  {
    kind: 'aws-kms',
    region: 'eu-central-1/',
    key: 'alias/k',
    accessKeyId: 'AKIDEXAMPLEEXAMPLE',
    secretAccessKeyFile: '/s',
  },
  { kind: 'aws-kms', region: 'eu-central-1', key: 'alias/k', accessKeyId: 'AKIDEXAMPLEEXAMPLE' },
  { kind: 'azure-key-vault', vault: 'https://v.vault.azure.net', key: 'k', tenantId: 't', clientId: 'c' },
  { kind: 'of-another-kind' },
])('options that cannot be right are refused: %j', (options) => {
  expect(keyProviderSchema.safeParse(options).success).toBe(false)
})
