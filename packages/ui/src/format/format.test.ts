import { describe, expect, test } from 'vitest'
import { groupDigits, roundDecimal, signOf } from './decimal.ts'
import {
  formatKrw,
  formatKrwShort,
  formatMoney,
  formatPercent,
  formatPrice,
  formatSigned,
  formatUsdt,
  setFormatLanguage,
} from './money.ts'
import { formatPhone, josa, maskAccount, maskName, maskPhone } from './personal.ts'
import { formatCountdown, formatDateTime, formatDay, formatTime } from './time.ts'

describe('decimals are rounded as strings, halves to even', () => {
  test.each([
    ['1.005', 2, '1.00'],
    ['1.015', 2, '1.02'],
    ['0.5', 0, '0'],
    ['1.5', 0, '2'],
    ['2.5000000001', 0, '3'],
    ['-0.004', 2, '0.00'],
    ['-1.015', 2, '-1.02'],
    ['7', 4, '7.0000'],
    ['65400.1', 1, '65400.1'],
    ['007.5', 1, '7.5'],
    ['+7.5', 1, '7.5'],
    ['9007199254740993.123456785', 8, '9007199254740993.12345678'],
  ])('%s with %i decimals is %s', (value, decimals, rounded) => expect(roundDecimal(value, decimals)).toBe(rounded))

  test('what is no decimal is refused', () => {
    for (const value of ['1e9', 'NaN', '', '.5', '1.', '1,000']) expect(() => roundDecimal(value, 2)).toThrow()
  })
  test('the sign of a negative zero is none', () => expect(signOf('-0.00')).toBe(0))
  test('separators stand in the whole part only', () => expect(groupDigits('-1234567.12345')).toBe('-1,234,567.12345'))
  test('a separator stands between each three digits, whatever their number and sign', () => {
    for (let digits = 1; digits <= 15; digits++)
      for (const sign of ['', '-', '+'])
        for (const fraction of ['', '.00012345']) {
          const whole = '123456789012345'.slice(0, digits)
          const grouped = BigInt(whole).toLocaleString('en')
          expect(groupDigits(`${sign}${whole}${fraction}`)).toBe(`${sign}${grouped}${fraction}`)
        }
  })
})

describe('figures of money', () => {
  test('KRW carries 원 and separators', () => expect(formatKrw('1234000')).toBe('1,234,000원'))
  test('a loss is signed with the true minus', () => expect(formatSigned('-50000', formatKrw)).toBe('\u221250,000원'))
  test('a gain is signed with a plus, zero is not', () => {
    expect(formatSigned('45000', formatKrw)).toBe('+45,000원')
    expect(formatSigned('0', formatKrw)).toBe('0원')
  })
  test.each([
    ['9999', '9,999원'],
    ['50000', '5만원'],
    ['123456789', '1억 2,345만원'],
    ['300000000', '3억원'],
    ['-1234567890123', '\u221212,345억 6,789만원'],
  ])('large KRW %s is %s', (value, text) => expect(formatKrwShort(value)).toBe(text))
  test('USDT shows four decimals', () => expect(formatUsdt('1234.56785')).toBe('1,234.5678'))
  test.each([
    ['0.00004', '0.00004'],
    ['-0.00000120', '\u22120.0000012'],
    ['0.00005001', '0.0001'],
    ['0.00000000', '0.0000'],
  ])('a small coin amount never reads as 0: %s is %s', (value, shown) => expect(formatUsdt(value)).toBe(shown))
  test('an amount follows its currency', () => {
    expect(formatMoney('5000', 'KRW')).toBe('5,000원')
    expect(formatMoney('5000', 'USDT')).toBe('5,000.0000 USDT')
    expect(formatMoney('5000', 'KRW', false)).toBe('5,000')
    // A hundred-millionth of a bitcoin is money.
    expect(formatMoney('0.12345678', 'BTC')).toBe('0.12345678 BTC')
    expect(formatMoney('-1.5', 'ETH', false)).toBe('−1.5000')
    expect(formatMoney('2', 'BTC')).toBe('2.0000 BTC')
    expect(formatMoney('0.00012', 'BTC')).toBe('0.00012 BTC')
  })
  test('a price keeps the decimals of its instrument', () => expect(formatPrice('65432.1', 2)).toBe('65,432.10'))
  test.each([
    ['1.239', '+1.24%'],
    ['-0.18', '\u22120.18%'],
    ['-0.001', '0.00%'],
  ])('percent %s is %s', (value, text) => expect(formatPercent(value)).toBe(text))
  test('English sites write the currency sign', () => {
    setFormatLanguage('en')
    expect(formatKrw('-1234000')).toBe('\u2212₩1,234,000')
    expect(formatKrwShort('123456789')).toBe('₩123,456,789')
    setFormatLanguage('ko')
  })
})

describe('times are Korean', () => {
  const instant = Date.UTC(2026, 9, 14, 15, 23, 33)
  test('date and time', () => expect(formatDateTime(instant)).toBe('2026-10-15 00:23:33'))
  test('the day begins at midnight in Seoul', () => expect(formatDay(Date.UTC(2026, 0, 1, 15))).toBe('2026-01-02'))
  test('time alone', () => expect(formatTime(instant)).toBe('00:23:33'))
  test.each([
    [0, '00:00'],
    [-5, '00:00'],
    [1, '00:01'],
    [60_000, '01:00'],
    [299_001, '05:00'],
    [3_599_001, '01:00:00'],
    [86_401_000, '24:00:01'],
  ])('%i ms remain as %s', (ms, text) => expect(formatCountdown(ms)).toBe(text))
})

describe('personal data', () => {
  test.each([
    ['0212345', '02-123-45'],
    ['021234567', '02-123-4567'],
    ['0212345678', '02-1234-5678'],
    ['0101234567', '010-123-4567'],
    ['01012345678', '010-1234-5678'],
    ['010-1234-56789', '010-1234-5678'],
    ['010', '010'],
    ['', ''],
  ])('phone %s is %s', (digits, masked) => expect(formatPhone(digits)).toBe(masked))
  test('middle digits of a phone are hidden', () => expect(maskPhone('01012345678')).toBe('010-****-5678'))
  test('names keep their first and last letter', () => {
    expect(maskName('홍길동')).toBe('홍*동')
    expect(maskName('김현')).toBe('김*')
    expect(maskName('남궁민수')).toBe('남**수')
  })
  test('accounts keep their last four digits', () => expect(maskAccount('110-234-561234')).toBe('****1234'))
  test.each([
    ['금', '을를', '금을'],
    ['비트코인', '이가', '비트코인이'],
    ['이더리움', '은는', '이더리움은'],
    ['리플', '으로로', '리플로'],
    ['서울', '으로로', '서울로'],
    ['부산', '으로로', '부산으로'],
    ['나스닥100', '은는', '나스닥100은'],
    ['1회차', '와과', '1회차와'],
    ['TRX', '을를', 'TRX를'],
  ] as const)('%s takes its particle', (word, kind, text) => expect(josa(word, kind)).toBe(text))
})
