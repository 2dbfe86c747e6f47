import { phrases } from '../../phrases.ts'

/**
 * Illnesses by the names that people and letters of doctors use, written for this project from general knowledge. What
 * is an everyday word too (`cold`, the `stroke` of a brush) stands with the words that make it an illness.
 */
export const CONDITIONS: readonly string[] = phrases(`
  diabetes | type 2 diabetes | diabetes mellitus | gestational diabetes | prediabetes | diabetic | hypertension | high blood pressure |
  hypotension | heart failure | congestive heart failure | heart attack | myocardial infarction | atrial fibrillation |
  coronary artery disease | coronary heart disease | angina pectoris | cardiomyopathy | endocarditis | arrhythmia | tachycardia | bradycardia |
  aortic stenosis | aneurysm | deep vein thrombosis | pulmonary embolism | thrombosis | varicose veins | peripheral artery disease |
  a stroke | ischemic stroke | hemorrhagic stroke | transient ischemic attack | cerebral palsy | epilepsy | epileptic | multiple sclerosis |
  parkinson s disease | parkinson s | alzheimer s disease | alzheimer s | dementia | migraine | migraines | neuropathy |
  amyotrophic lateral sclerosis | motor neurone disease | huntington s disease | myasthenia gravis | meningitis | encephalitis |
  guillain barré syndrome | narcolepsy | restless legs syndrome | brain tumor | brain tumour | glioblastoma | hydrocephalus | concussion |
  asthma | copd | chronic obstructive pulmonary disease | emphysema | chronic bronchitis | bronchitis | pneumonia | tuberculosis |
  pulmonary fibrosis | cystic fibrosis | sarcoidosis | sleep apnea | sleep apnoea | covid | long covid | influenza |
  cancer | breast cancer | lung cancer | prostate cancer | colon cancer | colorectal cancer | pancreatic cancer | ovarian cancer | cervical cancer |
  bladder cancer | thyroid cancer | stomach cancer | skin cancer | kidney cancer | liver cancer | melanoma | basal cell carcinoma | carcinoma | adenocarcinoma |
  sarcoma | lymphoma | hodgkin s lymphoma | leukemia | leukaemia | multiple myeloma | mesothelioma | neuroblastoma | metastases | metastasis |
  hiv | hiv positive | aids patient | hepatitis | hepatitis a | hepatitis b | hepatitis c | syphilis | gonorrhea | gonorrhoea | chlamydia | genital herpes | herpes |
  shingles | hpv infection | malaria | sepsis | lyme disease | measles | mumps | rubella | chickenpox | whooping cough | diphtheria | cholera | typhoid |
  mrsa | clostridium difficile | scabies | toxoplasmosis | mononucleosis |
  depressive disorder | major depression | major depressive disorder | clinical depression | postnatal depression | postpartum depression | bipolar disorder |
  bipolar | schizophrenia | schizophrenic | psychosis | anxiety disorder | panic disorder | panic attacks | ptsd | post traumatic stress disorder |
  obsessive compulsive disorder | borderline personality disorder | eating disorder | anorexia nervosa | anorexia | bulimia | adhd |
  attention deficit hyperactivity disorder | autism | autism spectrum disorder | asperger s syndrome | dyslexia | insomnia | alcoholism | alcohol dependence |
  alcohol use disorder | drug addiction | substance abuse | opioid dependence | self harm | suicidal ideation | suicide attempt | dissociative disorder |
  rheumatoid arthritis | osteoarthritis | arthritis | psoriatic arthritis | osteoporosis | fibromyalgia | gout | lupus | ankylosing spondylitis |
  scoliosis | herniated disc | sciatica | carpal tunnel syndrome | muscular dystrophy | scleroderma | sjögren s syndrome |
  crohn s disease | ulcerative colitis | irritable bowel syndrome | celiac disease | coeliac disease | gastritis | gastric ulcer | peptic ulcer |
  gastroesophageal reflux disease | gerd | pancreatitis | cholecystitis | gallstones | cirrhosis | liver cirrhosis | fatty liver | appendicitis |
  diverticulitis | hemorrhoids | haemorrhoids | hernia |
  chronic kidney disease | kidney failure | renal failure | kidney stones | nephritis | nephrotic syndrome | polycystic kidney disease | cystitis |
  urinary tract infection | pyelonephritis | incontinence | erectile dysfunction | benign prostatic hyperplasia | dialysis patient |
  hypothyroidism | hyperthyroidism | hashimoto s disease | graves disease | goiter | cushing s syndrome | addison s disease | acromegaly | obesity |
  hypercholesterolemia | high cholesterol | hyperlipidemia | metabolic syndrome | anemia | anaemia | sickle cell disease | sickle cell anemia | thalassemia |
  hemophilia | haemophilia | hemochromatosis | leukopenia | thrombocytopenia |
  endometriosis | polycystic ovary syndrome | pcos | miscarriage | ectopic pregnancy | preeclampsia | infertility | menopause | uterine fibroids | pregnant |
  eczema | atopic dermatitis | psoriasis | rosacea | vitiligo | acne vulgaris | cellulitis | alopecia | urticaria |
  glaucoma | cataract | cataracts | macular degeneration | diabetic retinopathy | retinal detachment | blindness | tinnitus | hearing loss | otitis media |
  vertigo | anaphylaxis | peanut allergy | penicillin allergy | down syndrome | down s syndrome | turner syndrome | marfan syndrome | ehlers danlos syndrome |
  phenylketonuria | spina bifida | cleft palate`)

/** The same in German, Spanish, French, Italian, Portuguese and Dutch. */
export const CONDITIONS_ELSEWHERE: readonly string[] = phrases(`
  zuckerkrankheit | bluthochdruck | herzinfarkt | herzinsuffizienz | vorhofflimmern | schlaganfall | lungenentzündung | lungenkrebs | brustkrebs |
  darmkrebs | prostatakrebs | krebs im endstadium | leukämie | lymphom | epilepsie | demenz | alzheimer | multiple sklerose | migräne | depressionen |
  angststörung | schizophrenie | magersucht | essstörung | alkoholabhängigkeit | rheuma | arthrose | osteoporose | bandscheibenvorfall |
  nierenversagen | niereninsuffizienz | leberzirrhose | schilddrüsenunterfunktion | neurodermitis | schuppenflechte | schwanger | tuberkulose | adipositas |
  hipertensión | infarto de miocardio | insuficiencia cardíaca | fibrilación auricular | ictus | neumonía | cáncer | cáncer de mama | cáncer de pulmón | cáncer de próstata |
  linfoma | epilepsia | demencia | esclerosis múltiple | migraña | ansiedad | trastorno bipolar | esquizofrenia | anorexia nerviosa |
  artritis reumatoide | insuficiencia renal | cirrosis hepática | hipotiroidismo | embarazada | tuberculosis pulmonar | obesidad | asma | anemia ferropénica |
  diabète | hypertension artérielle | infarctus du myocarde | insuffisance cardiaque | fibrillation auriculaire | accident vasculaire cérébral |
  pneumonie | cancer du sein | cancer du poumon | lymphome | leucémie | épilepsie | démence | sclérose en plaques | dépression sévère | trouble bipolaire |
  schizophrénie | polyarthrite rhumatoïde | insuffisance rénale | cirrhose | hypothyroïdie | enceinte de | tuberculose | obésité | asthme |
  diabete | ipertensione | infarto miocardico | scompenso cardiaco | fibrillazione atriale | polmonite | tumore al seno | leucemia | demenza |
  sclerosi multipla | emicrania | disturbo bipolare | schizofrenia | artrite reumatoide | insufficienza renale | cirrosi epatica | ipotiroidismo | incinta |
  hipertensão | infarto do miocárdio | insuficiência cardíaca | pneumonia bacteriana | câncer | câncer de mama | demência | esclerose múltipla |
  transtorno bipolar | esquizofrenia paranoide | insuficiência renal | grávida | obesidade |
  suikerziekte | hoge bloeddruk | hartaanval | hartfalen | beroerte | longontsteking | borstkanker | longkanker | leukemie | dementie |
  reuma | nierfalen | schildklieraandoening | zwanger | astma`)
