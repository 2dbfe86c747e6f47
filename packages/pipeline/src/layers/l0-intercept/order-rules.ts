import type { ActionCategory } from '@sluice/contracts'
import { NOUN as N, VERB as V } from './words/tags.ts'

/** An order by the class of its verb and of what stands with it. */
interface OrderRule {
  readonly category: ActionCategory
  /** For the approver and the evidence. It names the kind of act and quotes no content. */
  readonly id: string
  /** One of these verbs. */
  readonly verbs: number
  /** One of these nouns; 0 for any, or none. */
  readonly nouns: number
  /** None of these. */
  readonly without: number
}

function rule(category: ActionCategory, id: string, verbs: number, nouns: number, without = 0): OrderRule {
  return { category, id, verbs, nouns, without }
}

const WORK = N.text | N.code
const PERSON = N.name | N.subject
const SYSTEM = N.system | N.data | N.production
const PAID = N.money | N.amount | N.bill

/** The most consequential first; the first that fits an order decides it. */
const ORDER_RULES: readonly OrderRule[] = [
  rule('H', 'end-employment', V.dismiss, N.subject | N.employment, N.code | N.subscription | N.system),
  rule('H', 'end-employment', V.dismiss, N.name, WORK | N.subscription | N.system | N.data | N.version | N.order),
  rule('H', 'hire-or-select', V.hire, PERSON | N.employment, WORK),
  rule('H', 'decide-application', V.reject | V.approve, N.subject | N.application, N.code | N.bill | N.privilege),
  rule('H', 'change-employment', V.reject, N.employment, WORK | N.access),
  rule('H', 'hire-or-select', V.select | V.give, N.subject | N.application, WORK | N.bill | N.privilege),
  rule('H', 'decide-application', V.reject, N.name, WORK | N.meeting | N.bill | N.contract),
  rule('H', 'change-employment', V.promote, PERSON, WORK | N.system),
  rule('H', 'change-employment', V.promote | V.change | V.give | V.cancel, N.employment, WORK | N.access | N.data),
  rule(
    'H',
    'decide-application',
    V.change | V.cancel,
    N.application,
    WORK | N.access | N.data | N.system | N.travel | N.meeting,
  ),
  rule('H', 'change-employment', V.approve | V.make, N.employment, WORK | N.message | N.meeting | N.access | N.data),
  rule('H', 'decide-application', V.release, N.subject, WORK | N.version | N.system),
  rule('H', 'treat-patient', V.operate, N.subject, WORK | N.system | N.data),
  rule('H', 'treat-patient', V.treat, N.subject | N.medical | N.name, WORK),

  rule('F', 'move-money', V.pay, PAID | N.number | N.name | N.audience | N.subscription | N.order, N.message),
  rule(
    'F',
    'move-money',
    V.move | V.send | V.give | V.make | V.take,
    N.money | N.amount,
    N.message | WORK | N.privilege,
  ),
  rule('F', 'move-money', V.give, N.bill, N.message | WORK | N.privilege),
  rule('F', 'move-money', V.move | V.send, N.security, N.message),
  rule('F', 'place-order', V.approve | V.make | V.run, N.bill | N.order, WORK | N.message | N.privilege),
  rule('F', 'buy-or-sell', V.buy, 0, WORK | N.meeting),
  rule('F', 'buy-or-sell', V.sell, N.order | N.security | N.number | N.amount | N.money, WORK),
  rule('F', 'book', V.book, 0, WORK | N.meeting),
  rule('F', 'book', V.make | V.take | V.change, N.travel, WORK | N.medical),
  rule('F', 'cancel', V.cancel, N.subscription | N.order | N.travel | N.bill, WORK | N.meeting),
  rule('F', 'sign', V.sign | V.approve | V.take, N.contract, N.text | N.code),

  rule('G', 'operate-system', V.operate, SYSTEM | N.version | N.privilege, N.meeting),
  rule('G', 'destroy-data', V.destroy, SYSTEM | N.access, N.text),
  rule('G', 'release', V.release, N.production | N.version | N.system | N.privilege, N.text),
  rule('G', 'change-access', V.permit, N.access | SYSTEM | N.privilege, N.text),
  rule('G', 'change-access', V.permit, N.subject, WORK | N.application | N.bill),
  rule('G', 'change-access', V.permit, N.name, WORK | N.bill | N.travel),
  rule('G', 'change-access', V.give | V.make | V.change | V.approve, N.privilege, N.text),
  rule('G', 'change-access', V.make, N.access, WORK | N.message | N.meeting | N.order | N.contract),
  rule('G', 'operate-system', V.cancel, N.system | N.data, WORK | N.meeting | N.contract),
  rule('G', 'run-command', V.run, SYSTEM | N.version, N.text | N.meeting),
  rule('G', 'change-access', V.change, N.access, WORK | N.employment | N.money),
  rule('G', 'change-configuration', V.change | V.make, N.production | N.privilege, N.text),
  rule('G', 'change-configuration', V.change, N.system, WORK | N.bill),

  // A verb that the lists lack, by what it is about.
  rule('H', 'about-people', V.other, N.application | N.employment, WORK | N.meeting | N.message | N.system | N.access),
  rule('H', 'about-people', V.other, N.subject, WORK | N.meeting | N.message | N.system | N.data | N.access),
  rule(
    'F',
    'about-money',
    V.other,
    N.money | N.amount | N.security | N.travel,
    WORK | N.meeting | N.message | N.system,
  ),
  rule('G', 'about-systems', V.other, N.production | N.privilege | N.system, WORK | N.meeting | N.message | N.order),

  // Verbs that are consequential whatever they are about.
  rule('F', 'about-anything', V.pay | V.sign, 0, WORK | N.message | N.meeting | N.figure | N.platform),
  rule('G', 'about-anything', V.operate, 0, WORK | N.message | N.meeting | N.figure | N.platform),

  rule('E', 'schedule', V.arrange | V.cancel | V.make | V.book, N.meeting),
  rule('E', 'send', V.send, 0),
  rule('E', 'publish', V.post, 0),
  rule('E', 'notify', V.tell, 0),

  rule('C', 'change-code', ~(V.find | V.explain | V.tell | V.take), N.code),
  rule('B', 'compose', V.write, 0),
  rule('B', 'compose', V.change | V.make | V.destroy | V.promote | V.sell | V.dismiss | V.release, N.text),
  rule('C', 'write-code', V.code, 0),
  rule(
    'D',
    'look-up',
    V.find,
    N.record | SYSTEM | N.message | N.text | N.bill | N.access | N.name | N.subject | N.contract,
  ),
  rule('B', 'choose', V.select | V.change | V.destroy | V.other | V.move | V.release | V.make, 0),
  rule('A', 'explain', V.explain, 0),
]

/** The first rule that fits; undefined where none does. */
export function orderOf(meant: number, nouns: number): OrderRule | undefined {
  const verbs = (meant & (V.tell | V.find | V.explain | V.write)) === 0 ? meant : meant & ~V.other
  for (const each of ORDER_RULES) {
    if ((verbs & each.verbs) === 0) continue
    if (each.nouns !== 0 && (nouns & each.nouns) === 0) continue
    if ((nouns & each.without) === 0) return each
  }
  return undefined
}
