interface Init {
  readonly method?: string
  readonly headers?: Headers
  /** Of a stream the length is not told. */
  readonly body?: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>
  readonly duplex?: 'half'
  readonly signal?: AbortSignal
}

interface Answer {
  readonly response: Response
  readonly url: string
}

type Headers = Readonly<Record<string, string>>

/** Follows redirects and keeps cookies as a browser does, each origin's apart. */
export class TestBrowser {
  readonly origin: string
  readonly #jars = new Map<string, Map<string, string>>()

  constructor(origin: string) {
    this.origin = origin
  }

  /** The session's cookie, as somebody would steal it. */
  get sessionCookie(): string | undefined {
    return this.cookie('__Host-sluice-console')
  }

  set sessionCookie(value: string) {
    this.#jarOf(this.origin).set('__Host-sluice-console', value)
  }

  cookie(name: string): string | undefined {
    return this.#jarOf(this.origin).get(name)
  }

  /** Drops the cookies of an origin. */
  forget(url: string): void {
    this.#jars.delete(new URL(url).origin)
  }

  /** Sends one request and follows nothing. */
  async send(url: string, init: Init = {}) {
    const whole = new URL(url, this.origin)
    const jar = this.#jarOf(whole.origin)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...(cookie === '' ? {} : { cookie }), ...init.headers }
    const response = await fetch(whole, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';', 1)
      const name = pair.slice(0, pair.indexOf('='))
      const value = pair.slice(name.length + 1)
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
    return response
  }

  /** Calls as the console's own scripts do. */
  async call(method: string, path: string, body?: unknown, headers: Headers = {}): Promise<Response> {
    const own = { 'x-sluice-console': '1', origin: this.origin, 'sec-fetch-site': 'same-origin' }
    return await this.send(path, {
      method,
      headers: { ...own, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  }

  /** Navigates until nobody redirects any more, or to an address of which `stop` says so. */
  async go(url: string, stop: (url: string) => boolean = () => false): Promise<Answer> {
    let next = new URL(url, this.origin).href
    for (let step = 0; step < 12; step += 1) {
      const response = await this.send(next)
      const location = response.headers.get('location')
      if (location === null) return { response, url: next }
      const at = new URL(location, next).href
      if (stop(at)) return { response, url: at }
      next = at
    }
    throw new Error('redirected too often')
  }

  /** Goes to the provider, where it asks, and chooses a person; up to an address where `stop` says so. */
  async choose(sub: string, path = '/console/login', stop?: (url: string) => boolean): Promise<Answer> {
    const asked = await this.go(path, stop)
    const html = await asked.response.clone().text()
    const link = new RegExp(`href="(/interaction/[^"]*/as/${sub})"`).exec(html)?.[1]
    return link === undefined ? asked : await this.go(new URL(link, asked.url).href, stop)
  }

  /** Throws where nobody is logged in then. */
  async logIn(sub: string, path?: string): Promise<void> {
    const { response, url } = await this.choose(sub, path)
    if (this.sessionCookie === undefined) throw new Error(`${url}: ${response.status} ${await response.text()}`)
  }

  #jarOf(origin: string): Map<string, string> {
    const jar = this.#jars.get(origin) ?? new Map()
    this.#jars.set(origin, jar)
    return jar
  }
}
