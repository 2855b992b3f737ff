import { describe, expect, it } from 'vitest'
import { toCsv } from './csv.ts'

const lines = (rows: (string | number | null)[][]) => toCsv(['a'], rows).slice(1).split('\r\n').slice(1, -1)

describe('the CSV of the history', () => {
  it('begins with a byte order mark and ends its lines as RFC 4180 says', () => {
    expect(toCsv(['접수시각', '손익'], [['2026-10-14', -50_000]])).toBe('\uFEFF접수시각,손익\r\n2026-10-14,-50000\r\n')
  })

  it('quotes what holds a comma, a quote or a line break', () => {
    expect(lines([['1,234', 'a "b"', 'x\ny', null]])).toEqual(['"1,234","a ""b""","x\ny",'])
  })

  it('lets no text run as a formula, and leaves signed numbers alone', () => {
    expect(lines([['=1+1', '@x', '-50000', '+45000', '-1+1']])).toEqual(["'=1+1,'@x,-50000,+45000,'-1+1"])
  })

  it('keeps each digit and sign of a phone, an account and an amount as it is', () => {
    const kept = ['+821012345678', '0011234567890123456', '-0', '123456789012.12345678', '2026-11-22']
    expect(lines([kept])).toEqual([kept.join(',')])
  })

  it.each([
    ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
    ["+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"],
    ['-2+3+cmd', "'-2+3+cmd"],
    ['@SUM(1)', "'@SUM(1)"],
    ['\t=1+1', "'\t=1+1"],
    ['\ttext', "'\ttext"],
    ['＝1+1', "'＝1+1"],
    ['＋1+1', "'＋1+1"],
    ['－1+1', "'－1+1"],
    ['＠SUM(1)', "'＠SUM(1)"],
    ['−1+1', "'−1+1"],
    [' =1+1', "' =1+1"],
    ['\ufeff=1+1', "'\ufeff=1+1"],
    ['\u200b＝1+1', "'\u200b＝1+1"],
    ['\r=1+1', `"'\r=1+1"`],
  ])('lets %j run nowhere', (text, cell) => {
    expect(toCsv(['a'], [[text]]).slice(1)).toBe(`a\r\n${cell}\r\n`)
  })
})
