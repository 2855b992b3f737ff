import { expect, test } from 'vitest'
import { isSameName } from './names.ts'
import { Counter, idOf } from './testing.ts'

test.each([
  ['홍길동', ' 홍 길동 '],
  ['홍길동', '홍길동'.normalize('NFD')],
  ['홍길동', '홍길동1234'],
  ['홍길동', '홍길동(토스)'],
  ['홍길동', '홍길동님'],
  ['Kim Maru', 'ＫＩＭ　ＭＡＲＵ'],
  ['주식회사 마루트레이딩', '(주)마루트레이딩'],
  ['마루트레이딩 주식회사', '㈜마루트레이딩'],
  ['Maru Trading Co., Ltd.', 'MARU TRADING'],
  ['주식회사 마루트레이딩코리아', '주식회사마루트'],
  ['ALEXANDER HAMILTON SMITH', 'ALEXANDER HAMIL'],
])('a bank’s spelling of a name is that name: %s, %s', (verified, told) => {
  expect([isSameName(verified, told), isSameName(told, verified)]).toEqual([true, true])
})

test.each([
  ['홍길동', '홍길'],
  ['홍길동', '홍길동이'],
  ['홍길동', '김길동'],
  ['홍길동', ''],
  ['', ''],
  ['홍길동', '(토스)'],
  ['KIM MARU', 'KIM MARU HYE'],
  ['주식회사 마루', '주식회사 마루트레이딩'],
  ['님이슬', '님이슬님아'],
])('another name is another person: %s, %s', (verified, told) => {
  expect([isSameName(verified, told), isSameName(told, verified)]).toEqual([false, false])
})

test('D: money under a bank’s spelling of the verified name completes its request, with and without a memo', () => {
  const counter = new Counter()
  for (const [payer, isNamed] of [
    ['홍길동1234', true],
    ['홍 길동(토스)', false],
  ] as const) {
    const id = idOf(counter.deposit(500_000n))
    counter.arrive(500_000n, { payer, ...(isNamed && { requestId: id }) })
    expect(counter.row(id).status).toBe('COMPLETED')
  }
  expect(counter.suspense()).toEqual([])
})

test('D: where two members of one name wait for the same amount, no spelling decides between them', () => {
  const counter = new Counter()
  counter.member(8)
  counter.deposit(500_000n)
  counter.deposit(500_000n, { depositor: '홍길동 ' }, 8)
  counter.arrive(500_000n, { payer: '홍길동(국민)' })
  expect(counter.suspense()).toMatchObject([{ cause: 'REFERENCE', memberId: null }])
})
