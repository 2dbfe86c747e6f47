/**
 * The style of the HTML report. Text colours keep a contrast of at least 4.5 to 1 on their ground, in light and dark
 * (WCAG 2.2, 1.4.3); a test computes it from these variables.
 */
export const REPORT_COLOURS = {
  light: {
    ground: '#ffffff',
    raised: '#f6f5f2',
    ink: '#1c2024',
    muted: '#565d66',
    line: '#dad7d0',
    accent: '#1f4b7a',
    broken: '#a3212b',
    vulnerable: '#96520a',
    mitigable: '#35618f',
    safe: '#256b4a',
  },
  dark: {
    ground: '#15181c',
    raised: '#1e2227',
    ink: '#e8e6e1',
    muted: '#a9b0b8',
    line: '#363c44',
    accent: '#8fbcec',
    broken: '#ff9a94',
    vulnerable: '#f2b263',
    mitigable: '#93b9e6',
    safe: '#7fcaa4',
  },
} as const

function variables(colours: Readonly<Record<string, string>>): string {
  return Object.entries(colours)
    .map(([name, colour]) => `--${name}:${colour}`)
    .join(';')
}

const tones = ['broken', 'vulnerable', 'mitigable', 'safe']
  .map((tone) => `.tone-${tone}{--tone:var(--${tone})}.paint-${tone}{fill:var(--${tone});stroke:none}`)
  .join('\n')

export const REPORT_STYLE = `
:root{${variables(REPORT_COLOURS.light)};--tone:var(--ink)}
@media (prefers-color-scheme:dark){:root{${variables(REPORT_COLOURS.dark)}}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0 auto;padding:1.5rem 1.5rem 4rem;max-width:60rem;background:var(--ground);color:var(--ink);font:400 1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
h1,h2{font-family:"Iowan Old Style","Palatino Linotype",Palatino,"Book Antiqua",Georgia,"Liberation Serif",serif;font-weight:600;line-height:1.2;text-wrap:balance}
h1{font-size:1.9rem;margin:.1rem 0 .5rem;overflow-wrap:anywhere}
h2{font-size:1.4rem;margin:0 0 .8rem;padding-top:.7rem;border-top:2px solid var(--ink)}
p{margin:0 0 1rem;max-width:46rem}
header{margin-bottom:1.2rem}
.organization{margin:0;color:var(--muted);font-size:.95rem;letter-spacing:.02em}
header dl{margin:0;display:flex;flex-wrap:wrap;gap:.2rem 1.6rem;font-size:.92rem}
header dl div{display:flex;gap:.5rem;overflow-wrap:anywhere}
dt{color:var(--muted)}
dd{margin:0}
code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;font-size:.86em;overflow-wrap:anywhere}
nav{margin:0 0 2.5rem;padding:1rem 1.25rem;background:var(--raised)}
nav ol{margin:0;padding:0 0 0 1.2rem;columns:2;column-gap:2rem}
nav li{padding:.12rem 0;color:var(--muted)}
a{color:var(--accent);text-underline-offset:.15em}
section{margin:0 0 3rem}
.notice{margin:0 0 1.5rem;padding:1rem 1.25rem;background:var(--raised);border-left:.35rem solid var(--tone)}
.notice p{margin:0}
.notice .notice-title{margin-bottom:.15rem;font-weight:650;font-size:1.15rem;color:var(--tone)}
.figures{margin:0 0 1.5rem;display:grid;grid-template-columns:repeat(auto-fit,minmax(8.5rem,1fr));gap:1px;padding:1px}
.figures div{display:flex;flex-direction:column-reverse;justify-content:flex-end;padding:.6rem .8rem;box-shadow:0 0 0 1px var(--line)}
.figures dt{font-size:.82rem;line-height:1.35}
.figures dd{font-size:1.45rem;font-weight:600;line-height:1.2;font-variant-numeric:tabular-nums}
figure{margin:0 0 1.5rem}
svg{display:block;width:100%;max-width:46rem;height:auto;font-family:inherit}
.paint-ink{fill:var(--ink)}
.paint-muted{fill:var(--muted)}
.paint-ground{fill:var(--ground)}
.paint-accent{fill:var(--accent)}
.paint-line{fill:var(--line);stroke:var(--line);stroke-width:1}
${tones}
line.paint-ink{stroke:var(--ink);stroke-width:1.5}
table{width:100%;margin:0 0 1.5rem;border-collapse:collapse;table-layout:fixed;font-size:.9rem;line-height:1.45}
th,td{padding:.5rem .75rem .5rem 0;text-align:left;vertical-align:top;overflow-wrap:break-word}
th{border-bottom:1px solid var(--ink);font-weight:600;font-size:.82rem;color:var(--muted);vertical-align:bottom}
td{border-bottom:1px solid var(--line)}
.number{text-align:right;font-variant-numeric:tabular-nums;padding-right:1.25rem}
.tag{color:var(--tone);font-weight:600}
details{margin:0 0 .4rem;border-bottom:1px solid var(--line)}
details table{margin:.4rem 0 1rem}
summary{padding:.35rem 0;cursor:pointer;overflow-wrap:anywhere}
.note{color:var(--muted);font-size:.85rem}
ul{margin:0 0 1rem;padding-left:1.2rem;font-size:.9rem}
li{overflow-wrap:anywhere}
footer{color:var(--muted);font-size:.85rem;border-top:1px solid var(--line);padding-top:1rem}
@media (max-width:40rem){
body{padding:1.5rem 1rem 3rem}
h1{font-size:1.8rem}
nav ol{columns:1}
table,tbody,tr,td{display:block;width:100%}
thead,colgroup{display:none}
tr{padding:.6rem 0;border-bottom:1px solid var(--line)}
td,td.number{display:grid;grid-template-columns:7.5rem minmax(0,1fr);overflow-wrap:anywhere;gap:.5rem;padding:.15rem 0;border:0;text-align:left}
td::before{content:attr(data-label);color:var(--muted);font-size:.82rem}
}
@media print{
:root{${variables(REPORT_COLOURS.light)}}
@page{size:A4;margin:18mm 16mm 20mm}
html{font-size:9.5pt}
body{padding:0;max-width:none}
h1{font-size:22pt}
h2{font-size:14pt;break-after:avoid}
nav,.notice,.figures div{background:none}
nav{border:1px solid var(--line)}
a{color:inherit;text-decoration:none}
thead{display:table-header-group}
details::details-content{content-visibility:visible;block-size:auto}
tr,figure,.notice,.figures{break-inside:avoid}
.starts-page{break-before:page}
*{print-color-adjust:exact;-webkit-print-color-adjust:exact}
}
`.trim()
