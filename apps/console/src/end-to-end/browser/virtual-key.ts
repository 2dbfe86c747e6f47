import type { Page } from 'playwright-core'

/** A security key that Chromium makes up for a window, whose person is always there and has always the right finger. */
interface VirtualKey {
  /** How many keys it has made. */
  count(): Promise<number>
  /** Says whether its person gives the right finger. */
  verify(isVerified: boolean): Promise<void>
  remove(): Promise<void>
}

/** Plugs a security key in (Chrome DevTools Protocol, domain WebAuthn). */
export async function plugInKey(page: Page): Promise<VirtualKey> {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'usb', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  })
  return {
    count: async () => (await client.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
    verify: async (isUserVerified) => {
      await client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    },
    remove: async () => {
      await client.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
    },
  }
}
