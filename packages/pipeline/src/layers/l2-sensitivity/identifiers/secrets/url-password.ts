import type { Place } from '../worded.ts'

/** The user information of an address: RFC 3986, section 3.2.1. */
const USER_INFORMATION = /:\/\/[^\s:@/?#"'<>]{0,128}:([^\s@/"'<>]{1,256})@(?=[\w[])/y

const PLACEHOLDER = /^(?:pass(?:word|wd)?|pw|pwd|secret|\*+|x+|\$.*|%.*|\{.*|\[.*)$/i

/** The password of an address with one, as in `postgres://user:password@host`, from the place of its `://` on. */
export function urlPasswordAt(text: string, start: number): Place | undefined {
  USER_INFORMATION.lastIndex = start
  const [, password = ''] = USER_INFORMATION.exec(text) ?? []
  if (password === '' || PLACEHOLDER.test(password)) return undefined
  const end = USER_INFORMATION.lastIndex - 1
  return { start: end - password.length, end }
}
