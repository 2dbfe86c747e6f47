import type { NumberMatch } from './number-match.cases.ts'

export const THINGS_MATCHES: readonly NumberMatch[] = [
  ['CRYPTO', 'to bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'],
  ['CRYPTO', 'to 16Yeky6GMjeNkAiNcBY7ZhrLoMSgg1BoyZ', '16Yeky6GMjeNkAiNcBY7ZhrLoMSgg1BoyZ'],
  ['CRYPTO', 'to 0x52908400098527886E0F7030069857D2E4169EE7', '0x52908400098527886E0F7030069857D2E4169EE7'],
  ['CRYPTO', 'to LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1', 'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1'],
  ['CRYPTO', 'to ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9', 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9'],
  ['GUID', 'id 550e8400-e29b-41d4-a716-446655440000', '550e8400-e29b-41d4-a716-446655440000'],
  ['MAC_ADDRESS', 'at ac:de:48:00:11:22', 'ac:de:48:00:11:22'],
  ['MAC_ADDRESS', 'at AC-DE-48-00-11-22', 'AC-DE-48-00-11-22'],
  ['MAC_ADDRESS', 'at a1de.4800.1122', 'a1de.4800.1122'],
  ['VIN', 'car 1M8GDM9AXKP042788', '1M8GDM9AXKP042788'],
  ['VIN', 'VIN WVWZZZ1JZXW000001', 'WVWZZZ1JZXW000001'],
  ['ZIP_CODE', 'ZIP: 394 13', '394 13'],
  ['ZIP_CODE', 'PLZ 10115', '10115'],
]
