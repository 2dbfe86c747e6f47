export type { ModelRequest, ModelRequestKind } from './model-request.ts'
export { type Orders, ordersOf } from './orders.ts'
export type { TextKind, TextPosition } from './position.ts'
export { positionsOf, rewrite } from './positions.ts'
