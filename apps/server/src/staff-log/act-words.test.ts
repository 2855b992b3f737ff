import { actWords } from '@maru/contract/act-words'
import { books } from '@maru/core'
import { expect, it } from 'vitest'

it('every command that staff give has words in their log', () => {
  const given = books.flatMap(({ commands }) =>
    Object.entries(commands).flatMap(([kind, { actors }]) =>
      (actors as readonly string[]).includes('staff') ? [kind] : [],
    ),
  )
  expect(given).toContain('approveRequest')
  expect(given.filter((kind) => actWords(kind) === null)).toEqual([])
})
