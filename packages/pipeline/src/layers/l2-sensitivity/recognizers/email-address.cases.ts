import { type CaseTable, eachWord, type Match } from './table.cases.ts'

/** Domains for documentation: RFC 2606. */
export const EMAIL_ADDRESS_CASES: CaseTable = {
  matches: [
    ['Write to alice@example.com.', 'alice@example.com'],
    ['<bob.o+tag@mail.example.co.uk>', 'bob.o+tag@mail.example.co.uk'],
    ['mailto:a_b-c@example.org?x', 'a_b-c@example.org'],
    ['j_9@[192.0.2.1] wrote', 'j_9@[192.0.2.1]'],
    ["'eve@example.com'", 'eve@example.com'],
    ['jürgen@müller.example', 'jürgen@müller.example'],
    ['user@xn--80ak6aa92e.com', 'user@xn--80ak6aa92e.com'],
    ['user@example.xn--p1ai', 'user@example.xn--p1ai'],
    ['ａｌｉｃｅ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'ａｌｉｃｅ＠ｅｘａｍｐｌｅ．ｃｏｍ'],
    ['al\u200Bice@exam\u00ADple.com', 'al\u200Bice@exam\u00ADple.com'],
    ['alice [at] example [dot] com', 'alice [at] example [dot] com'],
    ['alice(at)example.com', 'alice(at)example.com'],
    ['alice {at} example {dot} com', 'alice {at} example {dot} com'],
    ['alice <at> example.com', 'alice <at> example.com'],
    ['write to alice AT mail DOT example DOT org today', 'alice AT mail DOT example DOT org'],
    ['?to=alice%40example.com&x=1', 'alice%40example.com'],
    ...eachWord(
      `com org net edu gov info biz io ai dev app me eu de at ch fr es it nl be uk ie pl se us ca au in jp cn br mx za
       ng ke`,
      (domain): Match => [`alice at example dot ${domain}`, `alice at example dot ${domain}`],
    ),
  ],
  nearMisses: [
    'look at the dot matrix printer',
    'meet at noon',
    '100%40 and 5%40x',
    '@alice said hi',
    'git@github.com:sluice/sluice.git',
    'root@localhost',
    'a@b@c@d',
    'five @ 3.50 each',
    'alice at example dot commerce',
    ...eachWord('png jpg jpeg gif svg webp js ts mjs css html json md txt', (suffix) => `icon@2x.${suffix}`),
  ],
}
