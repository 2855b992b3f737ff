import { expect, test } from 'vitest'
import { headOf } from './file-head.ts'

test('the head of a bank’s own file is found below the lines above it, whatever separates it', () => {
  expect(headOf('우리은행\n조회일,2026-11-22\n거래일시,적요,입금액,출금액\n2026-11-22 09:00,KIM,1,0')).toEqual([
    '거래일시',
    '적요',
    '입금액',
    '출금액',
  ])
  expect(headOf('"거래일시";"입금액";"출금액"\r\n1;2;3')).toEqual(['거래일시', '입금액', '출금액'])
  expect(headOf('일자\t시간\t금액\n1\t2\t3')).toEqual(['일자', '시간', '금액'])
})

test('a file with our head needs no columns, and a text without cells has none', () => {
  expect(headOf('\uFEFFproviderRef,reference,kind,amount,fee,at,valueDate\n1,2,3,4,5,6,7')).toBeNull()
  expect(headOf('안녕하세요')).toEqual([])
})
