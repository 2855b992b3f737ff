import { expect, test } from 'vitest'
import { keepDraft, keptDraft } from './draft.ts'

function store() {
  const items = new Map<string, string>()
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}
const nothing = { kind: 'MONEY', question: '' }

test('what a member writes is there when he comes back, and for nobody else', () => {
  const device = store()
  keepDraft(device, 7, { kind: 'ROUND', question: '회차가 무효인 이유' })
  expect(keptDraft(device, 7)).toEqual({ kind: 'ROUND', question: '회차가 무효인 이유' })
  expect(keptDraft(device, 8)).toEqual(nothing)
})

test('nothing is kept once nothing is written', () => {
  const device = store()
  keepDraft(device, 7, { kind: 'ROUND', question: '회차' })
  keepDraft(device, 7, { kind: 'ROUND', question: ' ' })
  expect([keptDraft(device, 7), device.items.size]).toEqual([nothing, 0])
})

test.each(['{', 'null', '7', '{"memberId":7}', '{"memberId":7,"question":1}'])('%s is no draft', (kept) => {
  const device = store()
  device.setItem('maru:contact-draft', kept)
  expect(keptDraft(device, 7)).toEqual(nothing)
})

test('a kind that is no longer offered gives the first one, with the words', () => {
  const device = store()
  device.setItem('maru:contact-draft', '{"memberId":7,"kind":"OLD","question":"왜"}')
  expect(keptDraft(device, 7)).toEqual({ kind: 'MONEY', question: '왜' })
})
