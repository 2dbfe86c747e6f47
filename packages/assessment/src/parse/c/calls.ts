import type { Argument, Expression } from '../ir.ts'
import { NOTHING } from '../ir.ts'
import { dotted, joined, statement } from '../reader.ts'
import type { CContext } from './context.ts'
import { type CType, isByte, isPlain, isText } from './types.ts'

const CASTS = new Set(['static_cast', 'reinterpret_cast', 'const_cast', 'dynamic_cast', 'bit_cast', 'qobject_cast'])
/** Functions that give back their first argument, as far as names and sizes go. */
const SAME = new Set(
  `move forward ref cref as_const addressof make_optional c_str strdup g_strdup xstrdup strndup QStringLiteral
  QByteArrayLiteral QLatin1StringView _T TEXT _TEXT L _ tr to_string to_underlying string span as_bytes likely unlikely
  __builtin_expect CFSTR launder`.split(/\s+/),
)
const SAME_METHODS = new Set(
  `get c_str data value release toUtf8 toLatin1 constData toStdString begin str utf8 string view toLocal8Bit toString
  operator_arrow BytePtr bytes trimmed toLower toUpper`.split(/\s+/),
)
const POINTERS =
  /^(?:std\.|boost\.|absl\.|bssl\.)?(?:unique_ptr|shared_ptr|scoped_ptr|auto_ptr|intrusive_ptr|optional|UniquePtr|reference_wrapper)$/
const POINTER_LIKE = /(?:ptr|handle|guard|holder|unique|owner|deleter)(?:_t)?$/i
const MAKERS = /^(?:std\.|boost\.|absl\.)?(?:make_unique|make_shared|make_unique_nothrow|MakeUnique)$/
const ALLOCATORS = /(?:[mcz]|re)alloc(?:array|_array|0|_n)?$|^g_new0?$/i
const BUFFERS =
  /^(?:std\.(?:vector|array|basic_string)|vector|array|SecByteBlock|CryptoPP\.SecByteBlock|(?:Botan\.)?secure_vector|(?:Botan\.)?SecureVector|QByteArray|std\.string|SecureString|secure_string|zeroize_vector)$/

/** What they are asked of a cipher or hash describes it, and encrypts or digests nothing. */
const DESCRIBING =
  /^(?:EVP_(?:MD|CIPHER)_(?:get0?_)?(?:size|block_size|type|nid|name|key_length|iv_length|flags|mode|is_a)|HMAC_size|EVP_AEAD_(?:key_length|nonce_length|max_overhead|max_tag_len)|mbedtls_md_get_(?:size|name|type)|mbedtls_cipher_info_get_\w+|PSA_(?:HASH_LENGTH|HASH_SIZE|HASH_BLOCK_LENGTH|MAC_LENGTH|KEY_EXPORT_\w+|EXPORT_\w+_SIZE|BITS_TO_BYTES|CIPHER_\w+_SIZE|AEAD_\w+_(?:SIZE|LENGTH)|SIGN_OUTPUT_SIZE)|gcry_(?:md|cipher|mac)_(?:get_algo_\w+|algo_name|test_algo|algo_info)|gnutls_(?:hash|hmac|mac)_get_(?:len|key_size)|gnutls_(?:cipher|digest|mac|pk)_get_\w+|wc_HashGet(?:DigestSize|BlockSize)|wc_HmacSizeByType|OBJ_nid2(?:sn|ln|obj)|sizeof)$/

interface Place {
  readonly at: number
}

/** An object of a type that is made at a place. */
export function construct(context: CContext, type: CType, args: readonly Argument[], { at }: Place): Expression {
  const [first] = args
  const { path } = type
  const isBuffer = BUFFERS.test(path)
  if (isBuffer && first?.value.k !== 'str') return buffer(type, args)
  if (isPlain(path) || POINTERS.test(path)) return same(args)
  if (POINTER_LIKE.test(path) && first?.value.k === 'call') return same(args)
  if (
    context.members.has(path) &&
    args.length > 1 &&
    args.every(({ value }) => value.k === 'str' || value.k === 'num')
  ) {
    const names = context.members.get(path) ?? []
    const entries = args.map(({ value }, i) => ({ key: { k: 'str', v: names[i] ?? String(i) } as const, value }))
    return { k: 'map', entries }
  }
  const isQualified = path.includes('.')
  return {
    k: 'call',
    callee: dotted(path, at),
    args,
    // A plain call finds what a construction does, but leaves no object of an unknown class with a small letter.
    isNew: !isQualified && !/^[A-Z]/.test(path),
    at,
    ...(type.args.length > 0 ? { typeArguments: type.args } : {}),
  }
}

/** A value stays what it is; to which type it is turned may be worth a report. */
export function cast(type: string, value: Expression, { at }: Place): Expression {
  if (isPlain(type.replace(/\W+$/, ''))) return value
  return { k: 'block', body: [statement({ k: 'cast', type, of: NOTHING, at })], value: [value] }
}

/** A container of bytes tells its length. */
function buffer({ path, args: types }: CType, args: readonly Argument[]): Expression {
  const [element = '', length] = types
  const size = length === undefined ? undefined : Number(length)
  if (path.endsWith('array') && size !== undefined && isByte(element) && Number.isSafeInteger(size)) {
    return { k: 'bytes', count: { k: 'num', v: size } }
  }
  const isOfBytes = types.length === 0 || isByte(element)
  if (!isOfBytes) return args.length > 1 ? { k: 'list', items: args.map(({ value }) => value) } : same(args)
  const [first, second] = args
  if (first === undefined) return NOTHING
  if (args.length > 3 && args.every(({ value }) => value.k === 'num'))
    return { k: 'bytes', count: { k: 'num', v: args.length } }
  const isCopy = second !== undefined && path.endsWith('SecByteBlock')
  return { k: 'bytes', count: isCopy ? second.value : first.value }
}

function same(args: readonly Argument[]): Expression {
  const [first, ...rest] = args
  if (first === undefined) return NOTHING
  const calls = rest.filter(({ value }) => value.k === 'call')
  if (calls.length === 0) return first.value
  return { k: 'block', body: calls.map(({ value }) => statement(value)), value: [first.value] }
}

/** Calls of the language's own library that only hand something on; undefined for the others. */
export function wellKnownCall(
  context: CContext,
  type: CType,
  args: readonly Argument[],
  place: Place,
): Expression | undefined {
  const { path } = type
  const name = path.slice(path.lastIndexOf('.') + 1)
  const [first] = args
  if (DESCRIBING.test(path)) return { k: 'other', of: args.flatMap(({ value }) => describes(value) ?? value) }
  if (CASTS.has(name)) return cast(type.args[0] ?? '', same(args), place)
  if (SAME.has(name) && args.length > 0) return same(args)
  if (MAKERS.test(path)) {
    const [made = ''] = type.args
    return construct(context, { path: made, args: [] }, args, place)
  }
  if (isText(path) || POINTERS.test(path)) return construct(context, type, args, place)
  if (BUFFERS.test(path)) return construct(context, type, args, place)
  if (/^sn?printf(?:_s)?$|^(?:std\.)?snprintf$|^(?:g_|curl_m|BIO_)snprintf$/.test(path))
    return printed(path, args, place)
  if (/^(?:strn?cpy|strl?cpy|strcpy_s|strlcpy|g_strlcpy|OPENSSL_strlcpy|wcscpy)$/.test(path) && first && args[1]) {
    return { k: 'assign', target: first.value, value: args[1].value }
  }
  if (/^(?:str[nl]?cat|strcat_s|OPENSSL_strlcat)$/.test(path) && first && args[1]) {
    const value = joined(first.value, args[1].value)
    return first.value.k === 'name' || first.value.k === 'member' ? { k: 'assign', target: first.value, value } : value
  }
  if (/^(?:g_strdup_printf|absl\.StrFormat|fmt\.format|std\.format)$/.test(path)) return format(args, place)
  return undefined
}

/** What only says which cipher or hash is described: a constant, or a function without arguments that gives it. */
function describes(e: Expression): Expression | undefined {
  const isConstant = e.k === 'name' && /^[A-Z][A-Z0-9_]*$/.test(e.id)
  const isGiven = e.k === 'call' && (e.args.length === 0 || e.args.every(({ value }) => describes(value) !== undefined))
  return isConstant || isGiven ? NOTHING : undefined
}

function printed(path: string, args: readonly Argument[], place: Place): Expression {
  const [target, ...others] = args
  const rest = /snprintf/.test(path) ? others.slice(1) : others
  if (target === undefined) return NOTHING
  return { k: 'assign', target: target.value, value: format(rest, place) }
}

/** C has more ways to write a number than the analysis knows. */
function format(args: readonly Argument[], { at }: Place): Expression {
  const [template, ...rest] = args
  const value = template === undefined ? NOTHING : sizedText(template.value)
  const callee: Expression = { k: 'name', id: 'sprintf', at }
  return { k: 'call', callee, args: [{ value }, ...rest], isNew: false, at }
}

/** The text of a format with every whole number as `%d`. */
function sizedText(e: Expression): Expression {
  return e.k === 'str' ? { k: 'str', v: e.v.replace(/%[-0-9.$]{0,8}(?:hh?|ll?|z|j|t)?[iudx]/g, '%d') } : e
}

/** Methods that only hand their object on, and lengths that are known; undefined for the others. */
export function wellKnownMethod(
  context: CContext,
  callee: Expression,
  args: readonly Argument[],
): Expression | undefined {
  if (callee.k !== 'member' || args.length > 0) return undefined
  if (SAME_METHODS.has(callee.name)) return callee.of
  if (callee.name === 'size' || callee.name === 'length' || callee.name === 'SizeInBytes') {
    const { of } = callee
    const id = of.k === 'name' ? of.id : of.k === 'member' ? of.name : ''
    return context.sizes.get(id)
  }
  return undefined
}

/** Whether a call makes room for something, of which its variable then tells the type. */
export function isAllocation(e: Expression): boolean {
  return e.k === 'call' && e.callee.k === 'name' && ALLOCATORS.test(e.callee.id)
}
