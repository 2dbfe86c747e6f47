const BASE = 'https://console.invalid'
const MAX_LENGTH = 2_048
/** Where a login leads that was not asked for by a screen. */
const HOME = '/console/'

/** A path of the console to go back to, as it was given; the start where it is none: nobody is led elsewhere. */
export function returnPath(given: string | undefined): string {
  if (given === undefined || given.length > MAX_LENGTH || !given.startsWith(HOME)) return HOME
  const url = URL.parse(given, BASE)
  // The parsed form is sent, so that no browser reads it in another way.
  const isOurs = url?.origin === BASE && url.pathname.startsWith(HOME)
  return isOurs ? `${url.pathname}${url.search}${url.hash}` : HOME
}
