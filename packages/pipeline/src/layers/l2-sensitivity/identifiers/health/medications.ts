import { words } from '../../phrases.ts'
import { standsAlone } from '../people/stands-alone.ts'
import type { Claim, Worded } from '../worded.ts'

/** International nonproprietary names, and brands that are better known. Written for this project. */
export const MEDICATIONS: readonly string[] = words(`
  acetaminophen paracetamol ibuprofen naproxen diclofenac celecoxib ketorolac indomethacin meloxicam metamizole tramadol codeine morphine oxycodone
  hydrocodone hydromorphone fentanyl buprenorphine methadone naloxone naltrexone pregabalin gabapentin metformin insulin glipizide glimepiride
  gliclazide sitagliptin linagliptin saxagliptin empagliflozin dapagliflozin canagliflozin semaglutide liraglutide dulaglutide exenatide tirzepatide
  pioglitazone acarbose lisinopril enalapril ramipril captopril perindopril losartan valsartan candesartan irbesartan telmisartan olmesartan amlodipine
  nifedipine felodipine lercanidipine diltiazem verapamil metoprolol bisoprolol atenolol propranolol carvedilol nebivolol furosemide torasemide
  hydrochlorothiazide chlorthalidone indapamide spironolactone eplerenone digoxin amiodarone dronedarone flecainide warfarin phenprocoumon apixaban
  rivaroxaban dabigatran edoxaban heparin enoxaparin clopidogrel prasugrel ticagrelor aspirin nitroglycerin ivabradine sacubitril simvastatin
  atorvastatin rosuvastatin pravastatin ezetimibe fenofibrate evolocumab omeprazole pantoprazole esomeprazole lansoprazole rabeprazole famotidine
  ranitidine metoclopramide ondansetron domperidone loperamide mesalazine sulfasalazine budesonide amoxicillin ampicillin penicillin flucloxacillin
  cefuroxime ceftriaxone cefalexin cephalexin clarithromycin azithromycin erythromycin doxycycline tetracycline ciprofloxacin levofloxacin moxifloxacin
  metronidazole nitrofurantoin trimethoprim sulfamethoxazole vancomycin linezolid gentamicin rifampicin isoniazid fluconazole itraconazole voriconazole
  terbinafine acyclovir aciclovir valacyclovir oseltamivir remdesivir nirmatrelvir tenofovir emtricitabine lamivudine dolutegravir efavirenz
  hydroxychloroquine chloroquine ivermectin albendazole sertraline fluoxetine paroxetine citalopram escitalopram venlafaxine duloxetine bupropion
  mirtazapine trazodone amitriptyline nortriptyline clomipramine lithium quetiapine olanzapine risperidone aripiprazole haloperidol clozapine
  ziprasidone paliperidone lurasidone diazepam lorazepam alprazolam clonazepam midazolam temazepam zolpidem zopiclone buspirone hydroxyzine
  methylphenidate lisdexamfetamine atomoxetine modafinil lamotrigine levetiracetam carbamazepine oxcarbazepine valproate topiramate phenytoin
  phenobarbital lacosamide levodopa carbidopa pramipexole ropinirole rasagiline donepezil rivastigmine memantine sumatriptan rizatriptan baclofen
  tizanidine cyclobenzaprine salbutamol albuterol salmeterol formoterol tiotropium ipratropium fluticasone beclometasone montelukast theophylline
  prednisone prednisolone methylprednisolone hydrocortisone dexamethasone levothyroxine liothyronine methimazole propylthiouracil estradiol
  progesterone levonorgestrel drospirenone medroxyprogesterone testosterone finasteride dutasteride tamsulosin oxybutynin mirabegron sildenafil
  tadalafil vardenafil clomifene letrozole anastrozole tamoxifen fulvestrant methotrexate azathioprine mycophenolate tacrolimus ciclosporin
  cyclosporine leflunomide adalimumab etanercept infliximab rituximab tocilizumab ustekinumab secukinumab omalizumab dupilumab denosumab
  trastuzumab bevacizumab pembrolizumab nivolumab ipilimumab imatinib erlotinib sunitinib ibrutinib cisplatin carboplatin oxaliplatin paclitaxel
  docetaxel doxorubicin cyclophosphamide fluorouracil capecitabine gemcitabine vincristine allopurinol febuxostat colchicine alendronate
  risedronate zoledronate loratadine cetirizine fexofenadine diphenhydramine epinephrine atropine ketamine propofol lidocaine isotretinoin
  varenicline disulfiram acamprosate filgrastim epoetin interferon glatiramer ocrelizumab fingolimod natalizumab
  tylenol advil motrin aleve voltaren oxycontin percocet vicodin lantus humalog novolog ozempic wegovy mounjaro victoza trulicity jardiance januvia
  glucophage lipitor crestor zocor norvasc diovan cozaar lasix coumadin marcumar eliquis xarelto plavix nexium prilosec prozac zoloft paxil lexapro
  celexa cymbalta effexor wellbutrin xanax valium ativan klonopin ambien ritalin adderall concerta vyvanse strattera seroquel zyprexa abilify
  risperdal lamictal keppra depakote tegretol neurontin lyrica ventolin symbicort advair singulair synthroid euthyrox humira enbrel remicade
  keytruda herceptin viagra cialis truvada biktarvy paxlovid tamiflu augmentin zithromax cipro botox`)

/** Behind a dose: units of mass and of effect. */
export const DOSES: readonly string[] = words('mg mcg μg ug ml iu ie units tablets tabletten comprimidos comprimés')

/** Ends of names: WHO, The use of stems in the selection of INN, 2018. */
const STEM =
  /(?:mab|nib|ciclib|rafenib|pril|prilat|sartan|statin|vastatin|olol|alol|dipine?|azosin|prazole?|tidine|setron|triptan|oxacin|cillin|mycin|micin|cycline?|penem|conazole?|vir|vudine|vaptan|gliptin|gliflozin|glutide|glitazone?|formin|fibrate|parin|xaban|gatran|grel|teplase|azepam|azolam|zodone|oxetine?|ipramine|triptyline|peridone|apine|azine|barbital|caine|profen|fenac|coxib|oxicam|dronate|tropium|sone|solone|lukast|tadine|zumab|ximab|limus|platin|taxel|rubicin|trexate|bicin|stigmine|curium)e?$/i
const BEFORE_DOSE =
  /(?<![\p{L}\p{N}])(\p{L}{6,24})(?: (?:HCl|XR|ER|SR|retard))?[ ,(]{1,2}\d{1,4}(?:[.,]\d{1,3})?[ -]?$/u

/** Medicines by name, and what has the end of such a name and a dose behind it. */
export const MEDICINES: readonly Worded[] = [
  {
    entity: 'MEDICATION',
    phrases: MEDICATIONS,
    find: (text, end, start) => (standsAlone(text, start, end) ? [{ start, end, confidence: 0.7, isGuess: true }] : []),
  },
  { entity: 'MEDICATION', phrases: DOSES, find: beforeDose },
]

function beforeDose(text: string, _end: number, start: number): readonly Claim[] {
  const last = text.charCodeAt(start - 1)
  const isBehindNumber = (last >= 0x30 && last <= 0x39) || last === 0x20 || last === 0x2d
  const near = text.slice(Math.max(0, start - 44), start)
  const match = isBehindNumber ? BEFORE_DOSE.exec(near) : null
  const [, name = ''] = match ?? []
  if (match === null || !STEM.test(name)) return []
  const from = start - near.length + match.index
  return [{ start: from, end: from + name.length, confidence: 0.7, isGuess: true }]
}
