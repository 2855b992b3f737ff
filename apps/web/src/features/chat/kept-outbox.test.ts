import { expect, it } from 'vitest'
import { keepOutbox, keptOutbox } from './kept-outbox.ts'

function store(text?: string) {
  const kept = new Map(text === undefined ? [] : [['maru:chat-outbox', text]])
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    kept,
  }
}
const one = { clientId: 'a', text: '안녕하세요', isFailed: false }

it('what was not sent is there after a reload, for its chat alone', () => {
  const tab = store()
  keepOutbox(tab, 7, [one])
  expect(keptOutbox(tab, 7)).toEqual([one])
  expect(keptOutbox(tab, 8)).toEqual([])
  keepOutbox(tab, 7, [])
  expect(tab.kept.size).toBe(0)
})

it.each(['', 'x', 'null', '{}', '{"chatId":7}', '{"chatId":7,"waiting":1}', '[]'])('%j holds nothing', (text) => {
  expect(keptOutbox(store(text), 7)).toEqual([])
})
