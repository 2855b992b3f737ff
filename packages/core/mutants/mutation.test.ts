import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { mutations } from './list/index.ts'
import { mutate, nameOf } from './mutation.ts'

const root = resolve(import.meta.dirname, '../../..')

test('every mutation of the list can be made: its place stands once in its file, and differs from what it becomes', () => {
  const faults = mutations.flatMap((mutation) => {
    try {
      const text = readFileSync(join(root, mutation.file), 'utf8')
      return mutate(text, mutation) === text ? [`nothing changes: ${nameOf(mutation)}`] : []
    } catch (error) {
      return [`${mutation.file}: ${(error as Error).message}`]
    }
  })
  expect(faults).toEqual([])
  expect(new Set(mutations.map(nameOf)).size).toBe(mutations.length)
})
