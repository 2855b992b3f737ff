import { expect, test } from 'vitest'
import { detailTexts } from './detail-texts.ts'
import { evidenceTexts } from './texts.ts'

test('the page speaks Korean alone on Korean sites: only the name of a standard is foreign', () => {
  const sentences = [...Object.values(evidenceTexts.ko), ...Object.values(detailTexts.ko)]
  const foreign = sentences.filter((text) => /[a-z]{2,}/i.test(text.replace(/\{\w+\}|RFC 3161/g, '')))
  expect(foreign).toEqual([])
})

test('both languages show the same figures of a finding; only English repeats the error of a parser', () => {
  const figures = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted()
  for (const [code, text] of Object.entries(detailTexts.ko))
    if (code !== 'malformed')
      expect([code, figures(text)]).toEqual([code, figures(detailTexts.en[code as keyof typeof detailTexts.en])])
})
