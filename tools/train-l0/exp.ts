import { readFileSync, writeFileSync } from 'node:fs'
import { ACTION_CATEGORIES, chatRequestSchema } from '@sluice/contracts'
import { readForTraining } from '@sluice/pipeline/action-training'
import { ClassModel, ClassSums, writeClassWeights } from '@sluice/prompt-classifier/training'
import { generate as generateL1 } from '/work/wt/l0/tools/train-l1/generate.ts'
import { generate, LANGUAGES } from '/work/wt/l0/tools/train-l0/generate.ts'
import { inBytes, learnClasses } from '/work/wt/l0/tools/train-l0/class-trainer.ts'
const langs = (process.env.LANGS ?? 'en').split(',')
const count = Number(process.env.COUNT ?? 20000)
const epochs = Number(process.env.EPOCHS ?? 3)
const bodyOf = (turns: readonly string[]) => ({ model: 'x', messages: turns.map((content, i) => ({ role: (turns.length - 1 - i) % 2 === 0 ? 'user' : 'assistant', content })) })
const rows: any[] = []
let n = 0; const agree: any = {}
for (const r of generate(count, 20261128, langs)) {
  const read = readForTraining(bodyOf(r.turns) as any)
  const label = ACTION_CATEGORIES.indexOf(r.category)
  rows.push({ hashes: read.hashes, label, weight: 1, r })
  if (process.env.SHOW && n++ < Number(process.env.SHOW)) console.log(r.category, read.ruled.category, r.way, '|', r.turns.join(' /// '))
  const k = r.category in {F:1,G:1,H:1} ? 'held' : 'free'
  agree[k] ??= [0,0]; agree[k][1]++; if ('FGH'.includes(read.ruled.category)) agree[k][0]++
}
console.log('rules hold', agree)
const held = rows.filter((_, i) => i % 20 === 0), train = rows.filter((_, i) => i % 20 !== 0)
const extra: any[] = []
{ let n = 0; for (const r of generateL1(Number(process.env.L1 ?? 40000), 5)) { if (r.label !== 0) continue; const read = readForTraining(bodyOf([r.text]) as any); if ('FGH'.includes(read.ruled.category) || read.words > 120 || read.words < 2) continue; n++; extra.push({ hashes: read.hashes, label: ACTION_CATEGORIES.indexOf(read.ruled.category), weight: 0.5 }) } console.log('l1 rows', n) }
for (const f of (process.env.EXTRA ?? '').split(',').filter(Boolean)) for (const l of readFileSync(f,'utf8').split('\n').filter(Boolean)) { const v = JSON.parse(l); const body = v.request === undefined ? bodyOf([v.text]) : chatRequestSchema.parse({ model: 'e', ...v.request }); extra.push({ hashes: readForTraining(body as any).hashes, label: ACTION_CATEGORIES.indexOf(v.category), weight: Number(process.env.EXTRAW ?? 3) }) }
const t = learnClasses([...train, ...extra], epochs, 7, Number(process.env.DROP ?? 0.4))
const weights = inBytes(t)
const model = new ClassModel(weights)
const probs = (h: Int32Array) => { const s = new ClassSums(); model.add(s, h, h.length); return model.probabilities(s) }
writeFileSync(process.env.MODEL ?? '/tmp/l0/actions.bin', writeClassWeights(weights))
let right = 0, hr = 0
for (const r of held) { const p = probs(r.hashes); const best = p.indexOf(Math.max(...p)); if (best === r.label) right++ }
console.log('own heldout accuracy', right / held.length)
const sets: any = {}
const hard = new Set(['order:write-code','order:compose','order:change-code','how-to','explain','headline','question'])
for (const f of (process.env.SETS ?? '/tmp/l0/registers-tune-a.jsonl,/tmp/l0/tune-a.jsonl,/work/wt/l0/bench/eval/actions/developers-tune.jsonl').split(',')) {
  const list: any[] = []
  for (const l of readFileSync(f, 'utf8').split('\n').filter(Boolean)) {
    const v = JSON.parse(l)
    if (process.env.ONLY && !process.env.ONLY.split(',').includes(v.language)) continue
    const body = v.request === undefined ? bodyOf([v.text]) : chatRequestSchema.parse({ model: 'e', ...v.request })
    const read = readForTraining(body as any)
    const p = probs(read.hashes)
    list.push({ v, p, ruled: read.action, pHeld: p[5]+p[6]+p[7], words: read.words })
  }
  sets[f] = list
  const name = f.split('/').at(-1)
  for (const T of [2, 0.98, 0.95, 0.9, 0.8, 0.7, 0.5]) {
    let tp=0, asked=0, found=0, fh=0, free=0, acc=0
    for (const { v, p, ruled, pHeld, words } of list) {
      let c = ruled.category
      if (!'FGH'.includes(c) && words <= 80 && pHeld >= T + (hard.has(ruled.rule) ? 0.15 : 0)) c = 'FGH'[[p[5],p[6],p[7]].indexOf(Math.max(p[5],p[6],p[7]))]
      const h = 'FGH'.includes(c), a = 'FGH'.includes(v.category)
      asked += +a; found += +h; tp += +(h&&a); free += +!a; fh += +(h&&!a); acc += +(c===v.category)
    }
    console.log(name, 'T', T, 'acc', (acc/list.length).toFixed(3), 'recall', (tp/asked).toFixed(3), 'prec', (tp/found).toFixed(3), 'falseholds', fh, '/', free)
  }
  if (process.env.ERR) for (const { v, p, ruled, pHeld } of list) { const a = 'FGH'.includes(v.category); const h = 'FGH'.includes(ruled.category);
    if (!h && (a ? pHeld < 0.5 : pHeld >= 0.45)) console.log(a ? 'MISS' : 'FALSE', v.category, ruled.category, ruled.rule, pHeld.toFixed(2), [...p].map((x:number)=>x.toFixed(2)).join(' '), v.language, v.kind, '|', v.text ?? JSON.stringify(v.request.messages)) }
}
for (const f of (process.env.BENIGN ?? '').split(',').filter(Boolean)) {
  let n = 0, ruledHold = 0; const at: number[] = []; const show: string[] = []
  for (const l of readFileSync(f, 'utf8').split('\n').filter(Boolean)) {
    const v = JSON.parse(l); if (v.label !== 0) continue
    if (++n > 1500) break
    const read = readForTraining(bodyOf([v.text]) as any)
    if ('FGH'.includes(read.action.category)) { ruledHold++; continue }
    if (read.words > 80 || read.known < 0.4 * read.words) continue
    const p = probs(read.hashes); const h = p[5]+p[6]+p[7]; at.push(h)
    if (h > 0.55) show.push(`${h.toFixed(2)} ${'ABCDEFGH'[p.indexOf(Math.max(...p))]} ${read.action.rule} | ${v.text.slice(0, 160).replace(/\n/g, ' ')}`)
  }
  console.log('BENIGN', f.split('/').at(-1), n, 'rules hold', ruledHold, [0.5, 0.6, 0.7, 0.8, 0.9].map((T) => `${T}:${at.filter((x) => x >= T).length}`).join(' '))
  for (const s of show.sort().reverse().filter((_, i) => i % Math.ceil(show.length / 25) === 0)) console.log('   ', s)
}
