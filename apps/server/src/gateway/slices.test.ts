import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Slices } from './slices.ts'

const upTo = (count: number) => Array.from({ length: count }, (_, nth) => nth)

test('a long list is worked through slice by slice, and others have their turn between two of them', async () => {
  const slices = new Slices<number>(10)
  const done: number[][] = []
  slices.add('all', upTo(25), (items) => done.push([...items]))
  expect([done, slices.isBusy('all')]).toEqual([[], true])
  await turn()
  expect(done).toEqual([upTo(10)])
  await turn()
  await turn()
  expect(done.flat()).toEqual(upTo(25))
  expect(done.map(({ length }) => length)).toEqual([10, 10, 5])
  expect(slices.isBusy('all')).toBe(false)
})

test('lists of one key keep their order; those of another key do not wait for them', async () => {
  const slices = new Slices<number>(2)
  const done: string[] = []
  const noting = (name: string) => (items: readonly number[]) =>
    void done.push(...items.map((item) => `${name}${item}`))
  slices.add('one', upTo(3), noting('a'))
  slices.add('one', upTo(1), noting('b'))
  slices.add('other', upTo(1), noting('c'))
  for (let n = 0; n < 4; n += 1) await turn()
  expect(done.filter((name) => !name.startsWith('c'))).toEqual(['a0', 'a1', 'a2', 'b0'])
  expect(done.indexOf('c0')).toBeLessThan(done.indexOf('b0'))
  expect([slices.isBusy('one'), slices.isBusy('other')]).toEqual([false, false])
})

test('one that fails leaves the rest their turn', async () => {
  const slices = new Slices<number>(1)
  const done: number[] = []
  const failed: unknown[] = []
  const note = (error: unknown) => failed.push(error)
  process.once('uncaughtException', note)
  slices.add('all', upTo(2), ([item]) => {
    if (item === 0) throw new Error('broken')
    done.push(item!)
  })
  for (let n = 0; n < 3; n += 1) await turn()
  process.off('uncaughtException', note)
  expect([done, failed]).toEqual([[1], [new Error('broken')]])
})
