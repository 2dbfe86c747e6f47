import { libraryOf } from '../library.ts'

/** Rust. */
export const RUST_LIBRARY = libraryOf({
  transparent: `
    to_string to_owned as_str as_ref into unwrap expect clone copied cloned trim to_lowercase
    to_uppercase String from parse chars value copy decode str`,
  toBytes: 'as_bytes bytes from_bytes encode into_bytes',
  looksUp: 'get',
  replaces: 'replace',
  joins: 'join concat append',
  stores: 'insert set register store',
  makesMaps: `
    HashMap BTreeMap HashMap.from HashMap.from_iter HashMap.new BTreeMap.from BTreeMap.from_iter
    BTreeMap.new`,
})
