import { describe, expect, it } from 'vitest'
import { languageOf, messageOf, translateMessage } from './messages.ts'

describe('translateMessage', () => {
  it('leaves a message as it is on Korean sites', () => {
    expect(translateMessage({ code: 'LOGIN_FAILED', message: '아이디 또는 비밀번호가 올바르지 않습니다.' }, 'ko')).toBe(
      '아이디 또는 비밀번호가 올바르지 않습니다.',
    )
  })

  it('translates by code, with the parameters', () => {
    const params = { minutes: 15 }
    expect(messageOf('ACCOUNT_LOCKED', params, 'ko')).toContain('15분')
    expect(translateMessage({ code: 'ACCOUNT_LOCKED', message: '…', params }, 'en')).toContain('15')
    expect(translateMessage({ code: 'ACCOUNT_LOCKED', message: '…' }, 'en')).toContain('{minutes}')
  })

  it.each([
    ['투자 금액은 5,000원 이상', 'The investment amount is too small.'],
    ['투자금액은 10 USDT 이상.', 'The investment amount is too small.'],
    ['금액은 1,000원 단위로 신청해 주세요.', 'Please match the minimum unit of the amount.'],
    ['최소 10,000원 이상 신청해 주세요.', 'Please match the minimum unit of the amount.'],
    ['최소 10,000원 이상 입금해 주세요.', 'Please match the minimum unit of the amount.'],
    ['잔액이 부족하여 팔로우할 수 없습니다.', 'Unable to follow due to insufficient balance.'],
  ])('knows a message without a code by its form (§ 8): %s', (message, expected) => {
    expect(translateMessage({ message }, 'en')).toBe(expected)
    expect(translateMessage({ code: 'SOMETHING_NEW', message }, 'en')).toBe(expected)
  })

  it('shows what it does not know as the server said it', () => {
    expect(translateMessage({ code: 'toString', message: '새로운 오류' }, 'en')).toBe('새로운 오류')
  })
})

describe('messageOf', () => {
  it('writes amounts and times as they are read in Korea', () => {
    const unit = { unit: '1000', currency: '원' }
    expect(messageOf('AMOUNT_UNIT_MISMATCH', unit, 'ko')).toBe('금액은 1,000원 단위로 신청해 주세요.')
    const least = { min: '10', currency: ' USDT' }
    expect(messageOf('DEPOSIT_BELOW_MIN', least, 'ko')).toBe('최소 10 USDT 이상 입금해 주세요.')
    expect(messageOf('ORDER_MIN_NOTIONAL', { min: '1234567.12345' }, 'ko')).toContain('1,234,567.12345')
    expect(messageOf('COOL_OFF_ACTIVE', { until: Date.UTC(2026, 10, 21, 15, 30) }, 'ko')).toContain('2026-11-22 00:30')
    expect(messageOf('STOCK_CLOSED', { stock: '금' }, 'ko')).toBe('금 종목은 현재 휴장입니다.')
  })

  it('names the currency of an amount in the language of its message', () => {
    const remain = { remain: '120000', currency: '원' }
    expect(messageOf('BONUS_ROLLOVER_REMAINING', remain, 'ko')).toBe('보너스 출금 조건이 120,000원 남았습니다.')
    expect(messageOf('BONUS_ROLLOVER_REMAINING', remain, 'en')).toBe('Bonus turnover of 120,000 KRW remains.')
    expect(messageOf('INVESTMENT_ABOVE_MAX', { max: '1000000', unit: '원' }, 'en')).toContain('1,000,000 KRW')
  })
})

describe('languageOf', () => {
  it('is English on sites 15 and 33, and for guests on site 25', () => {
    const site25 = { language: 'ko', guestLanguage: 'en' } as const
    expect(languageOf(site25, false)).toBe('en')
    expect(languageOf(site25, true)).toBe('ko')
    expect(languageOf({ language: 'en', guestLanguage: 'en' }, true)).toBe('en')
  })
})
