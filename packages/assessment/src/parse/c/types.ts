import { textOf } from '../reader.ts'
import { field, kid, kidsOf, type SyntaxNode } from '../syntax-node.ts'

/** A type as it is written, with dots for `::`. */
export interface CType {
  /** Empty where it says nothing, as `int` or `auto`. */
  readonly path: string
  readonly args: readonly string[]
}

export const NO_TYPE: CType = { path: '', args: [] }

/** Numbers, and what stands for text: of these only the value counts. */
const PLAIN =
  /^(?:(?:u_?)?int(?:_?least|_?fast)?\d*(?:_t)?|u?char\d*(?:_t)?|wchar_t|s?size_t|ssize_t|bool|_?Bool|BOOL|BOOLEAN|[us](?:8|16|32|64)|BYTE|P?U?CHAR|D?WORD|U?INT\d*|U?LONG\d*|LPC?W?STR|PC?W?STR|g(?:char|uint8|int|uint|size|boolean)|u_char|uchar|quint\d+|qint\d+|byte|CK_(?:ULONG|BYTE|BBOOL|RV)(?:_PTR)?|OSStatus|NTSTATUS|word\d+|time_t|uint|ulong|ushort|off_t|void|int|double|float|word|CryptoPP\.byte|psa_status_t|esp_err_t)$/
const TEXT =
  /^(?:std\.)?(?:string|string_view|wstring|QString|QByteArray|QLatin1String|QStringView|NSString|CFStringRef|CString|absl\.string_view|StringPiece)$/
const BYTE =
  /^(?:unsigned char|signed char|char|uint8_t|u?int8|u8|BYTE|UCHAR|byte|guint8|gchar|quint8|u_char|uchar|CK_BYTE|std\.uint8_t|std\.byte|CryptoPP\.byte|Botan\.byte|word8)$/

export function isByte(name: string): boolean {
  return BYTE.test(name)
}

export function isText(path: string): boolean {
  return TEXT.test(path)
}

export function isPlain(path: string): boolean {
  return path === '' || PLAIN.test(path) || TEXT.test(path)
}

/** The name of a type, with typedefs of the file put in. */
export function typeOf(
  node: SyntaxNode | undefined,
  source: string,
  aliases: ReadonlyMap<string, CType> = new Map(),
): CType {
  const written = writtenType(node, source)
  const [first = '', ...rest] = written.path.split('.')
  const alias = aliases.get(first)
  if (alias === undefined) return written
  const args = rest.length === 0 && written.args.length > 0 ? written.args : [...alias.args, ...written.args]
  return { path: [alias.path, ...rest].join('.'), args }
}

function writtenType(node: SyntaxNode | undefined, source: string): CType {
  switch (node?.type) {
    case 'type_identifier':
    case 'identifier':
    case 'namespace_identifier':
    case 'primitive_type':
    case 'field_identifier':
      return { path: textOf(node, source), args: [] }
    case 'sized_type_specifier':
      return { path: textOf(node, source).replace(/\s+/g, ' '), args: [] }
    case 'struct_specifier':
    case 'class_specifier':
    case 'union_specifier':
    case 'template_function':
      return node.type === 'template_function' ? templateOf(node, source) : writtenType(field(node, 'name'), source)
    case 'template_type':
    case 'template_method':
      return templateOf(node, source)
    case 'dependent_type':
    case 'dependent_name':
    case 'type_descriptor':
      return writtenType(field(node, 'type') ?? node.kids.at(-1), source)
    case 'qualified_identifier':
      return qualified(node, source)
    default:
      return NO_TYPE
  }
}

function templateOf(node: SyntaxNode, source: string): CType {
  const list = field(node, 'arguments')
  const args = (list?.kids ?? []).map((one) =>
    one.type === 'type_descriptor'
      ? writtenType(one, source).path + (field(one, 'declarator') ? '*' : '')
      : textOf(one, source).replaceAll('::', '.'),
  )
  return { path: textOf(field(node, 'name') ?? node, source), args }
}

function qualified(node: SyntaxNode, source: string): CType {
  const scope = writtenType(field(node, 'scope'), source)
  const name = writtenType(field(node, 'name') ?? kid(node, 'qualified_identifier'), source)
  return {
    path: [scope.path, name.path].filter((part) => part !== '').join('.'),
    args: [...scope.args, ...name.args],
  }
}

/** What a declarator declares. */
export interface Declared {
  readonly name: SyntaxNode | undefined
  readonly isPointer: boolean
  /** Of arrays; undefined where a size is left to the initializer. */
  readonly sizes: readonly (SyntaxNode | undefined)[]
  /** Of a function, or of an object made with arguments that look like types. */
  readonly parameters?: SyntaxNode
  readonly value?: SyntaxNode
}

/** Takes a declarator apart: `*names[4] = {...}`. */
export function declared(node: SyntaxNode | undefined): Declared {
  let at = node
  let isPointer = false
  let value: SyntaxNode | undefined
  let parameters: SyntaxNode | undefined
  const sizes: (SyntaxNode | undefined)[] = []
  for (let i = 0; at !== undefined && i < 32; i += 1) {
    if (/pointer_declarator|reference_declarator/.test(at.type)) isPointer = true
    if (at.type === 'array_declarator') sizes.unshift(field(at, 'size'))
    if (at.type === 'function_declarator') parameters ??= field(at, 'parameters')
    if (at.type === 'init_declarator') value = field(at, 'value')
    if (!/declarator$/.test(at.type)) break
    at = field(at, 'declarator') ?? at.kids.findLast(({ type }) => /declarator$|identifier$|operator_name/.test(type))
  }
  return { name: at, isPointer, sizes, ...(parameters ? { parameters } : {}), ...(value ? { value } : {}) }
}

/** The parameters that a list declares, without `void`. */
export function parameterNodes(list: SyntaxNode | undefined): readonly SyntaxNode[] {
  return list === undefined
    ? []
    : kidsOf(list, 'parameter_declaration', 'optional_parameter_declaration', 'variadic_parameter_declaration')
}
