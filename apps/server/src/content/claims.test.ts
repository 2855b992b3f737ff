import { expect, it } from 'vitest'
import { claimIn } from './claims.ts'

it.each([
  '원금 보장!',
  '수익을 100% 보장합니다',
  '확정 수익 5%',
  '손실 없이 거래하세요',
  '무조건 수익',
  '무위험 상품',
  'guaranteed profits',
  'risk-free',
])('a promise of profit is found: %s', (text) => expect(claimIn(text)).not.toBe(null))

it.each([
  '원금을 보장하지 않습니다',
  '수익이 보장되는 것은 아닙니다',
  '투자에는 원금 손실의 위험이 있습니다',
  '수익 계산 방법',
  'Profit is not guaranteed',
])('what promises none is left: %s', (text) => expect(claimIn(text)).toBe(null))
