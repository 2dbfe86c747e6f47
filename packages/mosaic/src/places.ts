import { lexicon } from './lexicon.ts'

/**
 * Millions of people who live in a country or state, rounded: countries by https://population.un.org/wpp/, states of the
 * United States by https://www.census.gov/programs-surveys/popest.html.
 */
export const REGIONS = lexicon(`
1400: china | india
340: united states | usa | us | america
280: indonesia
210: brazil | brasil
145: russia
125: japan | mexico
85: germany | deutschland | turkey | iran
68: united kingdom | uk | france | great britain | england | thailand
59: italy | italia
48: spain | españa | colombia | argentina | south korea
40: canada | poland | ukraine | california
30: texas
26: australia | florida
20: new york state | romania
18: netherlands | niederlande
13: pennsylvania | illinois | bavaria | bayern
11: belgium | sweden | portugal | greece | ohio | georgia | north carolina
9: austria | österreich | switzerland | schweiz | new jersey | virginia
8: massachusetts | washington state | arizona | hong kong
6: denmark | norway | finland | singapore | tennessee | indiana | missouri | maryland | wisconsin | colorado | scotland
5: ireland | new zealand | minnesota | south carolina | alabama | louisiana | kentucky | oregon
3.3: utah | iowa | nevada | connecticut | wales | oklahoma
2.8: kansas | mississippi | arkansas
2.1: new mexico | nebraska
1.6: idaho | hawaii
1.3: maine | new hampshire
1: montana | delaware | rhode island
0.8: south dakota | north dakota
0.6: vermont | wyoming`)

/**
 * Millions of people who live in a large city, rounded, by its statistical office as the United Nations collect them:
 * https://unstats.un.org/unsd/demographic-social/products/dyb/
 */
export const CITIES = lexicon(`
26: shanghai
22: beijing
18: delhi
15: istanbul
14: tokyo
13: mumbai | moscow
11: são paulo | sao paulo
9: london | seoul | mexico city | bangalore
8: new york | new york city
5: sydney | melbourne
3.7: berlin | los angeles
3.3: madrid
2.8: chicago | rome | roma | toronto
2.1: paris | houston | vienna | wien | hamburg | warsaw
1.6: philadelphia | phoenix | barcelona | munich | münchen | san antonio | montreal
1.3: san diego | dallas | milan | milano | brussels | birmingham
1: cologne | köln | stockholm | amsterdam | naples | austin | san jose
0.8: san francisco | seattle | frankfurt | lyon | turin | leeds | glasgow
0.65: boston | denver | washington | detroit | nashville | portland | vancouver | copenhagen | oslo | stuttgart
0.6: lisbon | dublin | düsseldorf | sheffield | manchester | edinburgh | baltimore | milwaukee | rotterdam
0.45: zurich | zürich | liverpool | bristol | miami | atlanta | oakland | minneapolis | cleveland | hanover | leipzig`)
