import type { RoundEvidence } from '@maru/contract'
import { expect, test } from 'vitest'
import { AnswerCache } from './answers.ts'

const evidence = (tradeRoundId: number) => ({ tradeRoundId }) as RoundEvidence

test('whoever asks while an answer is made gets the same one', async () => {
  const cache = new AnswerCache(() => 0)
  let made = 0
  const make = async () => {
    made++
    return { evidence: evidence(1), final: false }
  }
  await Promise.all([cache.get(1, make), cache.get(1, make), cache.get(1, make)])
  expect(made).toBe(1)
})

test('a final answer is made once; one that can still change, and a round that is not there, again after a second', async () => {
  let now = 0
  let made = 0
  const cache = new AnswerCache(() => now)
  const ask = (id: number, final: boolean | null) =>
    cache.get(id, async () => {
      made++
      return final === null ? null : { evidence: evidence(id), final }
    })
  for (const id of [1, 2, 3]) await ask(id, [true, false, null][id - 1] ?? null)
  expect(made).toBe(3)
  now = 1_001
  expect(await ask(1, true)).toEqual(evidence(1))
  expect(made).toBe(3)
  await ask(2, false)
  expect(await ask(3, null)).toBeNull()
  expect(made).toBe(5)
})

test('a failure is not kept', async () => {
  const cache = new AnswerCache(() => 0)
  await expect(cache.get(1, () => Promise.reject(new Error('no database')))).rejects.toThrow('no database')
  expect(await cache.get(1, async () => ({ evidence: evidence(1), final: true }))).toEqual(evidence(1))
})
