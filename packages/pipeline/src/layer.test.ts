import type { ActionCategory, CompletionChunk, ResidualTypes, SensitivityTile } from '@sluice/contracts'
import { describe, expectTypeOf, it } from 'vitest'
import type { Facts } from './facts.ts'
import type {
  AnswerGuard,
  Decision,
  Exchange,
  ExchangeOrigin,
  Inspector,
  InspectorDecision,
  Layers,
  Responder,
  ResponderDecision,
  ResponseLayer,
  Rewriter,
  RewriterDecision,
} from './layer.ts'
import type { ORDER } from './order.ts'
import type { LocalRequest, ModelRequest, RemoteRequest } from './request/model-request.ts'

type TypeOf<D extends Decision> = D['type']

describe('what the types of layers permit', () => {
  it('is to transform a request for rewriters only', () => {
    expectTypeOf<TypeOf<InspectorDecision<'L1'>>>().toEqualTypeOf<'allow' | 'hold' | 'deny'>()
    expectTypeOf<TypeOf<RewriterDecision<'L3'>>>().toEqualTypeOf<'allow' | 'transform' | 'deny'>()
    expectTypeOf<TypeOf<ResponderDecision<'L5'>>>().toEqualTypeOf<'allow' | 'answer' | 'deny'>()
    expectTypeOf<Rewriter<'L1'>>().not.toExtend<Inspector<'L1'>>()
    expectTypeOf<Responder<'L1'>>().not.toExtend<Inspector<'L1'>>()
  })

  it('is to run side by side for inspectors only', () => {
    type Rows = (typeof ORDER)['chat']['request'][number]
    type SideBySide = Extract<Rows, readonly [string, string, ...string[]]>[number]
    expectTypeOf<SideBySide>().toEqualTypeOf<'L1' | 'L2'>()
    expectTypeOf<Layers[SideBySide]>().toExtend<Inspector<'L1'> | Inspector<'L2'>>()
    // @ts-expect-error L3 rewrites, so it cannot be an inspector.
    expectTypeOf<Inspector<'L3'>>()
  })

  it('is no other answer to a fault than to deny, and no layer without a time limit', () => {
    expectTypeOf<Layers[keyof Layers]['onError']>().toEqualTypeOf<'deny'>()
    expectTypeOf<Layers[keyof Layers]['timeoutMs']>().toEqualTypeOf<number>()
    expectTypeOf<ResponseLayer<'L4'>['onError']>().toEqualTypeOf<'deny'>()
  })

  it('is to state facts of their own only', () => {
    expectTypeOf<NonNullable<InspectorDecision<'L2'>['facts']>>().toEqualTypeOf<{
      readonly tile?: SensitivityTile
      readonly wholeTile?: SensitivityTile
      readonly residual?: ResidualTypes
    }>()
    expectTypeOf<NonNullable<InspectorDecision<'L0'>['facts']>>().not.toHaveProperty('tile')
    expectTypeOf<NonNullable<Facts['action']>['category']>().toEqualTypeOf<ActionCategory>()
    const stateAnother = (): InspectorDecision<'L0'> => ({
      type: 'allow',
      // @ts-expect-error Only L5 says which endpoint answers.
      facts: { endpoint: 'e' },
    })
    expectTypeOf(stateAnother).returns.toEqualTypeOf<InspectorDecision<'L0'>>()
  })
})

describe('what the types of an exchange permit', () => {
  it('is to read it', () => {
    const change = (exchange: Exchange, request: ModelRequest) => {
      // @ts-expect-error A layer returns results; it does not write them.
      exchange.facts = {}
      // @ts-expect-error The caller's request stays as it came.
      exchange.origin.request = request
    }
    expectTypeOf(change).returns.toBeVoid()
  })

  it('is to keep its origin without anything that runs', () => {
    expectTypeOf<keyof ExchangeOrigin>().toEqualTypeOf<
      'requestId' | 'request' | 'principal' | 'session' | 'reason' | 'headers' | 'history' | 'shifted' | 'cacheUse'
    >()
    expectTypeOf<ExchangeOrigin['request']>().toEqualTypeOf<ModelRequest>()
  })
})

it('gives a guard nothing but items of its own kind', () => {
  expectTypeOf<AnswerGuard<CompletionChunk>['take']>().parameter(0).toEqualTypeOf<readonly CompletionChunk[]>()
})

describe('a model request', () => {
  it('is of one of seven kinds, and its kind tells its body', () => {
    expectTypeOf<ModelRequest['kind']>().toEqualTypeOf<
      'chat' | 'embeddings' | 'messages' | 'responses' | 'token-count' | 'tool-call' | 'tool-result'
    >()
    expectTypeOf<Extract<LocalRequest, { kind: 'chat' }>['body']>().toHaveProperty('messages')
    expectTypeOf<Extract<LocalRequest, { kind: 'embeddings' }>['body']>().toHaveProperty('input')
    // A member that the kind does not know, as any other that rides along.
    expectTypeOf<Extract<LocalRequest, { kind: 'embeddings' }>['body']['messages']>().toBeUnknown()
  })

  it('shows no text of a body that another thread holds', () => {
    expectTypeOf<Extract<RemoteRequest, { kind: 'chat' }>['body']>().not.toHaveProperty('messages')
    expectTypeOf<Extract<RemoteRequest, { kind: 'embeddings' }>['body']>().not.toHaveProperty('input')
  })

  it('has a way for each kind in the order', () => {
    expectTypeOf<keyof typeof ORDER>().toEqualTypeOf<ModelRequest['kind']>()
  })
})
