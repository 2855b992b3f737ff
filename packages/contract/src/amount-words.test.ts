import { expect, test } from 'vitest'
import { amountWords } from './amount-words.ts'

test.each([
  ['0', '영', 'zero'],
  ['7', '칠', 'seven'],
  ['11', '십일', 'eleven'],
  ['340', '삼백사십', 'three hundred forty'],
  ['1000', '천', 'one thousand'],
  ['10000', '만', 'ten thousand'],
  ['11000', '만 천', 'eleven thousand'],
  ['110000', '십일만', 'one hundred ten thousand'],
  ['5000000', '오백만', 'five million'],
  ['10000000', '천만', 'ten million'],
  ['13500000', '천삼백오십만', 'thirteen million five hundred thousand'],
  ['100000000', '일억', 'one hundred million'],
  [
    '1234567898',
    '십이억 삼천사백오십육만 칠천팔백구십팔',
    'one billion two hundred thirty-four million five hundred sixty-seven thousand eight hundred ninety-eight',
  ],
  ['10000000000000', '십조', 'ten trillion'],
  ['0.5', '영 점 오', 'zero point five'],
  ['12.05', '십이 점 영오', 'twelve point zero five'],
  ['-20', '마이너스 이십', 'minus twenty'],
])('an amount is read as it is said: %s is %s', (figure, ko, en) => {
  expect([amountWords(figure, 'ko'), amountWords(figure, 'en')]).toEqual([ko, en])
})
