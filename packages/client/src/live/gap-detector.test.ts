import { describe, expect, it } from 'vitest'
import { createGapDetector } from './gap-detector.ts'

const at = (seq: number | null, epoch = 1, event = 'BET_ACCEPTED') => ({ event, epoch, seq })
const snapshot = (seq: number, epoch = 1) => at(seq, epoch, 'SNAPSHOT')

describe('the gap detector', () => {
  it('follows an unbroken sequence from its snapshot', () => {
    const detector = createGapDetector()
    expect([snapshot(7), at(8), at(9)].map((e) => detector.observe(e))).toEqual(['next', 'next', 'next'])
  })

  it('asks for a reload when a number is missing, and goes on from there', () => {
    const detector = createGapDetector()
    expect([snapshot(7), at(9), at(10)].map((e) => detector.observe(e))).toEqual(['next', 'reload', 'next'])
  })

  it('drops what the snapshot already includes', () => {
    const detector = createGapDetector()
    expect([snapshot(7), at(6), at(7), at(8)].map((e) => detector.observe(e))).toEqual([
      'next',
      'repeated',
      'repeated',
      'next',
    ])
  })

  it('asks for a reload when the core restarted, even if the numbers fit', () => {
    const detector = createGapDetector()
    expect([snapshot(7), at(8, 2), at(9, 2)].map((e) => detector.observe(e))).toEqual(['next', 'reload', 'next'])
  })

  it('drops a late message of the epoch before', () => {
    const detector = createGapDetector()
    expect([snapshot(0, 2), at(5, 1), at(1, 2)].map((e) => detector.observe(e))).toEqual(['next', 'repeated', 'next'])
  })

  it('needs no reload after a reconnect in which nothing happened', () => {
    const detector = createGapDetector()
    expect([snapshot(7), at(8), snapshot(8)].map((e) => detector.observe(e))).toEqual(['next', 'next', 'next'])
  })

  it('asks for a reload when the snapshot after a reconnect is further on', () => {
    const detector = createGapDetector()
    expect([snapshot(7), snapshot(9), at(10)].map((e) => detector.observe(e))).toEqual(['next', 'reload', 'next'])
  })

  it('lets conflated messages pass', () => {
    const detector = createGapDetector()
    expect([at(null), at(null, 2)].map((e) => detector.observe(e))).toEqual(['next', 'next'])
  })
})
