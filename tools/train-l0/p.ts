import { readFileSync } from 'node:fs'
import { readForTraining } from '@sluice/pipeline/action-training'
import { ClassModel, ClassSums, readClassWeights } from '@sluice/prompt-classifier/training'
const model = new ClassModel(readClassWeights(new Uint8Array(readFileSync('/work/wt/l0/packages/prompt-classifier/model/actions.bin'))))
for (const t of readFileSync(0,'utf8').split('\n').filter(Boolean)) {
  const r = readForTraining({ model: 'x', messages: t.split(' /// ').map((content, i, a) => ({ role: (a.length-1-i)%2===0 ? 'user':'assistant', content })) } as any)
  const s = new ClassSums(); model.add(s, r.hashes, r.hashes.length); const p = model.probabilities(s)
  console.log((p[5]!+p[6]!+p[7]!).toFixed(2), r.ruled.category, r.ruled.rule, [...p].map(x=>x.toFixed(2)).join(' '), '|', t)
}
