/// <reference types="vite/client" />
import { expect, test } from 'vitest'

const sources: Readonly<Record<string, string>> = import.meta.glob('../**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** What no Korean trader would say, or what has another name on these pages. */
const unnatural =
  /이[상하]이 되었습니다|출금을 쉽니다|닿으면|실격 중|다섯 가지 중|앱 장터|마음대로 빼지|출금할 수 있는 때|이 날의 발표|조건을 줄여|샌드박스 페이지|본인 ?확인(?!기관)|라운드|강제 청산|[을은이]\([를는가]\)/

test('the pages speak as Korean traders do, with one word for one thing', () => {
  const texts = Object.entries(sources).filter(([path]) => !/\.test\.tsx?$/.test(path))
  expect(texts.length).toBeGreaterThan(100)
  expect(
    texts.flatMap(([path, text]) =>
      text.split('\n').flatMap((line) => (unnatural.test(line) ? [`${path}: ${line.trim()}`] : [])),
    ),
  ).toEqual([])
})
