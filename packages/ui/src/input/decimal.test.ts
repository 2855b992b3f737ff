import { describe, expect, test } from 'vitest'
import { caretAfterDecimal, formatDecimalTyping, plainDecimal, stepDecimal } from './decimal-typing.ts'

describe('typing a decimal', () => {
  test('digits, one point and the places of the instrument get in, nothing else', () => {
    expect(formatDecimalTyping('65400.55', 1)).toBe('65,400.5')
    expect(formatDecimalTyping('1.2.3', 3)).toBe('1.23')
    expect(formatDecimalTyping('-1e5abc', 2)).toBe('15')
    expect(formatDecimalTyping('.5', 3)).toBe('0.5')
    expect(formatDecimalTyping('007', 2)).toBe('7')
    expect(formatDecimalTyping('12.', 0)).toBe('12')
    expect(formatDecimalTyping('12.', 2)).toBe('12.')
  })
  test('the value has neither separators nor a bare point', () => {
    expect(plainDecimal('65,400.')).toBe('65400')
    expect(plainDecimal('1,234.50')).toBe('1234.50')
  })
  test('the caret stays behind the figure that was typed when a separator appears', () => {
    expect(caretAfterDecimal('1234', 4, '1,234')).toBe(5)
    expect(caretAfterDecimal('12345.6', 2, '12,345.6')).toBe(3)
    expect(caretAfterDecimal('12,3945.6', 5, '123,945.6')).toBe(5)
  })
})

describe('stepping a decimal', () => {
  test('goes along the grid exactly, without the errors of floating point', () => {
    expect(stepDecimal('0.1', '0.1', 1, 1)).toBe('0.2')
    expect(stepDecimal('0.2', '0.1', 1, 1)).toBe('0.3')
    expect(stepDecimal('65400.0', '0.1', -1, 1)).toBe('65399.9')
    expect(stepDecimal('1.08420', '0.00010', 1, 5)).toBe('1.08430')
  })
  test('off the grid goes to the next multiple', () => {
    expect(stepDecimal('1.07', '0.05', 1, 2)).toBe('1.10')
    expect(stepDecimal('1.07', '0.05', -1, 2)).toBe('1.05')
  })
  test('never goes below zero and starts an empty field at zero', () => {
    expect(stepDecimal('', '0.001', -1, 3)).toBe('0.000')
    expect(stepDecimal('', '1', 1, 0)).toBe('1')
  })
})
