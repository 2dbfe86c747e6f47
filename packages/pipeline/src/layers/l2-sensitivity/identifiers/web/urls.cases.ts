import type { CaseTable } from '../../recognizers/table.cases.ts'
import { DOMAINS } from './urls.ts'

/** Addresses of a page, and of a site that somebody calls an own one. */
export const URL_CASES: CaseTable = {
  matches: [
    ['see https://portal.example.org/p/19994.', 'https://portal.example.org/p/19994'],
    ['<a href="http://x.example/u/7?a=b#c">', 'http://x.example/u/7?a=b#c'],
    ['(ftp://x.example/y)', 'ftp://x.example/y'],
    ['at www.example.se/u/7, and', 'www.example.se/u/7'],
    ['see https://a.example/x?to=https://b.example/y', 'https://a.example/x?to=https://b.example/y'],
    ['http://127.0.0.1:8080/#/123', 'http://127.0.0.1:8080/#/123'],
    ['My website is http://www.example.se/', 'http://www.example.se/'],
    ['Website:\nhttps://example.com', 'https://example.com'],
    ['my site: example.com', 'example.com'],
    ['请访问https://example.com/x以获取', 'https://example.com/x以获取'],
    ...DOMAINS.map((domain) => [`at profile.example.${domain}/u/7 there`, `profile.example.${domain}/u/7`] as const),
  ],
  nearMisses: [
    'a://',
    '://example.com',
    'the www',
    'www.x',
    'x@www.example',
    'in node.commander',
    'see .com',
    'jo@example.com',
    'com.example.app',
    'foo.com.example.bar',
    'C: // comment',
  ],
}

/** Addresses of a site: they are found, with a lower score. */
export const SITE_CASES: CaseTable = {
  matches: [
    ['see https://example.com', 'https://example.com'],
    ['see https://example.com:8080/.', 'https://example.com:8080/'],
    ['use example.com, please', 'example.com'],
    ['on shop.example.com.au', 'shop.example.com.au'],
  ],
  nearMisses: [],
}
