/** Words for the citizens of a country, lower-case. */
export const NATIONALITIES: ReadonlySet<string> = new Set(
  `afghan albanian algerian american angolan argentine argentinian armenian australian austrian azerbaijani bangladeshi
   belarusian belgian bolivian bosnian brazilian british bulgarian cambodian cameroonian canadian chilean chinese
   colombian congolese croatian cuban cypriot czech danish dutch ecuadorian egyptian english eritrean estonian ethiopian
   filipino finnish french georgian german ghanaian greek guatemalan haitian honduran hungarian icelandic indian
   indonesian iranian iraqi irish israeli italian jamaican japanese jordanian kazakh kenyan korean kuwaiti latvian
   lebanese libyan lithuanian luxembourgish malaysian maltese mexican moldovan mongolian moroccan nepali nepalese
   nigerian norwegian pakistani palestinian peruvian polish portuguese romanian russian rwandan salvadoran saudi scottish
   senegalese serbian singaporean slovak slovenian somali spanish sudanese swedish swiss syrian taiwanese tanzanian thai
   tunisian turkish ugandan ukrainian uruguayan uzbek venezuelan vietnamese welsh yemeni zambian zimbabwean
   deutsch türkisch polnisch syrisch französisch italienisch spanisch russisch ukrainisch`.split(/\s+/),
)
