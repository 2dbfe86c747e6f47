import { lexicon } from './lexicon.ts'

/**
 * Shares of the population that live with a condition, rounded: rare ones by Orphanet's point prevalence
 * (https://www.orpha.net/), the others by https://www.cdc.gov/nchs/ and https://www.who.int/data/gho.
 */
export const CONDITIONS = lexicon(`
0.1: diabetes | hypertension | asthma | depression | arthritis
0.01: epilepsy | celiac disease | schizophrenia | bipolar disorder | psoriasis | hepatitis c | rheumatoid arthritis
0.003: hiv | multiple sclerosis | parkinson's | parkinson's disease | crohn's | crohn's disease | ulcerative colitis
0.001: lupus | leukemia | leukaemia | lymphoma | multiple myeloma | down syndrome | sarcoidosis
0.0002: cystic fibrosis | sickle cell | haemophilia | hemophilia | narcolepsy | marfan syndrome | myasthenia gravis
0.0002: ehlers-danlos | scleroderma | tuberculosis | spina bifida | mesothelioma | turner syndrome
0.00005: huntington's | huntington's disease | als | phenylketonuria | duchenne | amyotrophic lateral sclerosis
0.00005: wilson's disease | spinal muscular atrophy | pulmonary arterial hypertension | tay-sachs
0.000005: gaucher | fabry disease | pompe disease | progeria | creutzfeldt-jakob | porphyria | rett syndrome`)
