import type { Played, Shown } from './play-tour.ts'

/** The tour as a page in Markdown, `docs/tour.md`. */
export function tourPage(played: Played): string {
  return [
    '# One request, from every side',
    '',
    'A script (`npm run tour`) has asked real services and written down what each interface said; only the model is a stub, which repeats what it was told. A test plays it again and compares: ids, times and',
    'signatures differ from run to run, everything else must be the same.',
    '',
    '## 1. What the caller and the model see',
    '',
    'The name, the address and the card number leave as tokens, and come back for Alice, who may see payment data.',
    '',
    ...blocks(played.request),
    '## 2. A human decides',
    '',
    'A request that sets out to move money is kept sealed until somebody else agrees. Erin sees as much of it as her clearance allows. A worker then asks the model, and Alice fetches the answer under the id that she was given.',
    '',
    ...blocks(played.approval),
    '## 3. What stays on record',
    '',
    'The entry of the first request in the audit trail. It has digests and counts, and nothing that was said. Its proof shows that the signed log has exactly this record ([audit.md](audit.md), [transparency-log.md](transparency-log.md)).',
    '',
    ...blocks(played.record),
    '## 4. What a SIEM gets',
    '',
    'The end of the same request, in three forms ([siem.md](siem.md), [kafka.md](kafka.md)).',
    '',
    ...blocks(played.siem),
    '## 5. Proved without the service',
    '',
    'An auditor has fetched `GET /admin/evidence/{request_id}` and verifies the file alone: the record stands in the log, and a zero-knowledge proof shows that no value above the clearance of Alice was given back ([evidence.md](evidence.md)).',
    '',
    ...blocks(played.evidence),
    '## 6. Stopped',
    '',
    'A SOAR system freezes Alice ([soar.md](soar.md)). What runs for her ends at every gateway, and what she asks is refused until a CISO frees her.',
    '',
    ...blocks(played.freeze),
  ].join('\n')
}

function blocks(shown: readonly Shown[]): string[] {
  return shown.flatMap(({ title, language, text }) => [`**${title}**`, '', `\`\`\`${language}`, text, '```', ''])
}
