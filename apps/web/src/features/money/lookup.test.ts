import type { DnwRow } from '@maru/contract'
import { expect, test } from 'vitest'
import { isFound } from './lookup.ts'

const row = { id: 184_219, point: '500000', account: '신한은행 ****4821', counterparty: null } as DnwRow
const words = ['출금', '원화 지갑', '확인 중']

test.each(['', '500,000', '500000원', '1842', '4821', '신한', '출금', ' 원화 '])(
  '“%s” finds the withdrawal',
  (query) => {
    expect(isFound(row, words, query)).toBe(true)
  },
)

test.each(['50001', '4,822', '입금', '국민'])('“%s” does not', (query) => {
  expect(isFound(row, words, query)).toBe(false)
})
