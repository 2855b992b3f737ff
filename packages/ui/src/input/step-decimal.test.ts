import { describe, expect, test } from 'vitest'
import { stepDecimal } from './step-decimal.ts'

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
